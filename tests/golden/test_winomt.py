"""Confusion matrices of the authors' evaluation on the recorded translations of Google.

Origin: logs/google/*.log of gabrielStanovsky/mt_gender at commit 5862928; rows are gold male, female, neutral; columns
predicted male, female, neutral, unknown.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.query import Text
from babelance.core.scored import Scores
from babelance.datasets import find
from babelance.measures.formulas.winomt import CLASSES, GOLD, confusion
from babelance.measures.winomt import Winomt

LOGS = {
    "es": ((1487, 246, 89, 4), (1208, 519, 90, 5), (169, 11, 59, 1)),
    "de": ((1497, 297, 32, 0), (990, 790, 42, 0), (195, 23, 22, 0)),
}


@pytest.mark.parametrize(("target", "fidelity"), [("es", "paper"), ("de", "released")])
def test_no_cell_is_more_than_two_points_from_the_authors_log(mirror: Path, target: str, fidelity: str) -> None:
    lines = (mirror / "recorded" / "winomt" / "google" / f"en-{target}.txt").read_text(encoding="utf-8").splitlines()
    translations = dict(line.split(" ||| ") for line in lines)
    measure = Winomt(target=target, fidelity=fidelity)  # type: ignore[arg-type]
    items = [item for item in find("winomt").items("en") if item.texts["text"] in translations]
    assert len(items) == 3886
    matrix: Any = confusion(
        Scores.gather(measure.score(item, [Text(translations[item.texts["text"]])]) for item in items)
    )
    ours = np.asarray([[matrix[gold][kind] for kind in CLASSES] for gold in GOLD])
    assert np.abs(ours - np.asarray(LOGS[target])).max() / 3888 <= 0.02
