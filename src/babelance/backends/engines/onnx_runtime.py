"""ONNX Runtime: runs an exported graph on the processor, in float32 or with its layers in int8.

int8 is dynamic quantisation. Weights are rounded once, with a scale for each output of a layer; activations while
running, with a scale for each position. ONNX Runtime's own way has one scale for a whole batch: an answer would change
with its neighbours (measured: as much as by the rounding itself). Sums of integers are exact, so here it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_DOMAIN, _RUNTIME = "babelance", "com.microsoft"


def open_graph(file: Path, number_format: str, threads: int) -> Callable[..., Sequence[NDArray[np.float32]]]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    path = _int8_file(file) if number_format == "int8" else file
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def run(inputs: Mapping[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        try:
            return list(session.run(None, dict(inputs)))
        except Exception as error:  # of a kind of its own, whatever happened; memory is for the caller to act on
            if "allocate" in str(error).lower():
                raise MemoryError(str(error)) from error
            raise

    return run


def _int8_file(file: Path) -> Path:
    """The int8 graph beside a float32 one; made where it is not there yet."""
    import onnxruntime

    from babelance.backends.engines.export import is_whole, new_folder

    target = file.parent / f"int8-{onnxruntime.__version__}"
    if not is_whole(target):
        with new_folder(target) as folder:
            _quantise(file, folder / file.name)
    return target / file.name


def _quantise(source: Path, target: Path) -> None:
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    whole = onnx.load(source)
    # Quantising turns some weights round and then finds that they have not the shape that is noted for them.
    del whole.graph.value_info[:]
    quantize_dynamic(
        whole,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        # Seven bits: with eight, sums overflow on processors without VNNI, and numbers would depend on the machine.
        reduce_range=True,
        op_types_to_quantize=["MatMul"],
        nodes_to_exclude=_last_layers(whole),
        use_external_data_format=True,
    )
    graph = onnx.load(target, load_external_data=False)
    _quantise_by_row(graph)
    onnx.save(graph, target)


def _last_layers(model: Any) -> list[str]:
    """The layers of a classifier that see one vector of each row, `Gemm`s: little to gain, and they decide."""
    return [f"{node.name}_MatMul" for node in model.graph.node if node.op_type == "Gemm"]


def _quantise_by_row(model: Any) -> None:
    """Divide every row by its largest number before it is rounded, and multiply what comes out by it again.

    The scale that ONNX Runtime sees stays one number: where it has one for each row, it takes the first for all.
    """
    from onnx import helper

    nodes = list(model.graph.node)
    tops = {node.output[0]: f"{node.output[0]}_top" for node in nodes if node.op_type == "DynamicQuantizeLinear"}
    makers = {name: node for node in nodes for name in node.output}
    readers = {name: node for node in nodes for name in node.input}
    instead: dict[str, list[Any]] = {}
    for node in nodes:
        if node.op_type == "DynamicQuantizeLinear":
            names = [*node.output, tops[node.output[0]]]
            instead[node.output[0]] = [helper.make_node("QuantizeRows", node.input, names, domain=_DOMAIN)]
        elif node.op_type == "MatMulInteger":
            cast = readers[node.output[0]]
            scaled = readers[cast.output[0]]
            scales = makers[next(name for name in scaled.input if name != cast.output[0])]
            assert (cast.op_type, scaled.op_type, scales.op_type) == ("Cast", "Mul", "Mul")
            rows, weights, *zeros = node.input
            wanted, divided = scaled.output[0], f"{scaled.output[0]}_divided"
            inputs = [rows, weights, *scales.input, *zeros]
            instead |= {part.output[0]: [] for part in (node, cast, scales)}
            instead[wanted] = [
                helper.make_node("MatMulIntegerToFloat", inputs, [divided], domain=_RUNTIME),
                helper.make_node("Mul", [divided, tops[rows]], [wanted]),
            ]
    del model.graph.node[:]
    model.graph.node.extend(part for node in nodes for part in instead.get(node.output[0], [node]))
    opset = next(part.version for part in model.opset_import if part.domain in ("", "ai.onnx"))
    model.functions.append(_row_quantizer(opset))
    model.opset_import.extend(helper.make_opsetid(domain, 1) for domain in (_DOMAIN, _RUNTIME))


def _row_quantizer(opset: int) -> Any:
    """As `DynamicQuantizeLinear` of x / top: q = 128 + round(127 · x / top), where top = max |x| of the last axis."""
    from onnx import helper, numpy_helper

    def constant(name: str, value: Any) -> Any:
        return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(value))

    nodes = [
        constant("axis", np.array([-1], np.int64)),
        constant("tiny", np.array(1e-12, np.float32)),
        constant("one", np.array(1, np.float32)),
        constant("scale", np.array(1 / 127, np.float32)),
        constant("zero", np.array(128, np.uint8)),
        helper.make_node("Abs", ["x"], ["size"]),
        helper.make_node("ReduceMax", ["size", "axis"], ["most"], keepdims=1),
        helper.make_node("Max", ["most", "tiny"], ["top"]),
        helper.make_node("Div", ["one", "top"], ["factor"]),
        helper.make_node("Mul", ["x", "factor"], ["shrunk"]),
        helper.make_node("QuantizeLinear", ["shrunk", "scale", "zero"], ["q"]),
    ]
    opsets = [helper.make_opsetid("", opset)]
    return helper.make_function(_DOMAIN, "QuantizeRows", ["x"], ["q", "scale", "zero", "top"], nodes, opsets)
