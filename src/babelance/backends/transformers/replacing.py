"""Parts of a loaded model that are replaced by those of `network`, and where the parts of an architecture are.

From then on the model is for reading only.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from babelance.backends.transformers.architectures import BY_MASKED_CLASS, BY_TYPE, GELU, UNKNOWN, HeadNames
from babelance.backends.transformers.network import (
    ATTENTION,
    Decoder,
    EncoderAndHead,
    Head,
    LastLayer,
    MklLinear,
    OneDnnLinear,
    PackedLinear,
    attention,
    has_wide_instructions,
    is_usable,
)
from babelance.backends.transformers.reading import give_back_memory


def split(model: Any) -> EncoderAndHead:
    """A masked language model as encoder and head."""
    return EncoderAndHead(model, *head_and_last_layer(model))


def head_and_last_layer(model: Any) -> tuple[Head | None, LastLayer | None]:
    """The last layer is replaced where the head is known; Transformers learns of `attention`."""
    register_attention()
    head = head_of(model)
    return head, replace_last_layer(model) if head else None


def head_of(model: Any) -> Head | None:
    """The head of a known architecture. An adaptive softmax (some XLM models) is no linear layer."""
    for names in BY_MASKED_CLASS.get(type(model).__name__, UNKNOWN).heads:
        try:
            layer = _decoder(model, names)
            steps = tuple(functional.gelu if name == GELU else attrgetter(name)(model) for name in names.steps)
        except AttributeError:
            continue
        return Head(steps, layer) if hasattr(layer, "weight") else None
    return None


def _decoder(model: Any, names: HeadNames) -> Any:
    if names.decoder:
        return attrgetter(names.decoder)(model)
    return Decoder(attrgetter(names.weight)(model), attrgetter(names.bias)(model))


def register_attention() -> None:
    """Make `attention` known to Transformers."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface, eager_mask

    AttentionInterface.register(ATTENTION, attention)
    AttentionMaskInterface.register(ATTENTION, eager_mask)


def replace_last_layer(model: Any) -> LastLayer | None:
    """Put `LastLayer` into a model whose layers are known; decoders and cross-attention are not."""
    names = BY_MASKED_CLASS.get(type(model).__name__, UNKNOWN).layer
    if names is None or getattr(model.config, "is_decoder", False):
        return None
    if names.repeated and model.config.num_hidden_groups > 1:
        return None
    layers = attrgetter(names.layers)(model.base_model)
    last = LastLayer(layers[-1], names, model.config.num_hidden_layers if names.repeated else 1).eval()
    layers[-1] = last
    return last


def packed(layer: nn.Linear) -> PackedLinear:
    """The layer as this processor multiplies it fastest."""
    return (OneDnnLinear if has_wide_instructions() else MklLinear)(layer)


class GatedMlp(nn.Module):
    """down(silu(gate(x)) · up(x)), as Llama and its relatives have it."""

    def __init__(self, gate: nn.Linear, up: nn.Linear, down: nn.Linear) -> None:
        super().__init__()
        self.gate, self.up, self.down = packed(gate), packed(up), packed(down)

    def forward(self, states: Tensor) -> Tensor:
        product: Tensor = self.down(self._opened(states))
        return product

    def _opened(self, states: Tensor) -> Tensor:
        if isinstance(self.gate, OneDnnLinear):
            return self._opened_within(states)
        return functional.silu(self.gate(states), inplace=True).mul_(self.up(states))

    def _opened_within(self, states: Tensor) -> Tensor:
        """silu and the product are done within the matrix products, while these are still in the processor's cache."""
        gate = torch.ops.mkldnn._linear_pointwise(states, self.gate.weight, self.gate.bias, "swish", [], "")
        product: Tensor = torch.ops.mkldnn._linear_pointwise.binary(states, gate, self.up.weight, self.up.bias, "mul")
        return product


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
    return known.calls_linear_layers and all(is_usable(weight) for weight in model.parameters())
