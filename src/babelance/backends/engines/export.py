"""Graphs exported from torch models: made once, tried against torch, and kept in the cache folder.

A graph is known by the content of its model and the versions of what exported it. It is used only if it gave torch's
numbers on batches of other sizes than the one it was exported with: an exporter may take a size for a constant.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
import torch
from torch import Tensor, nn

from babelance.backends.engines import engine
from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers.source import ModelSource
from babelance.core.errors import ModelError, StoreError
from babelance.core.model import Options

TOLERANCE = 1e-3
"""How far a float32 graph may be from torch, relative to the largest number (or absolute, if all are below 1)."""
ROUNDED = 0.1
"""The same for int8 and bfloat16, in the mean: about ten times what trained models show."""
_REVISION = "2"
"""Counts up when what is exported changes, so that older graphs are not used any more."""
_OPSET = 20
_EXPORTED, _TRIED = (2, 7), ((1, 5), (3, 11))
_SEAL = "content.sha256"
_FIRST_WORD = 5
"""Lower ids are mostly special tokens; padding would be another matter."""


@dataclass(frozen=True)
class ExportRequest:
    """What to export: a module whose inputs are all of shape (batch, length), and how to name it."""

    model_source: ModelSource
    options: Options
    part: str
    module: nn.Module
    inputs: tuple[str, ...]
    words: int


def open_exported(source: ExportRequest) -> engine.Run:
    """The graph in the engine and number format that the options name; exported first where it is not in the cache."""
    file = _folder(source) / "graph.onnx"
    with explain_errors(source.model_source, source.options), _quiet():
        if not is_whole(file.parent):
            _export(source, file.parent)
        number_format = loading.dtype_name(source.options)
        run = _open_file(source, file, number_format)
        if number_format != "float32":
            _try_out(source, run, _check_rounding)
        return run


def cache() -> Path:
    """The folder of exported graphs; `BABELANCE_CACHE` moves it."""
    return Path(os.environ.get("BABELANCE_CACHE") or platformdirs.user_cache_dir("babelance")) / "engines"


@contextlib.contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A folder to fill, which becomes `target` whole or not at all. Another process may have been faster."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}-"))
    except OSError as error:
        raise StoreError(
            f"Cannot write to '{target.parent}' ({error}). Set BABELANCE_CACHE to another folder."
        ) from error
    try:
        yield work
        (work / _SEAL).write_text(_content(work), encoding="ascii")
        with contextlib.suppress(OSError):
            work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def is_whole(folder: Path) -> bool:
    """Is all there that `new_folder` put there, unchanged? What is damaged is removed, to be made anew: a graph with a
    flipped bit gives other numbers, and nobody would see it."""
    try:
        whole = (folder / _SEAL).read_text(encoding="ascii") == _content(folder)
    except (OSError, ValueError):
        whole = False
    if not whole:
        shutil.rmtree(folder, ignore_errors=True)
    return whole


def _content(folder: Path) -> str:
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != _SEAL)
    return hashes.combine(*(file.name for file in files), *map(hashes.hash_of_files, files))


def _folder(source: ExportRequest) -> Path:
    made_by = [f"{name} {version(name)}" for name in ("torch", "transformers", "onnxscript")]
    return cache() / hashes.combine(source.model_source.content, source.part, *source.inputs, *made_by, _REVISION)[:32]


def _export(source: ExportRequest, target: Path) -> None:
    with new_folder(target) as folder:
        file = folder / "graph.onnx"
        batch = _batch(source, *_EXPORTED)
        sizes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("length")}
        program = torch.onnx.export(
            source.module,
            kwargs=batch,
            dynamo=True,
            dynamic_shapes=dict.fromkeys(batch, sizes),
            input_names=list(batch),
            opset_version=_OPSET,
            verbose=False,
        )
        assert program is not None
        program.save(file, external_data=True)
        _try_out(source, _open_file(source, file, "float32"), _check_close)


def _open_file(source: ExportRequest, file: Path, number_format: str) -> engine.Run:
    opening = engine.engine_for(source.options).open
    assert opening is not None
    return opening(file, number_format, engine.threads())


def _batch(source: ExportRequest, rows: int, length: int) -> dict[str, Tensor]:
    """Made-up ids; other inputs (token types) are zeros and ones."""
    generator = torch.Generator().manual_seed(rows)
    ids = torch.randint(_FIRST_WORD, source.words, (rows, length), generator=generator)
    first, *others = source.inputs
    return {first: ids} | {name: torch.zeros_like(ids) for name in others}


def _try_out(source: ExportRequest, run: engine.Run, check: Callable[[Any, Any], None]) -> None:
    for size in _TRIED:
        batch = _batch(source, *size)
        with torch.inference_mode():
            wanted = source.module(**batch)
        outputs = run({name: ids.numpy() for name, ids in batch.items()})
        for ours, theirs in zip(outputs, wanted, strict=True):
            check(ours, theirs.numpy())


def _check_close(ours: Any, theirs: Any) -> None:
    largest = max(1.0, float(np.abs(theirs).max()))
    distance = float(np.abs(ours - theirs).max()) / largest if ours.shape == theirs.shape else float("inf")
    if not distance <= TOLERANCE:
        raise ModelError(f"the exported graph gives other numbers than torch (relative difference {distance:.1g})")


def _check_rounding(ours: Any, theirs: Any) -> None:
    """An overflow or a wrong scale shows in every number; what rounding does to a score is the user's to see."""
    distance = float(np.sqrt(np.mean((ours - theirs) ** 2) / np.mean(theirs**2)))
    if not distance <= ROUNDED:
        raise ModelError(f"rounding moves its numbers by {distance:.0%}, more than {ROUNDED:.0%}; float32 would not")


@contextlib.contextmanager
def explain_errors(model_source: ModelSource, options: Options) -> Iterator[None]:
    """Whatever an exporter or an engine raises, in words that say what to do."""
    try:
        yield
    except (StoreError, MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:  # exporter and engines raise kinds of their own, by the dozen
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0].removesuffix(".")
        names: Mapping[str, Any] = model_source.config
        architecture = (names.get("architectures") or [names.get("model_type", "unknown architecture")])[0]
        raise ModelError(
            f"{model_source.label} ({architecture}) cannot be run by engine '{options.engine}': {reason}. "
            "Use --engine torch; what is stored stays valid."
        ) from error


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """The exporter reports what it skips and deprecates; what matters is tried out afterwards."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
