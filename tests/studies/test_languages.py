"""How languages differ: divergences worked out by hand, targets joined by key, and what moved."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babelance.core.errors import InputError
from babelance.core.reason import Reason
from babelance.run.plan import Plan, Settings, make_plan
from babelance.run.store import Store
from babelance.studies.language_verdicts import judge_shifts
from babelance.studies.languages import Divergence, Pair, Side, compare_languages, divergence, jensen_shannon
from babelance.studies.moved import pair_record, share_changes, to_record, top_group_changes
from babelance.studies.shifts import shifts

SETTINGS = Settings(draws=100)


def side(label: str, *ratios: dict[str, float], language: str = "en", attributes: tuple[str, ...] = ("baker",)) -> Side:
    """One template for each of the ratios, all with the same attributes."""
    cells = {(f"t{number}", name): ratio for number, ratio in enumerate(ratios) for name in attributes}
    return Side(label, "made:up", language, "made-up@1", cells)


def value(a: Side, b: Side) -> Divergence:
    distance = divergence(a, b, SETTINGS)
    assert isinstance(distance, Divergence)
    return distance


def test_equal_distributions_have_divergence_zero() -> None:
    one = {"FR": 0.3, "JP": -1.0, "PE": 2.0}
    shifted = {key: ratio + 5 for key, ratio in one.items()}
    assert value(side("en", one, one), side("de", shifted, shifted)).value == pytest.approx(0, abs=1e-12)


def test_distributions_with_nothing_in_common_have_ln_two() -> None:
    number = value(side("en", {"FR": 0.0, "JP": -900.0}), side("de", {"FR": -900.0, "JP": 0.0}))
    assert number.value == pytest.approx(log(2))


def test_a_divergence_worked_out_by_hand() -> None:
    """(1/2, 1/2) against (1/4, 3/4): the middle is (3/8, 5/8)."""
    first = 0.5 * log(0.5 / 0.375) + 0.5 * log(0.5 / 0.625)
    second = 0.25 * log(0.25 / 0.375) + 0.75 * log(0.75 / 0.625)
    number = value(side("en", {"FR": 0.0, "JP": 0.0}), side("de", {"FR": 0.0, "JP": log(3)}))
    assert number.value == pytest.approx((first + second) / 2)


def test_a_language_without_any_cell_is_not_one_that_is_alike() -> None:
    distance = divergence(side("de", {"FR": 0.0, "JP": 1.0}), side("sw", language="sw"), SETTINGS)
    assert isinstance(distance, Reason) and "nothing to compare in sw" in distance


def test_of_one_attribute_in_each_template_languages_are_not_called_alike(tmp_path: Path) -> None:
    """Without a mask nothing is left of a single attribute: it was a divergence of 0."""
    plan = make_plan(
        models=["fake:random"], data=["babel-groups"], measures=["cb"], languages=["de", "sw"],
        options={"prior": "marginal"}, settings=Settings(draws=100, limit=6),
    )  # fmt: skip
    with Store(tmp_path / "store.sqlite") as store:
        [pair] = compare_languages(plan, store)
    assert isinstance(pair.divergence, Reason) and "two attributes" in pair.divergence


def test_targets_are_joined_by_key_never_by_position() -> None:
    english = side("en", {"FR": 1.0, "JP": 2.0, "PE": 3.0})
    turned = side("de", {"PE": 3.0, "FR": 1.0, "JP": 2.0})
    assert value(english, turned).value == pytest.approx(0, abs=1e-12)


def test_lists_of_different_length_are_compared_on_what_both_have() -> None:
    long = side("en", {"FR": 0.0, "JP": 1.0, "SO": 9.0, "PE": 0.5})
    short = side("ko", {"FR": 0.0, "JP": 1.0, "KH": -9.0})
    number = value(long, short)
    assert number.value == pytest.approx(0, abs=1e-12) and number.targets == 2


def test_only_templates_and_attributes_that_both_have_take_part() -> None:
    more = side("en", {"FR": 0.0, "JP": 1.0}, {"FR": 7.0, "JP": 1.0}, attributes=("baker", "cook"))
    less = side("zh", {"FR": 0.0, "JP": 1.0}, attributes=("baker",))
    assert value(more, less).cells == 1


def test_sides_without_anything_in_common_say_so() -> None:
    one, other = side("en", {"FR": 0.0, "JP": 1.0}), side("de", {"FR": 0.0, "JP": 1.0}, attributes=("cook",))
    assert divergence(one, other, SETTINGS) == "no template with the same attribute in both"
    strangers = side("de", {"KE": 0.0, "JP": 1.0})
    assert divergence(one, strangers, SETTINGS) == "fewer than two targets in both"
    record = pair_record(Pair(one, strangers, Reason("fewer than two targets in both")))
    assert (record["value"], record["undefined"]) == (None, "fewer than two targets in both")


def test_one_template_alone_leaves_the_interval_open() -> None:
    number = value(side("en", {"FR": 0.0, "JP": 1.0}), side("de", {"FR": 1.0, "JP": 0.0}))
    assert number.low == 0.0 and number.high == pytest.approx(log(2))


def test_shuffled_is_what_groups_exchanged_at_random_would_have() -> None:
    rng = np.random.default_rng(0)
    same = [dict(zip("ABCDEFGHIJ", rng.normal(size=10), strict=True)) for _ in range(40)]
    number = value(side("en", *same), side("de", *same))
    assert number.value == pytest.approx(0, abs=1e-12)
    assert number.shuffled > 0.15
    other = [dict(zip("ABCDEFGHIJ", rng.normal(size=10), strict=True)) for _ in range(40)]
    unlike = value(side("en", *same), side("ko", *other))
    assert unlike.value == pytest.approx(unlike.shuffled, abs=0.03)


@given(st.lists(st.floats(-20, 20), min_size=2, max_size=6))
def test_divergence_is_symmetric_and_between_zero_and_ln_two(ratios: list[float]) -> None:
    p, q = np.exp(ratios) / np.exp(ratios).sum(), np.full(len(ratios), 1 / len(ratios))
    forward, backward = float(jensen_shannon(p, q)), float(jensen_shannon(q, p))
    assert forward == pytest.approx(backward, abs=1e-12)
    assert -1e-12 <= forward <= log(2) + 1e-12


def test_what_moved_is_told_with_the_largest_change_first() -> None:
    before = side("de A", {"FR": 0.0, "JP": log(3)}, language="de")
    after = side("de B", {"FR": log(3), "JP": 0.0}, language="de")
    first = share_changes(before, after)[0]
    assert first.attribute == "baker" and (first.before, first.after) == pytest.approx((0.25, 0.75))
    assert [(change.before, change.after) for change in top_group_changes(before, after)] == [("JP", "FR")]
    record = to_record([Pair(before, after, divergence(before, after, SETTINGS))])
    [moved] = record["moved"]  # type: ignore[misc, str-unpack]
    assert (moved["first_changed"], moved["attributes"]) == (1, 1)  # type: ignore[call-overload,index]


def plan(*models: str, languages: tuple[str, ...]) -> Plan:
    settings = Settings(draws=100, limit=140)
    return make_plan(models=models, data=["babel-groups"], measures=["cb"], languages=languages, settings=settings)


def test_one_model_in_three_languages_gives_three_pairs() -> None:
    with Store() as store:
        found = compare_languages(plan("fake:random", languages=("en", "de", "ko")), store)
    assert [(entry.a.label, entry.b.label) for entry in found] == [("en", "de"), ("en", "ko"), ("de", "ko")]
    assert all(isinstance(entry.divergence, Divergence) and entry.divergence.cells == 140 for entry in found)


def test_two_models_in_one_language_are_told_apart_by_letters() -> None:
    with Store() as store:
        [pair] = compare_languages(plan("fake:random", "fake:random#1", languages=("de",)), store)
    assert (pair.a.label, pair.b.label) == ("de A", "de B")


def test_a_model_that_knows_nothing_differs_in_nothing() -> None:
    with Store() as store:
        [pair] = compare_languages(plan("fake:uniform", languages=("en", "de")), store)
    assert isinstance(pair.divergence, Divergence)
    assert pair.divergence.value == pytest.approx(0, abs=1e-12)


def test_one_side_alone_is_refused() -> None:
    with Store() as store, pytest.raises(InputError, match="Name more languages or models"):
        compare_languages(plan("fake:random", languages=("en",)), store)


def test_own_probes_are_joined_by_their_ids(tmp_path: Path) -> None:
    """The same name for a country in both languages is no trouble: keys decide."""
    rows = [
        {"id": f"{name}/{word}", "language": code, "template": template, "attribute": word, "targets": targets}
        for code, targets in (("en", {"CN": "China", "JP": "Japan"}), ("de", {"JP": "Japan", "CN": "China", "FR": "F"}))
        for name, template in (("person", "[TTT] [AAA]"), ("these", "[AAA] aus [TTT]"))
        for word in ("baker", "cook")
    ]
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    settings = Settings(draws=100)
    own = make_plan(
        models=["fake:random"], data=[str(path)], measures=["cb"], languages=["en", "de"], settings=settings
    )
    with Store() as store:
        [pair] = compare_languages(own, store)
    assert isinstance(pair.divergence, Divergence)
    assert (pair.divergence.cells, pair.divergence.targets) == (4, 2)
    assert set(pair.a.cells) == {(name, word) for name in ("person", "these") for word in ("baker", "cook")}


def test_a_change_that_brings_groups_closer_to_another_language_is_below_zero() -> None:
    even, far = {"FR": 0.0, "JP": 0.0}, {"FR": 4.0, "JP": 0.0}
    before, after, english = (
        side(label, *[ratios] * 4, language=code)
        for label, ratios, code in (("de A", far, "de"), ("de B", {"FR": 1.0, "JP": 0.0}, "de"), ("en", even, "en"))
    )
    pairs = [Pair(a, b, divergence(a, b, SETTINGS)) for a, b in ((before, after), (before, english), (after, english))]
    [found] = shifts(pairs, SETTINGS)
    wanted = value(after, english).value - value(before, english).value
    assert (found.before, found.after, found.to) == ("de A", "de B", "en")
    assert found.value == pytest.approx(wanted) and wanted < 0
    [judged] = judge_shifts([found])
    assert judged.verdict is not None and ", closer" in judged.verdict.sentence


def test_one_template_cannot_say_whether_groups_came_closer() -> None:
    sides = [
        side(label, {"FR": index, "JP": 0.0}, language=code)
        for index, (label, code) in enumerate((("de A", "de"), ("de B", "de"), ("en", "en")))
    ]
    pairs = [Pair(sides[0], one, Reason("not asked")) for one in sides[1:]]
    [found] = shifts(pairs, SETTINGS)
    assert found.value is None and "single" in str(found.undefined)
