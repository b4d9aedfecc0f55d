"""MBE: what the authors' released code computes, on public pairs.

Origin of the numbers: `../shared/fixtures/expected/mbe_*`, whose README says how they were made and with which
tolerance; they are not part of the project. Male sentences are `A_x` of rows 0..119, female ones `B_x` of rows 97..211
of the ten-language pairs.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.estimate import Estimate
from tests.golden.runs import score_run

RUNS = [("mlm-bert", "de"), ("mlm-bert", "en"), ("mlm-bert", "zh"), ("mlm-roberta", "en"), ("mlm-xlmr", "de")]


def expected(published: Path, model: str, language: str) -> dict[str, Any]:
    path = published / "expected" / f"mbe_{model}_{language}.json"
    return json.loads(path.read_text())


@pytest.mark.parametrize(("model", "language"), RUNS)
@pytest.mark.parametrize(("likelihood", "tolerance"), [("aula", 1e-6), ("aul", 1e-5)])
def test_sentences_and_score_from_the_model(
    published: Path, mirror: Path, tmp_path: Path, model: str, language: str, likelihood: str, tolerance: float
) -> None:
    wanted = expected(published, model, language)
    data = write_groups(mirror / "sjsd" / f"cps_translated_{language}_formatted.csv", tmp_path / "groups.jsonl")
    frames, results = score_run(
        tmp_path / "out", model=published / "models" / model, data=str(data), language=language,
        measures=["mbe"], likelihood=likelihood, fidelity="released",
    )  # fmt: skip
    for group in ("female", "male"):
        mine = [row["likelihood"] for item, row in frames["mbe"].iterrows() if str(item).startswith(group)]
        np.testing.assert_allclose(mine, wanted[f"{group}_{likelihood}"], atol=tolerance)
    result = results["mbe"]
    assert isinstance(result, Estimate)
    assert result.value == pytest.approx(wanted["aggregate"][likelihood]["a_as_released"], abs=0.02)


def write_groups(source: Path, target: Path) -> Path:
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    male = [("male", number, row["A_x"]) for number, row in enumerate(rows[:120])]
    female = [("female", number, row["B_x"]) for number, row in enumerate(rows[97:212])]
    lines = [
        json.dumps({"id": f"{group}{number}", "text": text, "group": group}) for group, number, text in female + male
    ]
    target.write_text("\n".join(lines), encoding="utf-8")
    return target
