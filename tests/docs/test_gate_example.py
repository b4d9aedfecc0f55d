"""The example of docs/gate.md is what its two runs give today."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.verbs import run

PAGE = Path(__file__).parents[2] / "docs" / "gate.md"
RUNS = Path(__file__).parent / "gate_example"


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().split("\n")]


def test_the_example_of_the_gate_is_of_today(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If the output was changed on purpose: `COLUMNS=80 babelance gate released candidate` in the folder gives it."""
    monkeypatch.chdir(RUNS)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("BABELANCE_STORE", os.fspath(tmp_path / "store.sqlite"))
    code, printed, _ = run("gate released candidate")
    assert code == 1
    shown = PAGE.read_text(encoding="utf-8").partition("$ babelance gate released candidate\n")[2].partition("\n```")[0]
    assert lines_of(shown) == lines_of(printed)


def test_the_same_model_passes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(RUNS)
    monkeypatch.setenv("BABELANCE_STORE", os.fspath(tmp_path / "store.sqlite"))
    assert run("gate released released")[0] == 0
