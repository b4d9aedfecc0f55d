"""Who may use whom: data moves one way, and only models (and mitigations) know torch. The table is in the docs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import babelance
from babelance.core import registry

PACKAGE = Path(babelance.__file__).parent
TABLE = Path(__file__).parents[2] / "docs" / "design" / "layers.md"
HEAVY = {"torch", "transformers", "ctranslate2", "gensim"}
REGISTRIES = {
    name: value.package.split(".")[1] for name, value in vars(registry).items() if isinstance(value, registry.Registry)
}
"""`MODELS` → `models`: a look-up is a use, too."""


def table() -> dict[str, tuple[set[str], bool]]:
    """layer → (layers it may use, does it know torch?), from the documentation."""
    rows = [line.split("|")[1:-1] for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {name.strip("`"): (set(filter(None, may.split(", "))), torch == "yes") for name, _, may, torch in cells}


LAYERS = table()


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """(module, name) of every import of a file, wherever it stands; the name is empty for plain imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level and node.module, f"{path}: a relative import"
            yield from ((node.module, alias.name) for alias in node.names)


def used(path: Path) -> Iterator[str]:
    """Layers that a file uses: by import, by `from babelance import name`, by look-up in a registry."""
    for module, name in imports(path):
        if module == "babelance":
            home = babelance._HOMES.get(name, f"babelance.{name}") if name else "babelance._version"
            yield home.split(".")[1]
        elif module.startswith("babelance."):
            yield module.split(".")[1]
        if module == "babelance.core.registry" and name in REGISTRIES:
            yield REGISTRIES[name]


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if layer(path) in LAYERS]


def test_every_file_is_in_a_layer_of_the_table() -> None:
    others = {path.name for path in PACKAGE.rglob("*.py")} - {path.name for path in FILES}
    assert others <= {"__init__.py", "__main__.py", "_version.py"}
    assert set().union(*(may for may, _ in LAYERS.values())) <= set(LAYERS)


def test_no_layer_may_use_one_that_uses_it() -> None:
    order = TopologicalSorter({name: may for name, (may, _) in LAYERS.items()})
    assert set(order.static_order()) == set(LAYERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_layer_uses_only_what_it_may(path: Path) -> None:
    here = layer(path)
    assert set(used(path)) - {here, "_version"} <= LAYERS[here][0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_models_and_what_they_build_on_know_torch(path: Path) -> None:
    found = {module.partition(".")[0] for module, _ in imports(path)} & HEAVY
    allowed = HEAVY if LAYERS[layer(path)][1] else {"torch"} if path.name == "doctor.py" else set()
    assert found <= allowed


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_has_a_leading_underscore_is_imported_in_its_own_folder_only(path: Path) -> None:
    folder = ("babelance", *path.relative_to(PACKAGE).parts[:-1])
    for module, name in imports(path):
        words = (*module.split("."), *([name] if name else []))
        if words[0] != "babelance" or words[1:] == ("_version", "__version__"):
            continue
        for index, word in enumerate(words):
            if word.startswith("_") and not word.startswith("__"):
                assert folder[:index] == words[:index], f"{'.'.join(words)} is private to {'.'.join(words[:index])}"


@pytest.mark.parametrize("folder", ["measures", "datasets", "languages"])
def test_siblings_do_not_import_each_other(folder: str) -> None:
    for path in (PACKAGE / folder).glob("*.py"):
        others = {module.split(".")[2] for module, _ in imports(path) if module.startswith(f"babelance.{folder}.")}
        assert all(other.startswith("_") or (PACKAGE / folder / other).is_dir() for other in others), path


HELP = "import sys; sys.argv = ['babelance', '--help']; from babelance.cli import main; main()"


@pytest.mark.parametrize(
    ("words", "not_yet"),
    [
        ("import babelance", HEAVY | {"numpy", "typer"}),
        ("import babelance.extend", HEAVY | {"numpy", "typer"}),
        (HELP, HEAVY | {"numpy", "typer", "rich", "babelance.cli.run"}),
        ("from babelance.cli.app import app", HEAVY),
    ],
)
def test_nothing_is_imported_before_it_is_needed(words: str, not_yet: set[str]) -> None:
    code = f"{words}; import sys; print(sorted({not_yet!r} & set(sys.modules)), file=sys.stderr)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stderr.strip() == "[]"


MOST_PARAMETERS = 20
"""What belongs together (how a model is loaded, how it learns) is a group: see `cli/_groups`."""


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "cli").rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_a_verb_takes_groups_of_options_and_not_dozens_of_them(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert len(node.args.args) + len(node.args.kwonlyargs) <= MOST_PARAMETERS, node.name
