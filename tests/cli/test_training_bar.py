"""What a training says of itself where there is no terminal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from babelance.cli._training_bar import TrainingBar


def test_a_training_with_a_batch_more_than_was_estimated_has_no_time_below_zero(
    capsys: pytest.CaptureFixture[str],
) -> None:
    step: Any = SimpleNamespace(epoch=6, step=217, steps=216, loss=5.2, score=None, seconds_left=-0.4)
    TrainingBar().tell(step)
    told = capsys.readouterr().err
    assert "step 217 of 217" in told and "· 0 s left" in told
