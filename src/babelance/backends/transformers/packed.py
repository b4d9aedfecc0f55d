"""Linear layers whose weights are laid out once for the processor that they run on, and not in every call.

Which library multiplies fastest depends on the processor. With AVX-512 it is oneDNN: 1.1 to 1.4 times as fast as the
layer of torch, most for few tokens. Without it is MKL, to which weights are given transposed (docs/design/decisions.md
has the numbers). With either, the sums of a token do not depend on how many others are in its batch.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from babelance.backends.transformers.architectures import BY_TYPE, UNKNOWN
from babelance.backends.transformers.reading import give_back_memory

_TOKENS = 1024
"""The layout of a weight is chosen for products of this many lines, and serves any number."""
_REMEMBERED = "64"
"""Products of how many sizes are kept ready: enough for the layers of a few batches. torch and oneDNN would each keep
1,024 of them, half a megabyte and more each, and batches of texts have ever new sizes."""
for _name in ("LRU_CACHE_CAPACITY", "ONEDNN_PRIMITIVE_CACHE_CAPACITY"):
    os.environ.setdefault(_name, _REMEMBERED)


class PackedLinear(nn.Module):
    """Stands in for a linear layer; its weight cannot be read back. Made by `packed`."""

    def __init__(self, layer: nn.Linear, weight: Tensor) -> None:
        super().__init__()
        self.in_features, self.out_features = layer.in_features, layer.out_features
        self.weight = weight
        self.bias = None if layer.bias is None else layer.bias.detach()

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        """What the layer gives, added to something."""
        raise NotImplementedError


class OneDnnLinear(PackedLinear):
    """As oneDNN lays weights out; what is added to a product is added within it."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__(layer, torch.ops.mkldnn._reorder_linear_weight(layer.weight.detach(), _TOKENS))

    def forward(self, states: Tensor) -> Tensor:
        return _onednn(states, self.weight, self.bias)

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        found: Tensor = torch.ops.mkldnn._linear_pointwise.binary(states, to, self.weight, self.bias, "add")
        return found


class MklLinear(PackedLinear):
    """With the weight as (in, out), which MKL takes as it lies."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__(layer, layer.weight.detach().t().contiguous())

    def forward(self, states: Tensor) -> Tensor:
        lines = states.reshape(-1, self.in_features)
        found = torch.mm(lines, self.weight) if self.bias is None else torch.addmm(self.bias, lines, self.weight)
        return found.view(*states.shape[:-1], self.out_features)

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        lines, before = states.reshape(-1, self.in_features), to.reshape(-1, self.out_features)
        found = torch.addmm(before, lines, self.weight).view(to.shape)
        return found if self.bias is None else found.add_(self.bias)


def packed(layer: nn.Linear) -> PackedLinear:
    """The layer as this processor multiplies it fastest."""
    return (OneDnnLinear if has_wide_instructions() else MklLinear)(layer)


@cache
def has_wide_instructions() -> bool:
    """Does torch use AVX-512 (or is there no MKL to go back to)?"""
    narrow = torch.backends.cpu.get_cpu_capability() in ("AVX2", "DEFAULT")
    return not (narrow and torch.backends.mkl.is_available())  # type: ignore[no-untyped-call]


class GatedMlp(nn.Module):
    """down(silu(gate(x)) · up(x)), as Llama and its relatives have it."""

    def __init__(self, gate: nn.Linear, up: nn.Linear, down: nn.Linear) -> None:
        super().__init__()
        self.gate, self.up, self.down = packed(gate), packed(up), packed(down)

    def forward(self, states: Tensor) -> Tensor:
        found: Tensor = self.down(self._opened(states))
        return found

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        """What it gives, added to something."""
        return self.down.added(self._opened(states), to)

    def _opened(self, states: Tensor) -> Tensor:
        if isinstance(self.gate, OneDnnLinear):
            return self._opened_within(states)
        return functional.silu(self.gate(states), inplace=True).mul_(self.up(states))

    def _opened_within(self, states: Tensor) -> Tensor:
        """silu and the product are done within the matrix products, while these are still in the processor's cache."""
        gate = torch.ops.mkldnn._linear_pointwise(states, self.gate.weight, self.gate.bias, "swish", [], "")
        found: Tensor = torch.ops.mkldnn._linear_pointwise.binary(states, gate, self.up.weight, self.up.bias, "mul")
        return found


_GATED = ("gate_proj", "up_proj", "down_proj")


def is_gated(layer: Any) -> bool:
    parts = (getattr(layer, name, None) for name in _GATED)
    return all(type(part) is nn.Linear for part in parts) and "SiLU" in type(getattr(layer, "act_fn", None)).__name__


def pack(model: Any) -> Any:
    """The model, from now on for reading only: its linear layers are replaced where that is possible.

    Only float32 on a processor. The vocabulary projection shares its weights with the embeddings and stays as it is.
    """
    if is_packable(model):
        _pack_parts(model, model.get_output_embeddings())
    return model


def _pack_parts(parent: nn.Module, kept: Any) -> None:
    """One after the other: what was replaced is not held any longer."""
    for name, layer in list(parent.named_children()):
        if type(layer).__name__ == "NewGELUActivation":
            setattr(parent, name, nn.GELU(approximate="tanh"))  # eight passes over the states in one
        elif is_gated(layer):
            setattr(parent, name, GatedMlp(*(getattr(layer, part) for part in _GATED)))
        elif type(layer) is nn.Linear and layer is not kept:
            setattr(parent, name, packed(layer))
        else:
            _pack_parts(layer, kept)
            give_back_memory()


def is_packable(model: Any) -> bool:
    """Can its layers be replaced: are they called as modules, and in float32 on a processor?"""
    known = BY_TYPE.get(model.config.model_type, UNKNOWN)
    return known.calls_linear_layers and all(_is_usable(weight) for weight in model.parameters())


def linear(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    """As in torch, faster where it can be."""
    return (_onednn if has_wide_instructions() and _is_usable(weight) else functional.linear)(states, weight, bias)


def _onednn(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    product: Tensor = torch.ops.mkldnn._linear_pointwise(states, weight, bias, "none", [], "")
    return product


def _is_usable(weight: Tensor) -> bool:
    return SUPPORTED and weight.device.type == "cpu" and weight.dtype == torch.float32


def _is_supported() -> bool:
    names = ("_linear_pointwise", "_reorder_linear_weight")
    available: Callable[[], bool] = torch.backends.mkldnn.is_available
    return available() and all(hasattr(torch.ops.mkldnn, name) for name in names)


SUPPORTED = _is_supported()
