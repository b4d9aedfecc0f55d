"""Categorical Bias: cell by cell what the authors' released code computes, and what the paper's formula gives.

Origin of the numbers: `../shared/fixtures/expected/cb_*.json`, whose README says how they were made and with which
tolerance; they are not part of the project. (a) is the released code, (b) the paper's formula on the same pieces.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.estimate import Estimate
from tests.golden.runs import score_run
from tests.golden.test_pair_parity import expected

LANGUAGES = ("ko", "zh")
COLUMNS = {
    ("released", "1"): ("a_as_released", 0),
    ("paper", "1"): ("b_paper_sample_var", 1),
    ("paper", "0"): ("b_paper_population_var", 2),
}
WITHOUT = {"el": "TH,AF"}
"""The released code stops at these targets of many pieces: their products underflow."""


def run(published: Path, folder: Path, language: str, **options: Any) -> tuple[Any, Estimate]:
    frames, results = score_run(
        folder, model=published / "models" / "mlm-bert", data="ethnic-bias", language=language, measures=["cb"],
        without=WITHOUT.get(language, ""), targets="released", **options,
    )  # fmt: skip
    result = results["cb"]
    assert isinstance(result, Estimate)
    return frames["cb"], result


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("fidelity", "ddof"), COLUMNS)
def test_every_cell_and_the_score(published: Path, tmp_path: Path, language: str, fidelity: str, ddof: str) -> None:
    wanted = expected(published, f"cb_mlm-bert_{language}")
    frame, result = run(published, tmp_path, language, fidelity=fidelity, ddof=ddof)
    name, column = COLUMNS[fidelity, ddof]
    cells = [cell[column] for row in wanted["rows"] for cell in row]
    np.testing.assert_allclose(frame.variance.to_numpy(), cells, rtol=1e-4)
    assert result.value == pytest.approx(wanted["aggregate"][name], rel=1e-4)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("fidelity", "column"), [("released", 2), ("paper", 3)])
def test_log_ratios_of_every_target(published: Path, tmp_path: Path, language: str, fidelity: str, column: int) -> None:
    wanted = expected(published, f"cb_mlm-bert_{language}")
    frame, _ = run(published, tmp_path, language, fidelity=fidelity)
    attributes = len(wanted["rows"][0])
    for cell in wanted["sample_cells"]:
        row = frame.iloc[cell["template"] * attributes + cell["attribute"]]
        texts = json.loads(row.texts)
        assert (texts["template"], texts["attribute"]) == (cell["template_text"], cell["attribute_text"])
        mine = {json.loads(texts["targets"])[key].lower(): value for key, value in _ratios(row).items()}
        theirs = {target[0]: target[column] for target in cell["targets"]}
        assert mine == pytest.approx(theirs, abs=1e-4)


def _ratios(row: Any) -> dict[str, float]:
    return json.loads(row.detail)["log_ratios"]


KNOWN = {"tr": (15.7, 0.94), "ar": (8.99, 0.69), "el": (25.7, 1.05)}
"""(released, paper), as printed in the README of the values."""


@pytest.mark.parametrize("language", ["tr", "ar", "el"])
def test_scores_of_languages_of_which_only_the_total_is_known(published: Path, tmp_path: Path, language: str) -> None:
    released, paper = KNOWN[language]
    assert f"{run(published, tmp_path / 'a', language, fidelity='released')[1].value:.3g}" == f"{released:.3g}"
    assert f"{run(published, tmp_path / 'b', language, fidelity='paper')[1].value:.2f}" == f"{paper:.2f}"
