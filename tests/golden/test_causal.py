"""Whole sentences read from left to right: lm-evaluation-harness and minicons as the judges, item by item."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.scored import Scored
from babelance.measures.cps import Cps
from babelance.models.causal import kind
from tests.expecting import expect
from tests.golden.runs import DATA

RECORD: dict[str, Any] = json.loads((DATA / "expected" / "causal_sentences.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def scored() -> list[Scored]:
    measure, model = Cps(tokens="all"), kind.open(str(DATA / "models" / RECORD["model"]), Options())
    items = [Item(row["id"], "en", {"more": row["more"], "less": row["less"]}) for row in RECORD["rows"]]
    answers = list(model.answer([query for item in items for query in measure.ask(item)]))
    outcomes = [measure.score(item, answers[2 * index : 2 * index + 2]) for index, item in enumerate(items)]
    return [outcome for outcome in outcomes if isinstance(outcome, Scored)]


@pytest.mark.parametrize("judge", ["lm_eval", "minicons"])
def test_the_sums_of_whole_sentences_are_those_of_others(judge: str, scored: list[Scored]) -> None:
    assert len(scored) == len(RECORD["rows"])
    ours = [[expect(float, scored_item.columns[side]) for side in ("more", "less")] for scored_item in scored]
    np.testing.assert_allclose(ours, [row[judge] for row in RECORD["rows"]], atol=1e-3)


def test_every_preference_is_that_of_lm_evaluation_harness(scored: list[Scored]) -> None:
    theirs = [float(row["lm_eval"][0] > row["lm_eval"][1]) for row in RECORD["rows"]]
    assert [scored_item.columns["score"] for scored_item in scored] == theirs
