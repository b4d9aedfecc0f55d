"""What the package imports is what it says it needs, and the other way round."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from babelance.core import extras
from babelance.core.errors import MissingExtra

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = {"scikit-learn": "sklearn", "pyyaml": "yaml"}
"""Distributions whose module has another name."""
NEEDED_BY_TRANSFORMERS = {"protobuf"}
"""Transformers reads the vocabularies of XLM-R and its relatives through it."""
HEAVY = {"torch", "transformers", "sklearn", "ray", "ctranslate2", "onnx", "openvino"}


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
    optional = [lines for name, lines in PROJECT["optional-dependencies"].items() if name not in ("dev", "docs")]
    known = declared_packages(PROJECT["dependencies"], *optional) | set(sys.stdlib_module_names) | {"babelance"}
    assert imported_packages() - known == set()


def test_every_dependency_is_imported() -> None:
    optional = PROJECT["optional-dependencies"]
    named = declared_packages(PROJECT["dependencies"], optional["models"], optional["vectors"])
    assert named - imported_packages() - NEEDED_BY_TRANSFORMERS == set()


def test_the_base_install_is_light() -> None:
    assert declared_packages(PROJECT["dependencies"]) & HEAVY == set()


def test_what_is_missing_is_told_with_the_exact_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    for module, extra in extras.EXTRAS.items():
        with pytest.raises(MissingExtra, match=rf"pip install 'babelance\[{extra}\]'"):
            extras.require(module)
        assert module in declared_packages(PROJECT["optional-dependencies"][extra])


def test_without_the_extra_for_models_the_rest_works_and_a_model_says_what_to_install(tmp_path: Path) -> None:
    """As in an environment of the base install: the modules are hidden."""
    hide = "import sys; sys.modules.update(dict.fromkeys(('torch', 'transformers', 'huggingface_hub', 'sklearn')))"
    start = "from babelance.cli import main; main()"
    outcomes = []
    for model in ("fake:random", "babelance/tiny-multilingual"):
        words = f"run -m {model} -d babel-pairs -l de --measures cps --limit 5 --draws 100".split()
        code = f"{hide}; sys.argv = ['babelance', *{words!r}]; {start}"
        outcomes.append(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False))
    assert outcomes[0].returncode == 0, outcomes[0].stderr
    assert outcomes[1].returncode == 2 and "pip install 'babelance[models]'" in outcomes[1].stderr
