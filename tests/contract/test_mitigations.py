"""What every registered mitigation promises, tried on its own example: a second of training each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babelance.core.contracts import mitigation_problems
from babelance.core.mitigation import Example, Mitigation
from babelance.core.model import Options
from babelance.core.query import Unanswered
from babelance.core.registry import MITIGATIONS, MODELS

ALL = MITIGATIONS.names()


def example_of(name: str, folder: Path) -> Example:
    way: Any = MITIGATIONS.get(name)
    found = way.example(folder)
    assert isinstance(found, Example)
    return found


@pytest.mark.parametrize("name", ALL)
def test_a_mitigation_has_what_a_mitigation_must_have(name: str) -> None:
    assert list(mitigation_problems(name, MITIGATIONS.get(name))) == []


@pytest.mark.parametrize("name", ALL)
def test_a_mitigation_makes_a_plain_model_of_its_example_and_says_what_it_did(name: str, tmp_path: Path) -> None:
    example = example_of(name, tmp_path)
    assert isinstance(example.way, Mitigation)
    given = Path(example.model.rpartition(":")[2])
    before = _files(given)
    out = example.way.apply(example.model, example.corpus, tmp_path / "out")
    record = json.loads((out / "mitigation.json").read_text(encoding="utf-8"))
    assert record["mitigation"] == name
    assert record["model"] and "language" in record
    assert _files(given) == before, "the model that was given has changed"
    prefix = example.model.rpartition(":")[0]
    spec = f"{prefix}:{out}" if prefix else str(out)
    [answer] = MODELS.get(example.kind).open(spec, Options()).answer([example.query])
    assert not isinstance(answer, Unanswered)


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}
