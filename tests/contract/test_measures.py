"""What every registered measure promises, checked on fake models over made-up items."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.model import Options
from babelance.core.registry import MEASURES, MODELS
from babelance.core.scored import Scored, Scores

SENTENCES = (
    ("Anna repaired the engine", "Peter repaired the engine"),
    ("Maria wrote the long report", "Paul wrote the long report"),
    ("Ines sang in the choir", "Otto sang in the choir"),
    ("Lea cooked a warm soup", "Finn cooked a warm soup"),
    ("Ida lost her keys", "Ole lost his keys"),
    ("Eva ran up the hill", "Jan ran up the hill"),
)
TEXTS = (
    ("more", "less"),
    ("context", "stereotype", "anti", "unrelated"),
    ("premise", "hypothesis"),
    ("text",),
    ("word",),
)


def pair_items() -> list[Item]:
    return [Item(str(i), "en", {"more": more, "less": less}) for i, (more, less) in enumerate(SENTENCES)]


def stereoset_items() -> list[Item]:
    texts = [
        {"context": f"{name} is BLANK today", "stereotype": f"{name} is loud today", "anti": f"{name} is calm today",
         "unrelated": f"{name} is paper today"}
        for name in ("Anna", "Peter", "Ines", "Otto", "Lea", "Finn")
    ]  # fmt: skip
    return [Item(str(i), "en", one, {"target": f"t{i % 3}"}) for i, one in enumerate(texts)]


def word_items() -> list[Item]:
    sets = {"target": ("men", "women"), "attribute": ("career", "family")}
    return [
        Item(
            f"{name}/{word}", "en", {"word": f"{name}-{word}"},
            {"query": "q", "role": role, "set": name, "side": str(side), "position": word},
        )
        for role, names in sets.items()
        for side, name in enumerate(names, start=1)
        for word in "12345"
    ]  # fmt: skip


def group_items() -> list[Item]:
    targets = '{"FR": "France", "JP": "Japan", "PE": "Peru"}'
    return [
        Item(f"{name}/{word}", "en", {"template": template, "attribute": word, "targets": targets},
             {"template": name, "attribute": word})
        for name, template in (("one", "A person from [TTT] is a [AAA]."), ("two", "This [AAA] came from [TTT]."))
        for word in ("baker", "cook", "vet")
    ]  # fmt: skip


def nli_items() -> list[Item]:
    return [
        Item(f"{name} {number}", "en", {"premise": f"The {word} {doing}.", "hypothesis": f"The man {doing}."},
             {"set": name, "occupation": word, "label": ("neutral", "entailment", "contradiction")[number % 3]})
        for name, word in (("pro", "pilot"), ("anti", "nurse"), ("non", "baker"))
        for number, doing in enumerate(("sings", "waits", "eats soup", "walks home"))
    ]  # fmt: skip


def items_for(measure: Measure) -> list[Item] | None:
    if {"premise", "hypothesis"} <= measure.fields:
        return nli_items()
    if {"word", "query"} <= measure.fields:
        return word_items()
    if measure.fields == {"template", "attribute", "targets"}:
        return group_items()
    if measure.fields == {"more", "less"}:
        return pair_items()
    if "context" in measure.fields:
        return stereoset_items()
    return None


COVERED = [name for name in MEASURES if items_for(MEASURES.get(name)())]


def scores(measure: Measure, items: Iterable[Item]) -> Scores:
    model = MODELS.get("fake").open("fake:random", Options())
    return Scores.gather(measure.score(item, list(model.answer(list(measure.ask(item))))) for item in items)


@pytest.mark.parametrize("name", MEASURES.names())
def test_a_measure_says_what_its_numbers_mean(name: str) -> None:
    measure = MEASURES.get(name)()
    assert isinstance(measure, Measure)
    assert measure.scale.low <= measure.scale.ideal <= measure.scale.high
    assert measure.scale.reading
    assert measure.title
    assert measure.interval in ("wilson", "bca")


@pytest.mark.parametrize("name", MEASURES.names())
def test_a_measure_documents_formula_scale_and_reference(name: str) -> None:
    import sys

    text = sys.modules[MEASURES.get(name).__module__].__doc__ or ""
    assert all(word in text for word in ("Scale:", "Reference:", "Checked against:"))


@pytest.mark.parametrize("name", COVERED)
def test_the_order_of_items_does_not_matter(name: str) -> None:
    measure = MEASURES.get(name)()
    items = items_for(measure) or []
    forward, backward = scores(measure, items), scores(measure, items[::-1])
    values = [float(measure.statistic(one)(np.ones(len(one)))) for one in (forward, backward)]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


@pytest.mark.parametrize("name", COVERED)
def test_weight_two_is_a_copy_and_weight_zero_is_absence(name: str) -> None:
    measure = MEASURES.get(name)()
    found = scores(measure, items_for(measure) or [])
    n = len(found)
    doubled = Scores((*found.scored, found.scored[0]))
    without = Scores(found.scored[1:])
    twice, never = np.ones(n), np.ones(n)
    twice[0], never[0] = 2, 0
    statistic = measure.statistic(found)
    assert float(statistic(twice)) == pytest.approx(float(measure.statistic(doubled)(np.ones(n + 1))))
    assert float(statistic(never)) == pytest.approx(float(measure.statistic(without)(np.ones(n - 1))))


@pytest.mark.parametrize("name", COVERED)
def test_many_weightings_at_once_give_the_same_as_one_by_one(name: str) -> None:
    measure = MEASURES.get(name)()
    found = scores(measure, items_for(measure) or [])
    weights = np.random.default_rng(1).multinomial(len(found), np.ones(len(found)) / len(found), 7).astype(float)
    statistic = measure.statistic(found)
    together = statistic(weights)
    assert together.shape == (7,)
    np.testing.assert_allclose(together, [float(statistic(one)) for one in weights], atol=1e-12)


@pytest.mark.parametrize("name", COVERED)
def test_nothing_left_to_measure_is_nan_not_a_number_that_looks_fair(name: str) -> None:
    measure = MEASURES.get(name)()
    found = scores(measure, items_for(measure) or [])
    with np.errstate(all="ignore"):
        assert np.isnan(float(measure.statistic(found)(np.zeros(len(found)))))


@pytest.mark.parametrize("name", COVERED)
def test_every_item_is_scored_or_leaves_with_a_reason(name: str) -> None:
    measure = MEASURES.get(name)()
    found = scores(measure, items_for(measure) or [])
    assert found.total == len(items_for(measure) or [])
    assert all(isinstance(one, Scored) for one in found.scored)
    assert all(skip.reason for skip in found.skipped)
