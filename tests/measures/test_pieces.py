"""Names that a vocabulary cuts into pieces: how they are read, what of a score is theirs, and what is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.api import evaluate
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate
from babelance.core.null import Null
from babelance.core.query import Choices
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.cb import Cb
from babelance.measures.formulas.pieces import BySide, alike, null_by_side
from babelance.measures.log_prob_bias import LogProbBias
from tests.expecting import expect
from tests.measures.test_categories import item
from tests.measures.tiny_names import CUT, TRADES, WHOLE, write_model, write_probes

LANDS = {key: f"land {key}" for key in "ABCDEFGH"}


def scored(values: list[float], pieces: list[int], *, measure: Cb | LogProbBias | None = None, **tags: str) -> Scored:
    prior = Choices(tuple(LANDS.values()), np.zeros(8), tuple(pieces))
    target = Choices(tuple(LANDS.values()), np.asarray(values, float), tuple(pieces))
    outcome = (measure or Cb()).score(item(targets=LANDS, tags=tags), [target, prior])
    assert isinstance(outcome, Scored)
    return outcome


def test_names_are_alike_that_have_as_many_pieces_as_most_and_of_several_such_numbers_the_smallest() -> None:
    assert alike(np.asarray([1.0, 2, 2, 3, 2])).tolist() == [False, True, True, False, True]
    assert alike(np.asarray([2.0, 1, 1, 2])).tolist() == [False, True, True, False]


def test_what_is_left_is_the_variance_among_names_that_are_alike() -> None:
    outcome = scored([0, 1, 2, 3, 4, 5, 20, 40], [1, 1, 1, 1, 1, 1, 2, 3])
    assert outcome.columns["left"] == pytest.approx(np.var(range(6), ddof=1))
    assert outcome.columns["variance"] == pytest.approx(np.var([0, 1, 2, 3, 4, 5, 20, 40], ddof=1))
    assert outcome.columns["top"] == "F"
    assert outcome.detail["compared"] == list("ABCDEF")
    assert outcome.detail["pieces"] == dict(zip(LANDS, [1] * 6 + [2, 3], strict=True))


def test_parts_add_up_to_the_score_and_facts_count_pieces() -> None:
    rows = [scored([0, 1, 2, 3, 4, 5, 20, 40], [1, 1, 1, 1, 1, 1, 2, 3], template=f"t{n}") for n in range(3)]
    scores, weights = Scores(tuple(rows)), np.ones(3)
    parts = {name: float(part(weights)) for name, part in Cb().parts(scores).items()}
    assert sum(parts.values()) == pytest.approx(float(Cb().statistic(scores)(weights)))
    facts = Cb().extra(scores)
    assert facts["pieces"] == dict(zip(LANDS, [1] * 6 + [2, 3], strict=True))
    assert facts["first"] == {"F": 3}
    assert set(facts["contributions"]) <= set("ABCDEF")  # type: ignore[arg-type]


def test_names_that_are_all_alike_are_compared_with_shuffled_groups_alone() -> None:
    rows = [scored([0, 1, 2, 3, 4, 5, 2, 4], [2] * 8, template=f"t{n}") for n in range(3)]
    null = Cb().null(Scores(tuple(rows)))
    assert isinstance(null, Null) and null.name == "shuffled"
    assert not Cb().parts(Scores(tuple(rows)))


@pytest.mark.parametrize(("distance", "blocked"), [(1.0, False), (20.0, True)])
def test_pieces_block_a_finding_only_where_they_explain_most_of_the_score(distance: float, blocked: bool) -> None:
    values = [0.0, 1, 2, 3, 4, 5, 2 + distance, 3 + distance]
    rows = [scored(values, [1, 1, 1, 1, 1, 1, 2, 2], template=f"t{n}") for n in range(3)]
    null = Cb().null(Scores(tuple(rows)))
    assert isinstance(null, Null) and null.name == "pieces"
    assert bool(null.blocks) == blocked


def test_no_two_names_alike_say_nothing() -> None:
    rows = [scored([0, 1, 2, 3, 4, 5, 6, 7], list(range(1, 9)), template=f"t{n}") for n in range(3)]
    assert isinstance(Cb().null(Scores(tuple(rows))), Reason)


@pytest.mark.parametrize(("pieces", "expected"), [("product", [4, 6]), ("mean", [4, 3])])
def test_a_name_of_several_pieces_is_read_as_was_chosen(pieces: str, expected: list[float]) -> None:
    two = item(targets={"A": "one", "B": "two words"})
    answer = Choices(("one", "two words"), np.asarray([4.0, 6]), (1, 2))
    nothing = Choices(("one", "two words"), np.zeros(2), (1, 2))
    outcome = Cb(pieces=pieces).score(two, [answer, nothing])  # type: ignore[arg-type]
    assert isinstance(outcome, Scored)
    np.testing.assert_allclose(expect(np.ndarray, outcome.columns["log_ratios"]), expected)


def test_single_leaves_out_names_of_several_pieces_and_says_so() -> None:
    outcome = scored([0, 1, 2, 3, 4, 5, 20, 40], [1, 1, 1, 1, 1, 1, 2, 3], measure=Cb(pieces="single"))
    assert outcome.columns["targets"] == "A,B,C,D,E,F"
    assert outcome.detail["missing"] == {"G": "is cut into 2 pieces", "H": "is cut into 3 pieces"}


def test_answers_that_do_not_count_pieces_are_of_no_use_to_those_who_need_them() -> None:
    answer = Choices(tuple(LANDS.values()), np.zeros(8))
    outcome = Cb(pieces="mean").score(item(targets=LANDS), [answer, answer])
    assert isinstance(outcome, Skipped) and "do not say how many pieces" in outcome.reason


def test_pieces_of_released_code_and_of_whole_sentences_cannot_be_read_one_by_one() -> None:
    with pytest.raises(InputError, match=r"pieces=first and product=every-mask"):
        Cb(pieces="first", fidelity="released")
    with pytest.raises(InputError, match=r"pieces=within-word and prior=marginal"):
        LogProbBias(groups="A,B", pieces="within-word", prior="marginal")


def test_two_targets_of_one_name_are_refused() -> None:
    twice = item(targets={"KR": "Korea", "KP": "korea ", "JP": "Japan"})
    outcome = Cb().score(twice, [])
    assert isinstance(outcome, Skipped) and outcome.reason == "the targets KR and KP have the same name: korea "


def test_two_groups_of_unlike_names_are_compared_with_other_names_of_as_many_pieces() -> None:
    measure = LogProbBias(groups="A,E")
    rows = [scored([0, 0, 0, 0, 5, 5, 5, 5], [1] * 4 + [2] * 4, measure=measure, template=f"t{n}") for n in range(3)]
    null = measure.null(Scores(tuple(rows)))
    assert isinstance(null, Null) and (null.name, null.value) == ("pieces", -5)
    few = LogProbBias(groups="A+B,E+F")
    reason = few.null(Scores(tuple(rows)))
    assert isinstance(reason, Reason) and "cut into 1+1 and 2+2 pieces" in reason
    assert LogProbBias(groups="A,B").null(Scores(tuple(rows))) is None


def test_a_model_that_likes_longer_sides_is_at_its_null_where_stereotypes_are_longer() -> None:
    sides = np.asarray([1.0, 1, 1, -1])
    likes_longer = np.asarray([1.0, 1, 1, 0])
    found = null_by_side(likes_longer, sides, 0.5, 100)
    assert found is not None and found.value == 75
    assert null_by_side(np.asarray([1.0, 1, 1, 1]), np.asarray([1.0, -1, 1, -1]), 0.5, 100) is None
    assert null_by_side(likes_longer, np.zeros(4), 0.5, 100) is None


def test_what_longer_sides_are_worth_is_learnt_anew_in_every_draw() -> None:
    null = BySide(np.asarray([1.0, 0, 1, 0]), np.asarray([1.0, 1, 0, 0]), 0.5)
    np.testing.assert_allclose(null(np.asarray([[2.0, 0, 1, 1], [0, 0, 1, 1]])), [0.75, 0.5])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    write_probes(folder / "probes.jsonl")
    return folder


def measured(folder: Path, model: str, *, tied: float, steps: int, albert: bool = False, **options: Any) -> Estimate:
    if not (folder / model).exists():
        write_model(folder / model, tied=tied, steps=steps, albert=albert)
    result = evaluate(
        "cb", model=str(folder / model), data=str(folder / "probes.jsonl"), language="en", draws=300, **options
    )
    assert isinstance(result, Estimate) and result.verdict is not None
    return result


def test_a_model_without_ties_has_a_score_that_pieces_explain_and_no_finding(folder: Path) -> None:
    measurement = measured(folder, "plain", tied=0.0, steps=100)
    verdict = measurement.verdict
    assert verdict is not None and (verdict.kind, verdict.against, verdict.harmful) == (
        "not-told-apart",
        "pieces",
        False,
    )
    assert "how names are cut into pieces: 5 of 17 names" in verdict.sentence
    parts = measurement.extra["parts"]
    assert parts["pieces"]["value"] > 5 * parts["left"]["value"]  # type: ignore[index, call-overload, operator]
    assert measurement.extra["compared"] == [name.upper() for name in WHOLE]
    assert measurement.extra["pieces"]["RUM"] == len(CUT["rum"])  # type: ignore[index, call-overload]
    single = measured(folder, "plain", tied=0.0, steps=100, pieces="single")
    assert single.value == pytest.approx(parts["left"]["value"], rel=1e-5)  # type: ignore[index, call-overload]


def test_an_albert_with_pieces_of_its_own_kind_has_no_finding_either(folder: Path) -> None:
    measurement = measured(folder, "albert", tied=0.0, steps=100, albert=True)
    verdict = measurement.verdict
    assert verdict is not None and verdict.explained and not verdict.harmful and verdict.against == "pieces"
    counts = {"LANDA": 1, "RUM": 2, "KOQQX": 3}
    assert {name: measurement.extra["pieces"][name] for name in counts} == counts  # type: ignore[index, call-overload]
    assert set(measurement.extra["first"]) <= {name.upper() for name in WHOLE}  # type: ignore[arg-type]


def test_a_bias_that_was_put_in_is_shown_when_pieces_are_taken_out(folder: Path) -> None:
    measurement = measured(folder, "tied", tied=0.7, steps=400)
    verdict = measurement.verdict
    assert verdict is not None and (verdict.kind, verdict.against) == ("shown", "pieces"), measurement
    firsts = measurement.extra["first"]
    assert set(list(firsts)[: len(TRADES) - 1]) <= {name.upper() for name in WHOLE[: len(TRADES)]}  # type: ignore[arg-type]


def test_a_bias_among_names_of_as_many_pieces_is_not_explained_away(folder: Path) -> None:
    cut = ",".join(name.upper() for name in CUT)
    measurement = measured(folder, "tied", tied=0.7, steps=400, without=cut)
    assert measurement.verdict is not None and (measurement.verdict.kind, measurement.verdict.against) == (
        "shown",
        "shuffled",
    )
    assert "parts" not in measurement.extra and not measurement.verdict.explained
    plain = measured(folder, "plain", tied=0.0, steps=100, without=cut)
    assert plain.value < measurement.value / 5


def test_targets_beyond_the_papers_are_left_out_on_request() -> None:
    tags = {"plus_targets": "G,H", "released_without": "H"}
    asked = {
        name: len(Cb(targets=name).ask(item(targets=LANDS, tags=tags))[0].candidates)
        for name in ("paper", "plus", "released")
    }
    assert asked == {"paper": 6, "plus": 8, "released": 7}
