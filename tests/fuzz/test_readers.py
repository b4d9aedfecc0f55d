"""Damaged files of every format: an error that says what is wrong, or the same content; nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.fuzzer import fuzz
from tests.fuzz.readers import READERS

CASES = 45
SLOW = {"report": 12}
"""Readers that take more than some milliseconds get fewer cases here; `make fuzz` gives them their share."""


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a bomb is noticed before it hurts."""
    monkeypatch.setenv("BABELANCE_READ_LIMIT", "64")


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_an_error_or_unchanged(name: str, tmp_path: Path) -> None:
    assert not [str(one) for one in fuzz(name, tmp_path, cases=range(SLOW.get(name, CASES)))]


def test_two_thousand_cases_are_tried() -> None:
    assert sum(SLOW.get(name, CASES) for name in READERS) >= 2000
