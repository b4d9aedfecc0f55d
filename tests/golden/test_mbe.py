"""MBE on our own sentences: what the released script computes, sentence by sentence and over all.

The paper's number (cosines as weights) was computed from the script's scores and embeddings: the script itself has dot
products. Embeddings are kept to six digits.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.scored import Scored, Scores
from babelance.measures.mbe import Mbe
from tests.golden.runs import expected, measure_probe

MODELS = ("mlm-bert", "mlm-roberta", "mlm-xlmr")
LANGUAGES = ("en", "ko", "zh", "ar")
SCORES: dict[str, dict[str, Any]] = {
    "released": {"fidelity": "released"},
    "paper": {"fidelity": "paper"},
    "unweighted": {"weight": "none"},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("likelihood", "tolerance"), [("aula", 1e-6), ("aul", 1e-5)])
def test_every_sentence_and_the_score(
    tmp_path: Path, model: str, language: str, likelihood: str, tolerance: float
) -> None:
    record = expected(f"mbe_{model}_{language}")
    frames, values = measure_probe(tmp_path, record, "mbe", fidelity="released", likelihood=likelihood)
    theirs = {row[0]: row[1 + record["columns"][1:].index(likelihood)] for row in record["rows"]}
    np.testing.assert_allclose(frames["mbe"].likelihood[list(theirs)], list(theirs.values()), atol=tolerance)
    assert values["mbe"] == pytest.approx(record["scores"][likelihood]["released"], abs=1e-4)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("likelihood", "column"), [("aula", 1), ("aul", 2)])
@pytest.mark.parametrize("score", SCORES)
def test_the_score_from_the_script_s_own_sentence_scores(
    model: str, language: str, likelihood: Any, column: int, score: str
) -> None:
    record = expected(f"mbe_{model}_{language}")
    measure, scores = Mbe(likelihood=likelihood, **SCORES[score]), stored_scores(record, column)
    value = float(measure.statistic(scores)(np.ones(len(scores))))
    assert value == pytest.approx(record["scores"][likelihood][score], abs=1e-4)


def stored_scores(record: dict[str, Any], column: int) -> Scores:
    """The scores and embeddings that the script computed, as if a model had given them."""
    rows = []
    for row in record["rows"]:
        item = Item(row[0], "und", {"text": "…"}, {"group": row[0].rpartition("-")[2]})
        values = {"likelihood": row[column], "length": 1, "embedding": np.asarray(row[3:], dtype=np.float32)}
        rows.append(Scored(item, values))
    return Scores(tuple(rows))
