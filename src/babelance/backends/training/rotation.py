"""A frozen orthogonal map after the encoder, folded into the layer that reads the encoder.

A head's first layer computes A h + b. With the map W in between it computes A (W h) + b = (A W) h + b, so a plain layer
with the weight A W is the same function, and the model that is saved is a plain one. While it is trained the layer
keeps A and W apart: A learns, W does not, exactly as if W were a layer of its own.

Since W can be inverted, A W reaches every matrix that A reaches. A frozen rotation does not change what a trained head
*can* compute; it changes where training starts and which way it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.transformers.architectures import BY_MASKED_CLASS
from babelance.backends.vectors.lookup import UNREADABLE, map_array
from babelance.core.errors import ModelError
from babelance.core.files import replace_file

if TYPE_CHECKING:
    import torch

FILE = "rotation.npy"
"""Beside the weights of a model whose head has a rotation folded in: for reference, and for other heads."""

_FIRST_LAYERS = {
    name: tuple(head.first for head in architecture.heads if head.first)
    for name, architecture in BY_MASKED_CLASS.items()
    if any(head.first for head in architecture.heads)
}
"""Architecture → where the layer that reads the encoder may be."""


def first_layer(model: Any) -> Any:
    """The linear layer of the head that reads the encoder."""
    names = _FIRST_LAYERS.get(type(model).__name__, ())
    modules = dict(model.named_modules())
    for name in names:
        if name in modules:
            return modules[name]
    kind = type(model).__name__
    raise ModelError(
        reason_unsupported([kind]) or f"This {kind} has no layer {' or '.join(names)} that a rotation could go to."
    )


def reason_unsupported(architectures: Sequence[str]) -> str | None:
    """Why no rotation can be folded into a model that says it is one of these; None if it can or nothing is known."""
    if not architectures or any(name in _FIRST_LAYERS for name in architectures):
        return None
    return (
        f"No rotation can be folded into a {architectures[0]}: its head has no layer of its own before the vocabulary. "
        f"Those that have one: {', '.join(_FIRST_LAYERS)}."
    )


def keep_rotated(layer: Any, rotation: NDArray[np.float64]) -> None:
    """From now on the layer's weight is A W, and A alone is trained."""
    import torch
    from torch.nn.utils import parametrize

    class Rotated(torch.nn.Module):
        rotation: torch.Tensor

        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("rotation", torch.from_numpy(rotation).to(layer.weight))

        def forward(self, weight: torch.Tensor) -> torch.Tensor:
            return weight @ self.rotation

    if rotation.shape != (layer.in_features,) * 2:
        raise ModelError(f"A rotation of {rotation.shape} does not fit a layer that reads {layer.in_features} numbers.")
    parametrize.register_parametrization(layer, "weight", Rotated(), unsafe=True)


def fold(layer: Any) -> None:
    """The layer becomes a plain one with the weight A W."""
    from torch.nn.utils import parametrize

    parametrize.remove_parametrizations(layer, "weight", leave_parametrized=True)


def fold_map(layer: Any, matrix: NDArray[np.float64], shift: NDArray[np.float64]) -> None:
    """The layer reads `matrix` h + `shift` from now on: A (P h + c) + b = (A P) h + (A c + b), a plain layer."""
    import torch

    if matrix.shape != (layer.in_features,) * 2:
        raise ModelError(f"A map of {matrix.shape} does not fit a layer that reads {layer.in_features} numbers.")
    if layer.bias is None:
        raise ModelError("A shift cannot be folded into a layer without a bias.")
    with torch.no_grad():
        weight = layer.weight.double()
        layer.bias += (weight @ torch.from_numpy(shift).to(weight)).to(layer.bias)
        layer.weight.copy_(weight @ torch.from_numpy(matrix).to(weight))


def write(folder: Path, rotation: NDArray[np.float64]) -> None:
    with replace_file(folder / FILE) as file:
        np.save(file, rotation)


def read(folder: Path) -> NDArray[np.float64] | None:
    """The rotation of an aligned model, if it is one."""
    file = folder / FILE
    if not file.is_file():
        return None
    try:
        matrix = np.array(map_array(file), dtype=np.float64)
    except UNREADABLE as error:
        raise ModelError(f"'{file}' is damaged: {str(error).partition(chr(10))[0]}. Align the model again.") from error
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ModelError(f"'{file}' is damaged: it is no square matrix of numbers. Align the model again.")
    return matrix


def freeze_encoder(model: Any) -> None:
    """Only the head is trained. Where input and output share the word vectors, these belong to the encoder."""
    encoder = getattr(model, "base_model", model)
    if encoder is model or not any(True for _ in encoder.parameters()):
        raise ModelError(f"The encoder of a {type(model).__name__} cannot be frozen: it has no part of that name.")
    for weight in encoder.parameters():
        weight.requires_grad_(False)
    left = [name for name, weight in model.named_parameters() if weight.requires_grad]
    if not any(not name.endswith("bias") for name in left):
        raise ModelError(
            f"With its encoder frozen a {type(model).__name__} has nothing left to train but "
            f"{', '.join(left) or 'nothing'}: its head shares the weights of the encoder. Train all of it."
        )
