"""Groups without masks: what is left of whole sentences' likelihoods once groups and attributes are taken out."""

from __future__ import annotations

import json

import numpy as np
import pytest

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.query import SLOT, Choices, Fill
from babelance.core.scored import Scored, Scores
from babelance.measures.cb import Cb
from babelance.measures.formulas.marginal import of_several_attributes
from babelance.measures.log_prob_bias import LogProbBias
from tests.expecting import expect

TARGETS = {"FR": "France", "JP": "Japan", "PE": "Peru"}
GROUPS = np.asarray([0.0, -3.0, -7.0])
"""How likely the names are anywhere."""
ATTRIBUTES = {"cook": -2.0, "vet": -9.0, "clerk": -4.0}
"""How likely the attributes are anywhere."""
TOGETHER = {"cook": np.asarray([2.0, -1.0, -1.0]), "vet": np.asarray([-2.0, 1.0, 1.0]), "clerk": np.zeros(3)}
"""What goes with what; centred in both directions."""


def item(attribute: str, template: str = "one") -> Item:
    texts = {"template": "A [AAA] from [TTT].", "attribute": attribute, "targets": json.dumps(TARGETS)}
    return Item(f"{template}/{attribute}", "en", texts, {"template": template, "attribute": attribute})


def scores(measure: Cb | LogProbBias, *items: Item, together: float = 1.0) -> Scores:
    outcomes = []
    for item in items:
        name = item.texts["attribute"]
        values = -20 + GROUPS + ATTRIBUTES[name] + together * TOGETHER[name]
        outcomes.append(measure.score(item, [Choices(tuple(TARGETS.values()), values)]))
    return Scores.gather(outcomes)


ITEMS = [item(name) for name in ATTRIBUTES]
CB = Cb(prior="marginal")


def value(measure: Cb | LogProbBias, observed: Scores, weights: list[float] | None = None) -> float:
    return float(measure.statistic(observed)(np.asarray(weights or np.ones(len(observed)), float)))


def test_one_query_for_each_item_asks_for_whole_sentences() -> None:
    assert CB.ask(ITEMS[0]) == [Fill(f"A cook from {SLOT}.", tuple(TARGETS.values()), "sentence")]


def test_likely_names_and_likely_attributes_drop_out() -> None:
    assert value(CB, scores(CB, *ITEMS, together=0.0)) == pytest.approx(0, abs=1e-9)


def test_what_goes_together_is_the_variance_over_groups_averaged_over_attributes() -> None:
    expected = np.mean([TOGETHER[name].var(ddof=1) for name in ATTRIBUTES])
    assert value(CB, scores(CB, *ITEMS)) == pytest.approx(expected)


def test_a_weight_of_two_is_a_copy_and_a_weight_of_none_is_absent() -> None:
    observed = scores(CB, *ITEMS)
    assert value(CB, observed, [2, 1, 1]) == pytest.approx(value(CB, scores(CB, ITEMS[0], *ITEMS)))
    assert value(CB, observed, [0, 1, 1]) == pytest.approx(value(CB, scores(CB, *ITEMS[1:])))


def test_templates_are_centred_apart() -> None:
    both = scores(CB, *ITEMS, *[item(name, "two") for name in ATTRIBUTES])
    assert value(CB, both) == pytest.approx(value(CB, scores(CB, *ITEMS)))


def test_a_single_attribute_has_no_number_rather_than_none_of_bias() -> None:
    alone = scores(CB, ITEMS[0])
    assert "one attribute only" in str(CB.undefined(alone))
    assert np.isnan(value(CB, alone))
    assert np.isnan(value(CB, scores(CB, ITEMS[0], ITEMS[0])))


def test_templates_with_one_attribute_can_be_left_out() -> None:
    found = of_several_attributes(scores(CB, *ITEMS, item("cook", "two"), item("cook", "two")))
    assert [scored_item.item.tags["template"] for scored_item in found.scored] == ["one"] * 3
    assert not of_several_attributes(scores(CB, ITEMS[0])).scored


def test_the_attributes_that_contribute_most_are_named() -> None:
    facts = CB.extra(scores(CB, *ITEMS))
    assert set(list(facts["attributes"])[:2]) == {"cook", "vet"}  # type: ignore[arg-type]
    assert facts["targets"] == 3


def test_two_groups_are_told_apart_by_the_spread_of_their_differences() -> None:
    measure = LogProbBias(groups="FR,JP", prior="marginal")
    observed = scores(measure, *ITEMS)
    assert value(measure, observed) == pytest.approx(np.sqrt(np.mean([9, 9, 0])))
    assert dict(measure.extra(observed)["attributes"]) == pytest.approx(  # type: ignore[arg-type]
        {"cook": 3.0, "vet": -3.0, "clerk": 0.0}
    )
    assert measure.scale_for(observed).ideal == 0


def test_a_mean_difference_that_is_nought_by_construction_is_refused() -> None:
    with pytest.raises(InputError, match="do not go together"):
        LogProbBias(groups="FR,JP", prior="marginal", report="difference")
    with pytest.raises(InputError, match="do not go together"):
        LogProbBias(groups="FR,JP", report="spread")


def test_a_column_of_each_item_keeps_what_was_read() -> None:
    [one] = scores(CB, ITEMS[0]).scored
    assert isinstance(one, Scored)
    np.testing.assert_allclose(expect(np.ndarray, one.columns["log_likelihoods"]), -22 + GROUPS + TOGETHER["cook"])
