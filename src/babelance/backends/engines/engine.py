"""Engines: what computes a batch of token ids. `torch` does it itself; the others run what was exported from it once.

Only the network of a batch is computed elsewhere. Tokens, masks, batches, the projection to the vocabulary and the
store stay as they are. Engine and number format are part of the signature and of the key of stored answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.engines import onnx_runtime, openvino_runtime
from babelance.backends.transformers import loading as transformers
from babelance.core.errors import MissingExtra, ModelError, UnknownName
from babelance.core.model import Options

Arrays = Mapping[str, NDArray[np.int64]]
Run = Callable[[Arrays], Sequence[NDArray[np.float32]]]
"""Named inputs of a batch → the outputs of the graph."""


ENCODERS, TRANSLATORS = "masked and NLI models", "translators"


@dataclass(frozen=True)
class Engine:
    """`runs`: models of these kinds alone, or all of them if it is empty. `open` takes the file of a float32 graph, a
    number format and the number of threads; an engine without it runs no graphs."""

    title: str
    extra: str
    needs: tuple[str, ...]
    formats: tuple[str, ...]
    runs: str = ""
    open: Callable[[Path, str, int], Run] | None = None


ENGINES: Mapping[str, Engine] = {
    "torch": Engine("PyTorch", "", (), ("float32", "bfloat16", "float16")),
    "onnx": Engine(
        "ONNX Runtime", "onnx", ("onnxruntime", "onnx", "onnxscript"), ("float32", "int8"), ENCODERS,
        onnx_runtime.open_graph,
    ),
    "openvino": Engine(
        "OpenVINO", "openvino", ("openvino", "onnx", "onnxscript"), ("float32", "bfloat16"), ENCODERS,
        openvino_runtime.open_graph,
    ),
    "ct2": Engine("CTranslate2", "mt", ("ctranslate2",), ("float32", "bfloat16", "float16", "int8"), TRANSLATORS),
}  # fmt: skip


def check(options: Options, models: str) -> None:
    """Refuse an engine that is unknown, not installed, or cannot do what is asked; before any weights are read."""
    engine = _engine_of(options)
    if engine.runs not in ("", models):
        able = [name for name, other in ENGINES.items() if other.runs in ("", models)]
        raise ModelError(
            f"Engine '{options.engine}' runs {engine.runs}, not {models}. Use --engine {' or --engine '.join(able)}."
        )
    _check_format(options, engine, models)
    if engine.open is not None and options.device not in ("auto", "cpu"):
        raise ModelError(
            f"Engine '{options.engine}' computes on the processor, not on '{options.device}'. Use --engine torch for "
            "that device, or --device cpu."
        )
    if not all(find_spec(name) for name in engine.needs):
        raise MissingExtra(engine.title, engine.extra)


def require_torch(options: Options, models: str, instead: str) -> None:
    """Refuse any other engine for a kind of model that has none; `instead` is the next step."""
    engine = _engine_of(options)
    if not is_torch(options):
        raise ModelError(f"Engine '{options.engine}' does not run {models}. {instead}")
    _check_format(options, engine, models)


def engine_for(options: Options) -> Engine:
    return ENGINES[options.engine]


def is_torch(options: Options) -> bool:
    return options.engine == "torch"


def torch_options(options: Options) -> Options:
    """How to load the torch model: a graph is exported from float32 on the processor, whatever is made of it."""
    return options if is_torch(options) else replace(options, device="cpu", dtype="float32")


def _engine_of(options: Options) -> Engine:
    if options.engine not in ENGINES:
        raise UnknownName("engine", options.engine, ENGINES)
    return ENGINES[options.engine]


def _check_format(options: Options, engine: Engine, models: str) -> None:
    wanted = transformers.dtype_name(options)
    if wanted not in engine.formats:
        able = [name for name, other in ENGINES.items() if wanted in other.formats and other.runs in ("", models)]
        instead = f"For {wanted} use --engine {' or --engine '.join(able)}." if able else "Use one of these."
        raise ModelError(
            f"Engine '{options.engine}' does not compute in {wanted}, but in {', '.join(engine.formats)}. {instead}"
        )


def threads() -> int:
    """As many as torch would use: OMP_NUM_THREADS and the executor's share of a machine hold for every engine."""
    import torch

    count: Any = torch.get_num_threads()
    return int(count)
