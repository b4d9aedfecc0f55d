"""NLI-CoAL by the released script, and FN by its paper's equation 1, on our own premises, pair by pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.runs import expected, measured, rows_of


@pytest.mark.parametrize("language", ["en", "ko", "zh", "ar"])
def test_every_label_and_both_scores(tmp_path: Path, language: str) -> None:
    record = expected(f"nli_nli-bert_{language}")
    frames, values = measured(tmp_path, record, "nli-coal", "fn")
    wanted = {item: theirs["label"] for item, theirs in rows_of(record).items()}
    assert dict(frames["nli-coal"].label) == wanted
    assert values == pytest.approx(record["scores"], abs=1e-12)
