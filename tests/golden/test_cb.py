"""Categorical Bias on our own probes: every variance and every log ratio as the released script computes them.

The paper's formula is compared by its log ratios, for targets whose pieces in their place are those of the word alone:
how a name with a particle is cut, the paper does not say.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.golden.runs import expected, measure_probe

LANGUAGES = ("en", "ko", "zh", "ar")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_as_released(tmp_path: Path, language: str) -> None:
    record = expected(f"cb_mlm-bert_{language}")
    frames, values = measure_probe(tmp_path, record, "cb", fidelity="released")
    for item, variance, ratios, _ in record["rows"]:
        mine = frames["cb"].loc[item]
        assert mine.variance == pytest.approx(variance, rel=1e-4)
        assert log_ratios(mine) == pytest.approx(ratios, abs=1e-4)
    assert values["cb"] == pytest.approx(record["score"], rel=1e-4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_log_ratio_by_the_formula_of_the_paper(tmp_path: Path, language: str) -> None:
    record = expected(f"cb_mlm-bert_{language}")
    frames, _ = measure_probe(tmp_path, record, "cb")
    compared = 0
    for item, _, _, ratios in record["rows"]:
        mine = log_ratios(frames["cb"].loc[item])
        assert {key: mine[key] for key in ratios} == pytest.approx(ratios, abs=1e-4)
        assert frames["cb"].loc[item].variance == pytest.approx(np.var(list(mine.values()), ddof=1), rel=1e-4)
        compared += len(ratios)
    assert compared >= len(record["rows"])


def log_ratios(row: Any) -> dict[str, float]:
    return json.loads(row.detail)["log_ratios"]
