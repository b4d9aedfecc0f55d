"""Golden tests of one file ask the same models the same things: their answers are kept for the file."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("answers") / "answers.sqlite"


@pytest.fixture(autouse=True)
def one_store(own_places: None, answers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABELANCE_STORE", str(answers))
