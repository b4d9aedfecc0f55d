"""`babelance doctor`: whether this machine is fit for the work."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
from pathlib import Path

import psutil
import typer

from babelance._version import __version__
from babelance.cli._printing import print_table
from babelance.core.extras import installed_version

_PARTS = {
    "torch": "pip install 'babelance[models]'", "transformers": "pip install 'babelance[models]'",
    "msgpack": "pip install 'babelance[vectors]'",
    "ctranslate2": "pip install 'babelance[mt]'", "sacrebleu": "pip install 'babelance[mt]'",
    "eflomal": "pip install 'babelance[align]'", "pymorphy3": "pip install 'babelance[morphology]'",
    "seqeval": "pip install 'babelance[ner]'", "ray": "pip install 'babelance[ray]'",
    "playwright": "pip install 'babelance[dev]'",
}  # fmt: skip
_PROGRAMS = {"apertium": "translation with apertium:eu-en", "chromium": "browser tests of the report"}


def doctor() -> None:
    """Show versions, optional parts, memory, accelerators, the answer store, the cache and the mirror.

    Example: babelance doctor
    """
    from babelance.report.terminal_table import Row, TerminalTable

    facts = [*_machine(), *_packages(), *_places()]
    print_table(TerminalTable(("", ""), list(map(Row, facts)), title=f"babelance {__version__}"))


def _machine() -> list[tuple[str, str]]:
    memory = psutil.virtual_memory()
    return [
        ("python", platform.python_version()),
        ("machine", f"{platform.platform()}, {os.cpu_count()} cores"),
        ("memory", f"{memory.available / 2**30:.1f} of {memory.total / 2**30:.1f} GiB free"),
        ("accelerator", _accelerator()),
    ]


def _accelerator() -> str:
    try:
        import torch
    except ImportError:
        return "torch is not installed: pip install 'babelance[models]'"
    if torch.cuda.is_available():
        return f"cuda: {torch.cuda.get_device_name(0)}"
    return "mps" if torch.backends.mps.is_available() else "none: models run on the CPU"


def _packages() -> list[tuple[str, str]]:
    return [(name, installed_version(name) or f"not installed ({hint})") for name, hint in _PARTS.items()] + [
        (name, shutil.which(name) or f"not installed ({use})") for name, use in _PROGRAMS.items()
    ]


def _places() -> list[tuple[str, str]]:
    from babelance.run.store import default_path

    mirror = os.environ.get("BABELANCE_MIRROR")
    shown = mirror or "not set: datasets are downloaded"
    return [
        ("answer store", f"{default_path()} ({_store(default_path())})"),
        ("mirror", f"{shown} (there is no such folder)" if mirror and not Path(mirror).is_dir() else shown),
    ]


def _store(path: Path) -> str:
    if not path.exists():
        return "will be made by the first run"
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            count = database.execute("SELECT COUNT(*) FROM answers").fetchone()[0]
    except sqlite3.Error as error:
        return f"cannot be read: {error}"
    access = "writable" if os.access(path, os.W_OK) else "read-only"
    return f"{count} answers, {path.stat().st_size / 2**20:.1f} MiB, {access}"


ORDER = 90


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)
