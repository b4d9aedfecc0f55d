"""Any words on the command line: help, a result, or one line that says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.command_line import files, try_command

CASES = 120


def test_no_words_on_the_command_line_end_in_an_internal_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    files(tmp_path)
    assert not [str(failure) for case in range(CASES) if (failure := try_command(case))]
