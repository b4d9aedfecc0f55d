"""What the package imports is what it says it needs, and the other way round."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = {"scikit-learn": "sklearn"}
"""Distributions whose module has another name."""
NEEDED_BY_TRANSFORMERS = {"protobuf", "sentencepiece"}
"""Transformers reads the vocabularies of XLM-R and its relatives through these, if they are there."""


def imported_packages() -> set[str]:
    files = (ROOT / "src").rglob("*.py")
    return {name for file in files for name in _imports(ast.parse(file.read_text(encoding="utf-8")))}


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


def declared_packages(*lists: list[str]) -> set[str]:
    names = {re.split(r"[^\w.-]", line, maxsplit=1)[0] for lines in lists for line in lines}
    return {MODULES.get(name, name.replace("-", "_")) for name in names}


def test_every_import_is_declared() -> None:
    extras = [lines for name, lines in PROJECT["optional-dependencies"].items() if name not in ("dev", "docs")]
    known = declared_packages(PROJECT["dependencies"], *extras) | set(sys.stdlib_module_names) | {"babelance"}
    assert imported_packages() - known == set()


def test_every_dependency_is_imported() -> None:
    assert declared_packages(PROJECT["dependencies"]) - imported_packages() - NEEDED_BY_TRANSFORMERS == set()
