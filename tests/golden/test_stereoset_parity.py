"""StereoSet item by item as the released code scores it, on the first 100 intrasentence items of its English file.

Origin of the numbers: `expected/stereoset_*.json` of the fixtures. The file itself is not in every mirror.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from babelance.core.estimate import Estimate
from tests.golden.runs import score_run

SCRIPTS = [
    ("stereoset_discriminative_mlm-bert", "mlm-bert"),
    ("stereoset_discriminative_mlm-roberta", "mlm-roberta"),
    ("stereoset_generative_causal-gpt2", "causal-gpt2"),
]


@pytest.fixture
def english(mirror: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mirror that has the English StereoSet file, from BABELANCE_STEREOSET if the usual one does not."""
    if (mirror / "stereoset" / "dev.json").is_file():
        return
    copy = os.environ.get("BABELANCE_STEREOSET", "")
    if not Path(copy).is_file():
        pytest.skip("no English StereoSet: neither in the mirror nor named by BABELANCE_STEREOSET")
    (tmp_path / "mirror" / "stereoset").mkdir(parents=True)
    shutil.copy(copy, tmp_path / "mirror" / "stereoset" / "dev.json")
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path / "mirror"))


@pytest.mark.parametrize(("script", "model"), SCRIPTS)
def test_released_script(fixtures: Path, english: None, tmp_path: Path, script: str, model: str) -> None:
    path = fixtures / "expected" / f"{script}.json"
    if not path.is_file():
        pytest.skip(f"no expected values '{script}' among the fixtures")
    wanted = json.loads(path.read_text())
    frames, results = score_run(
        tmp_path / "out", model=fixtures / "models" / model, data="stereoset", language="en", limit=100,
        measures=["ss", "lms", "icat"], fidelity="released",
    )  # fmt: skip
    for cluster, _, _, *theirs in wanted["rows"]:
        mine = np.exp(frames["ss"].loc[cluster, ["stereotype", "anti", "unrelated"]].astype(float))
        np.testing.assert_allclose(mine, theirs, rtol=1e-4)
    overall = wanted["aggregate_by_evaluation.py"]["overall"]
    for name in ("ss", "lms", "icat"):
        result = results[name]
        assert isinstance(result, Estimate)
        assert result.value == pytest.approx(overall[name], abs=1e-9)
