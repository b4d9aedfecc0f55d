"""NLI-CoAL and FN item by item, on a seeded classifier and the paper's own sets.

Origin of the numbers: `../shared/fixtures/expected/nli_nli-bert_*.json`, not part of the project: labels from single
forward passes without padding or truncation, NLI-CoAL by the released `calculate_score.py`, FN by equation 1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babelance.core.estimate import Estimate
from tests.expecting import expect
from tests.golden.runs import score_run

SETS = {"PS": "pro", "AS": "anti", "NS": "non"}


def expected(published: Path, language: str) -> dict[str, Any]:
    path = published / "expected" / f"nli_nli-bert_{language}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", ["en"])
def test_labels_counts_and_scores(published: Path, tmp_path: Path, language: str) -> None:
    wanted = expected(published, language)
    frames, results = score_run(
        tmp_path / "out", model=published / "models" / "nli-bert", data="nli-coal", language=language,
        measures=["nli-coal", "fn"],
    )  # fmt: skip
    rows = frames["nli-coal"].assign(set=[json.loads(tags)["set"] for tags in frames["nli-coal"].tags])
    for theirs, ours in SETS.items():
        given = "".join(label[0] for label in rows[rows.set == ours].label)
        assert given == wanted["predictions"][theirs]
        assert not rows.label.str.contains("/").any()
    coal, fn = results["nli-coal"], results["fn"]
    assert isinstance(coal, Estimate) and isinstance(fn, Estimate)
    assert coal.value == pytest.approx(wanted["aggregate"]["nli_coal"], abs=1e-12)
    assert fn.value == pytest.approx(wanted["aggregate"]["fn"], abs=1e-12)
    for theirs, (e, c, n) in wanted["aggregate"]["proportions_e_c_n"].items():
        mine = expect(dict, expect(dict, coal.extra["proportions"])[SETS[theirs]])
        assert [mine[name] for name in ("entailment", "contradiction", "neutral")] == pytest.approx([e, c, n])
