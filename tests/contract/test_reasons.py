"""A reason is a type of its own: no function gives back something or plain text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import babelance

PACKAGE = Path(babelance.__file__).parent
COMPUTED = ("stats", "studies", "measures", "run", "mitigations")


@pytest.mark.parametrize("layer", COMPUTED)
def test_no_function_of_a_layer_that_computes_gives_a_thing_or_text(layer: str) -> None:
    for path in (PACKAGE / layer).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                said = ast.unparse(node.returns)
                assert not said.endswith("| str"), f"{path.name}: {node.name} -> {said}: use core.reason.Reason"
