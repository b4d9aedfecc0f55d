"""MBE: what the authors' released code computes, from its stored sentence scores and from the model again.

Origin of the numbers: `expected/mbe_*.json` and `.npy` of the fixtures, whose README says how they were made and with
which tolerance. Male sentences are `A_x` of rows 0..119, female ones `B_x` of rows 97..211 of the ten-language pairs.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.estimate import Estimate
from babelance.core.item import Item
from babelance.core.scored import Scored, Scores
from babelance.measures.mbe import Mbe
from tests.golden.runs import score_run

RUNS = [("mlm-bert", "de"), ("mlm-bert", "en"), ("mlm-bert", "zh"), ("mlm-roberta", "en"), ("mlm-xlmr", "de")]
STORED = [run for run in RUNS if run != ("mlm-bert", "zh")]
SCORES = [("a_as_released", "released", None), ("b_paper_cosine", "paper", None), ("c_unweighted", "paper", "none")]


def expected(fixtures: Path, model: str, language: str) -> dict[str, Any]:
    path = fixtures / "expected" / f"mbe_{model}_{language}.json"
    if not path.is_file():
        pytest.skip(f"no expected values '{path.name}' among the fixtures")
    return json.loads(path.read_text())  # type: ignore[no-any-return]


@pytest.mark.parametrize(("model", "language"), STORED)
@pytest.mark.parametrize("likelihood", ["aula", "aul"])
@pytest.mark.parametrize(("name", "fidelity", "weight"), SCORES)
def test_score_from_stored_sentence_scores(
    fixtures: Path, model: str, language: str, likelihood: Any, name: str, fidelity: Any, weight: Any
) -> None:
    wanted = expected(fixtures, model, language)
    found = stored_scores(fixtures, wanted, f"mbe_{model}_{language}", likelihood)
    measure = Mbe(fidelity=fidelity, likelihood=likelihood, weight=weight)
    value = float(measure.statistic(found)(np.ones(len(found))))
    assert value == pytest.approx(wanted["aggregate"][likelihood][name], abs=1e-4)


def stored_scores(fixtures: Path, wanted: dict[str, Any], stem: str, likelihood: str) -> Scores:
    rows = []
    for group in ("female", "male"):
        vectors = np.load(fixtures / "expected" / f"{stem}_{group}_emb.npy")
        for number, (value, vector) in enumerate(zip(wanted[f"{group}_{likelihood}"], vectors, strict=True)):
            item = Item(f"{group}{number}", "xx", {"text": "…"}, {"group": group})
            rows.append(Scored(item, {"likelihood": value, "length": 1, "embedding": vector}))
    return Scores(tuple(rows))


@pytest.mark.parametrize(("model", "language"), RUNS)
@pytest.mark.parametrize(("likelihood", "tolerance"), [("aula", 1e-6), ("aul", 1e-5)])
def test_sentences_and_score_from_the_model(
    fixtures: Path, mirror: Path, tmp_path: Path, model: str, language: str, likelihood: str, tolerance: float
) -> None:
    wanted = expected(fixtures, model, language)
    data = write_groups(mirror / "sjsd" / f"cps_translated_{language}_formatted.csv", tmp_path / "groups.jsonl")
    frames, results = score_run(
        tmp_path / "out", model=fixtures / "models" / model, data=str(data), language=language,
        measures=["mbe"], likelihood=likelihood, fidelity="released",
    )  # fmt: skip
    for group in ("female", "male"):
        mine = [row["likelihood"] for item, row in frames["mbe"].iterrows() if str(item).startswith(group)]
        np.testing.assert_allclose(mine, wanted[f"{group}_{likelihood}"], atol=tolerance)
    result = results["mbe"]
    assert isinstance(result, Estimate)
    assert result.value == pytest.approx(wanted["aggregate"][likelihood]["a_as_released"], abs=0.02)


def write_groups(source: Path, target: Path) -> Path:
    if not source.is_file():
        pytest.skip(f"the mirror has no {source.name}")
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    male = [("male", number, row["A_x"]) for number, row in enumerate(rows[:120])]
    female = [("female", number, row["B_x"]) for number, row in enumerate(rows[97:212])]
    lines = [
        json.dumps({"id": f"{group}{number}", "text": text, "group": group}) for group, number, text in female + male
    ]
    target.write_text("\n".join(lines), encoding="utf-8")
    return target
