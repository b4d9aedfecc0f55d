"""Other people's packages, made up and installed into a folder for the time of a test."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from babelance.core import registry
from babelance.run.rehearsal import rehearse

Install = Callable[..., None]
REGISTRIES = [value for value in vars(registry).values() if isinstance(value, registry.Registry)]


def _forget() -> None:
    for entries in REGISTRIES:
        entries.__dict__.pop("_entry_points", None)
    rehearse.cache_clear()
    importlib.invalidate_caches()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`install("measures", "my-measure", code, "MyMeasure")`: a distribution with one module and one entry point."""
    modules: list[str] = []

    def write_plugin(group: str, name: str, code: str, entry: str) -> None:
        module = f"plugin_{name.replace('-', '_')}"
        site = tmp_path / "site" / module
        info = site / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (site / f"{module}.py").write_text(code, encoding="utf-8")
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[babelance.{group}]\n{name} = {module}:{entry}\n")
        monkeypatch.syspath_prepend(str(site))
        modules.append(module)
        _forget()

    yield write_plugin
    monkeypatch.undo()
    for module in modules:
        sys.modules.pop(module, None)
    _forget()
