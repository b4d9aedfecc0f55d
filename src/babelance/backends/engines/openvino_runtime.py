"""OpenVINO: runs an exported graph on the processor, in float32 or bfloat16."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import ModelError

_PRECISIONS = {"float32": "f32", "bfloat16": "bf16"}


def open_graph(file: Path, number_format: str, threads: int) -> Callable[..., Sequence[NDArray[np.float32]]]:
    import openvino

    core = openvino.Core()
    _require_precision(core, number_format)
    settings = {
        # Left alone it would compute in bfloat16 wherever the processor can.
        "INFERENCE_PRECISION_HINT": _PRECISIONS[number_format],
        "INFERENCE_NUM_THREADS": threads,
        "PERFORMANCE_HINT": "LATENCY",
    }
    compiled = core.compile_model(core.read_model(file), "CPU", settings)
    request = compiled.create_infer_request()

    def run(inputs: Mapping[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        outputs = request.infer(dict(inputs))
        # The request writes its next results into the same memory.
        return [np.array(outputs[output]) for output in compiled.outputs]

    return run


def _require_precision(core: Any, number_format: str) -> None:
    """Where the processor has no bfloat16, OpenVINO computes in float32 without a word, and the signature would lie."""
    if number_format == "bfloat16" and "BF16" not in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES"):
        raise ModelError(
            "this processor has no bfloat16 instructions, and OpenVINO would compute in float32 instead; "
            "use --dtype float32"
        )
