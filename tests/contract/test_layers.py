"""Who may import whom: data moves one way, and only models (and mitigations) know torch."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import babelance

PACKAGE = Path(babelance.__file__).parent
MAY_IMPORT = {
    "core": set(),
    "text": {"core"},
    "languages": {"core", "text"},
    "stats": {"core"},
    "datasets": {"core", "text", "languages"},
    "measures": {"core", "text", "languages"},
    "embedded": set(),
    "backends": {"core", "text", "embedded"},
    "models": {"core", "text", "backends"},
    "mitigations": {"core", "text", "languages", "backends", "models"},
    "build": {"core", "text", "languages", "models"},
    "report": {"core"},
    "run": {"core", "stats", "datasets", "measures", "models", "text", "languages"},
    "studies": {"core", "run", "stats", "backends", "models", "measures", "datasets", "text", "languages", "build"},
    "api": {"core", "run", "stats"},
    "cli": {
        *("core", "api", "run", "build", "studies", "mitigations", "report", "datasets", "backends", "models", "text"),
        *("languages", "stats"),
    },
}
KNOWS_TORCH = {"backends", "models", "mitigations"}
HEAVY = {"torch", "transformers", "ctranslate2", "gensim"}


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """(module, at the top of the file?) of every import of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, id(node) in top


def layer(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0].removesuffix(".py")


FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE or path.stem in ("api", "extend")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_layer_imports_only_what_it_may(path: Path) -> None:
    here = layer(path)
    own = {name.split(".")[1] for name, _ in imports(path) if name.startswith("babelance.")}
    assert own - {here, "_version"} <= MAY_IMPORT[here]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_models_and_what_they_build_on_know_torch(path: Path) -> None:
    found = {name.partition(".")[0] for name, _ in imports(path)} & HEAVY
    allowed = HEAVY if layer(path) in KNOWS_TORCH else {"torch"} if path.name == "doctor.py" else set()
    assert found <= allowed


@pytest.mark.parametrize("folder", ["measures", "datasets", "languages"])
def test_siblings_do_not_import_each_other(folder: str) -> None:
    for path in (PACKAGE / folder).glob("*.py"):
        others = {name.split(".")[2] for name, _ in imports(path) if name.startswith(f"babelance.{folder}.")}
        assert all(other.startswith("_") or (PACKAGE / folder / other).is_dir() for other in others), path


@pytest.mark.parametrize("words", ["import babelance", "from babelance.cli.app import app"])
def test_torch_is_not_imported_before_it_is_needed(words: str) -> None:
    code = f"{words}; import sys; print(sorted({HEAVY!r} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
