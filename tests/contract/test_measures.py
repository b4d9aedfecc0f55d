"""What every registered measure promises, checked on fake models over made-up items."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from babelance.core.contracts import measure_problems
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.model import Options
from babelance.core.query import Ability, abilities_of
from babelance.core.registry import MEASURES, MODELS
from babelance.core.scored import Scored, Scores
from babelance.run.configure import configure
from babelance.run.kinds import kind_for
from babelance.run.rehearsal import measure_faults

ALL = MEASURES.names()


def example_of(name: str) -> Measure:
    """The measure with the options of its own example."""
    return configure([name], MEASURES.get(name)().example.options)[name]


def scores(measure: Measure, items: Iterable[Item] | None = None) -> Scores:
    model = MODELS.get("fake").open("fake:random", Options())
    return Scores.gather(
        measure.score(item, list(model.answer(list(measure.ask(item))))) for item in items or measure.example.items
    )


@pytest.mark.parametrize("name", ALL)
def test_a_measure_says_what_its_numbers_mean(name: str) -> None:
    measure = MEASURES.get(name)()
    assert isinstance(measure, Measure)
    assert measure.scale.low <= measure.scale.ideal <= measure.scale.high
    assert measure.scale.reading
    assert measure.title
    assert measure.interval in ("wilson", "bca")


@pytest.mark.parametrize("name", ALL)
def test_a_measure_documents_formula_scale_and_reference(name: str) -> None:
    import sys

    text = sys.modules[MEASURES.get(name).__module__].__doc__ or ""
    assert all(word in text for word in ("Scale:", "Reference:", "Checked against:"))


@pytest.mark.parametrize("name", ALL)
def test_the_order_of_items_does_not_matter(name: str) -> None:
    measure = example_of(name)
    forward, backward = scores(measure), scores(measure, measure.example.items[::-1])
    values = [float(measure.statistic(one)(np.ones(len(one)))) for one in (forward, backward)]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_weight_two_is_a_copy_and_weight_zero_is_absence(name: str) -> None:
    measure = example_of(name)
    observed = scores(measure)
    n = len(observed)
    doubled = Scores((*observed.scored, observed.scored[0]))
    without = Scores(observed.scored[1:])
    twice, never = np.ones(n), np.ones(n)
    twice[0], never[0] = 2, 0
    statistic = measure.statistic(observed)
    assert float(statistic(twice)) == pytest.approx(float(measure.statistic(doubled)(np.ones(n + 1))))
    assert float(statistic(never)) == pytest.approx(float(measure.statistic(without)(np.ones(n - 1))))


@pytest.mark.parametrize("name", ALL)
def test_many_weightings_at_once_give_the_same_as_one_by_one(name: str) -> None:
    measure = example_of(name)
    observed = scores(measure)
    weights = (
        np.random.default_rng(1).multinomial(len(observed), np.ones(len(observed)) / len(observed), 7).astype(float)
    )
    statistic = measure.statistic(observed)
    together = statistic(weights)
    assert together.shape == (7,)
    np.testing.assert_allclose(together, [float(statistic(weighting)) for weighting in weights], atol=1e-12)


@pytest.mark.parametrize("name", ALL)
def test_nothing_left_to_measure_is_nan_not_a_number_that_looks_fair(name: str) -> None:
    measure = example_of(name)
    observed = scores(measure)
    with np.errstate(all="ignore"):
        assert np.isnan(float(measure.statistic(observed)(np.zeros(len(observed)))))


@pytest.mark.parametrize("name", ALL)
def test_every_item_is_scored_or_leaves_with_a_reason(name: str) -> None:
    measure = example_of(name)
    observed = scores(measure)
    assert observed.total == len(measure.example.items)
    assert all(isinstance(scored_item, Scored) for scored_item in observed.scored)
    assert all(skip.reason for skip in observed.skipped)


@pytest.mark.parametrize("name", ALL)
def test_a_measure_has_what_a_measure_must_have(name: str) -> None:
    assert list(measure_problems(name, MEASURES.get(name))) == []
    assert list(measure_faults(name)) == []


@pytest.mark.parametrize("name", ALL)
def test_a_measure_scores_its_own_example(name: str) -> None:
    measure = example_of(name)
    assert len(scores(measure)) == len(measure.example.items)


FITTING = [(name, kind) for name in ALL for kind in MODELS if MEASURES.get(name)().asks <= MODELS.get(kind).answers]


@pytest.mark.parametrize(("name", "kind"), FITTING)
def test_a_measure_that_claims_to_fit_a_kind_of_model_gets_scored_items_from_it(name: str, kind: str) -> None:
    measure = example_of(name)
    spec = "fake:random" if kind == "fake" else f"fake:{kind}"
    model = MODELS.get("fake").open(spec, Options())
    observed = Scores.gather(
        measure.score(item, list(model.answer(list(measure.ask(item))))) for item in measure.example.items
    )
    assert len(observed) == len(measure.example.items), observed.reasons()


@pytest.mark.parametrize("fidelity", ["paper", "released"])
@pytest.mark.parametrize("name", [name for name in ALL if hasattr(MEASURES.get(name)(), "fidelity")])
def test_what_a_measure_asks_follows_its_options(name: str, fidelity: str) -> None:
    options = MEASURES.get(name)().example.options
    measure = configure([name], {**options, "fidelity": fidelity})[name]
    asked = {
        ability for item in measure.example.items for query in measure.ask(item) for ability in abilities_of(query)
    }
    assert asked <= measure.asks
    assert measure.asks - asked <= {Ability.TOKENS_ATTENTION, Ability.TOKENS_CROSSED}, (
        "asks for more than any query needs"
    )


def test_categorical_bias_does_not_claim_to_fit_a_model_that_reads_from_left_to_right() -> None:
    with pytest.raises(
        InputError, match=r"'cb' asks for Fill\(hidden\) and Fill\(together\), which 'fake:causal' does not"
    ):
        kind_for("fake:causal", MEASURES.get("cb")().asks, "cb")


def test_what_is_recommended_instead_can_be_measured() -> None:
    with pytest.raises(InputError) as error:
        kind_for("fake:causal", MEASURES.get("cb")().asks, "cb")
    recommended = str(error.value).partition("It can be measured with: ")[2].removesuffix(".").split(", ")
    assert "cb (--set prior=marginal)" in recommended and "cps" in recommended
    for name, _, setting in (one.removesuffix(")").partition(" (--set ") for one in recommended):
        measure = configure([name], dict([setting.split("=")]) if setting else {})[name]
        assert kind_for("fake:causal", measure.asks, name).name == "fake"
