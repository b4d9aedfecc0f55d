"""The folder that a training writes: one training at a time, and the model in it appears whole or not at all.

A folder is a model once it has `config.json` (or `translator.json`), and finished once it has its record. So files are
saved into a hidden folder inside, with a name that nobody can guess, and take their places one after another: weights
first, then `config.json`, then the record. Renaming replaces a link, it does not follow it.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from babelance.backends.training.checkpoints import explain_full_disk
from babelance.backends.transformers.loading import quiet
from babelance.core import files
from babelance.core.errors import InputError
from babelance.core.folder_lock import lock_folder
from babelance.core.untrusted import read_object

UNFINISHED = ".training"
"""Where a training keeps what it needs to go on."""
RECORD = "training.json"
MARKS = ("config.json", "translator.json")
"""What makes a folder a model."""
LOCK = "lock"
_HALF_SAVED = ".model-"


@contextmanager
def only_training(out: Path) -> Iterator[None]:
    """Nobody else trains into this folder meanwhile. May be entered again by the same process."""
    folder = out / UNFINISHED
    lock = lock_folder(out, folder / LOCK, who="training", again=True)
    try:
        yield
    finally:
        _remove_if_empty(folder)
        lock.release()


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        if [path.name for path in folder.iterdir()] == [LOCK]:
            shutil.rmtree(folder)


def record_of(out: Path, name: str = RECORD) -> dict[str, Any] | None:
    """The record of a finished training; None if one may begin or go on here, an error if something else is there."""
    if (out / name).is_file():
        return read_object(out / name)
    if out.is_dir() and any(out.iterdir()) and not (out / UNFINISHED).is_dir():
        raise InputError(f"'{out}' is not empty. Choose another folder with --out.")
    return None


def refuse_other(out: Path, *, is_same: bool, what: str = "trained") -> None:
    """A finished model of another training is not written over."""
    if not is_same:
        raise InputError(f"'{out}' holds another {what} model. Choose another folder with --out.")


@contextmanager
def new_model(out: Path, record: str = RECORD) -> Iterator[Path]:
    """An empty folder to save a model and its record in; if nothing is raised, its files take their places in `out`."""
    with explain_full_disk(out):
        out.mkdir(parents=True, exist_ok=True)
        for left in out.glob(f"{_HALF_SAVED}*"):
            shutil.rmtree(left, ignore_errors=True)
        fresh = Path(tempfile.mkdtemp(dir=out, prefix=_HALF_SAVED))
    try:
        yield fresh
        with explain_full_disk(out):
            _take_places(fresh, out, last=(*MARKS, record))
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def copy_model(model: Path, out: Path, record: str = "mitigation.json") -> None:
    """The files of a finished model, without hidden ones."""
    with new_model(out, record) as folder, explain_full_disk(out):
        shutil.copytree(model, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))


def save(folder: Path, *parts: Any) -> None:
    """What can `save_pretrained`: a network, a tokenizer."""
    with explain_full_disk(folder), quiet():
        for part in parts:
            part.save_pretrained(folder)


def save_with_record(out: Path, record: Mapping[str, Any], *parts: Any) -> None:
    """The whole of a model that needs nothing else."""
    with new_model(out) as folder:
        save(folder, *parts)
        files.write_text(folder / RECORD, json.dumps(record, indent=2))


def _take_places(fresh: Path, out: Path, last: tuple[str, ...]) -> None:
    names = [path.name for path in fresh.iterdir() if path.name not in last]
    for path in fresh.rglob("*"):
        if path.is_file():
            path.chmod(files.new_mode())
            with path.open("rb+") as file:
                files.settle(file)
    for name in (*names, *(name for name in last if (fresh / name).exists())):
        if (out / name).is_dir() and not (out / name).is_symlink():
            shutil.rmtree(out / name)
        (fresh / name).replace(out / name)
