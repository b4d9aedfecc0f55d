"""A layer of Llama and its relatives, leaner than in Transformers and with the same sums.

Between the matrix products of a small model a processor spends a quarter of its time on norms, rotations, additions.
Here the weight of a norm is part of the product after it, queries, keys and values are one product, a rotation is one
multiplication of complex numbers (the dimensions of a head stand in pairs, in queries and keys alike, which their
products do not notice), and silu is made of a power of 2, several times as fast as one of e.

Only for float32 on a processor, and only for types of models whose layer is known to be this one; others are read with
Transformers' own layers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from babelance.backends.causal import attention
from babelance.backends.transformers.reading import give_back_memory
from babelance.backends.transformers.replacing import is_gated, is_packable, packed

_PROBE = 6
_TYPES = frozenset({"llama", "mistral", "qwen2"})


class LlamaLayer(nn.Module):
    """Stands in for a decoder layer: attention of whatever kind the configuration names, then a gated MLP."""

    is_causal = True

    def __init__(self, layer: Any, config: Any) -> None:
        super().__init__()
        own = layer.self_attn
        self.config, self.layer_idx = config, own.layer_idx
        self.head_dim, self.num_key_value_groups = own.head_dim, own.num_key_value_groups
        self.sliding_window = getattr(own, "sliding_window", None)
        before, after = layer.input_layernorm, layer.post_attention_layernorm
        self._eps = float(before.variance_epsilon), float(after.variance_epsilon)
        parts = own.q_proj, own.k_proj, own.v_proj
        query, key, value = (part.out_features // self.head_dim for part in parts)
        self._heads = query, key, value
        self._inputs = packed(self._join(parts, before.weight, float(own.scaling) * attention.BASE_2))
        self._output = packed(own.o_proj)
        self._mlp = _GatedMlp(layer.mlp, after.weight)

    def _join(self, parts: Sequence[nn.Linear], norm: Tensor, scaling: float) -> nn.Linear:
        """One layer for queries, keys and values; queries and keys with the halves of a head's dimensions in turn."""
        weight = torch.cat(self._arrange([part.weight for part in parts], scaling)) * norm
        biases = [part.bias for part in parts if part.bias is not None]
        return _with(weight, torch.cat(self._arrange(biases, scaling)) if biases else None)

    def _arrange(self, parts: Sequence[Tensor], scaling: float) -> list[Tensor]:
        query, key, value = parts
        return [self._pair_halves(query) * scaling, self._pair_halves(key), value]

    def _pair_halves(self, weight: Tensor) -> Tensor:
        halves = weight.view(-1, 2, self.head_dim // 2, *weight.shape[1:])
        return halves.transpose(1, 2).reshape(weight.shape)

    def forward(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor | None = None,
        past_key_values: Any = None,
        position_embeddings: tuple[Tensor, Tensor] | None = None,
        **options: Any,
    ) -> Tensor:
        assert position_embeddings is not None
        parts = self._attention_inputs(_divide_by_norm(hidden_states, self._eps[0]), position_embeddings)
        if self.config._attn_implementation == attention.NAME:
            context = attention.joined_attention(self.layer_idx, parts, self._heads)
        else:
            context = self._attend(parts, attention_mask, past_key_values, **options)
        states = self._output.added(context.flatten(2), hidden_states)
        return self._mlp.added(_divide_by_norm(states, self._eps[1]), states)

    def _attention_inputs(self, states: Tensor, turns: tuple[Tensor, Tensor]) -> Tensor:
        """Queries (scaled), keys and values, (rows, length, heads, width); the first two turned by their positions."""
        parts: Tensor = self._inputs(states).view(*states.shape[:2], -1, self.head_dim)
        turned = parts[:, :, : self._heads[0] + self._heads[1]]
        half = self.head_dim // 2
        turn = torch.complex(turns[0][..., :half].contiguous(), turns[1][..., :half].contiguous())
        torch.view_as_complex(turned.view(*turned.shape[:3], half, 2)).mul_(turn[:, :, None])
        return parts

    def _attend(self, parts: Tensor, mask: Tensor | None, past: Any, **options: Any) -> Tensor:
        """As Transformers does it, with the cache that it hands over."""
        from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

        query, key, value = torch.split(parts.transpose(1, 2), list(self._heads), dim=1)
        if past is not None:
            key, value = past.update(key, value, self.layer_idx)
        attend = ALL_ATTENTION_FUNCTIONS[self.config._attn_implementation]
        natural = math.log(2.0)  # queries are scaled, to base 2
        context, _ = attend(
            self, query, key, value, mask, dropout=0.0, scaling=natural, sliding_window=self.sliding_window, **options
        )
        attended: Tensor = context
        return attended


class _GatedMlp(nn.Module):
    """down(silu(gate(x)) · up(x)), silu(y) = y / (1 + 2^(−y·log₂e)).

    The factor of the exponent is part of the weights of `gate`, and taken out again by those of `up`.
    """

    def __init__(self, mlp: Any, norm: Tensor) -> None:
        super().__init__()
        self._gate = packed(_scale(mlp.gate_proj, norm, -attention.BASE_2))
        self._up = packed(_scale(mlp.up_proj, norm, -1 / attention.BASE_2))
        self._down = packed(mlp.down_proj)

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        """What it gives, added to something."""
        gate = self._gate(states)
        opened = self._up(states).mul_(gate).div_(gate.exp2_().add_(1.0))
        return self._down.added(opened, to)


def _divide_by_norm(states: Tensor, eps: float) -> Tensor:
    """Divided by the root of the mean square."""
    length = torch.linalg.vector_norm(states, dim=-1, keepdim=True)
    return states * torch.rsqrt(length.square_().div_(states.shape[-1]).add_(eps))


def _scale(layer: nn.Linear, norm: Tensor, factor: float) -> nn.Linear:
    """A layer that takes what has not been multiplied by the weight of its norm, and gives so many times as much."""
    return _with(layer.weight * norm * factor, None if layer.bias is None else layer.bias * factor)


def _with(weight: Tensor, bias: Tensor | None) -> nn.Linear:
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None, device="meta")
    layer.weight = nn.Parameter(weight, requires_grad=False)
    if bias is not None:
        layer.bias = nn.Parameter(bias, requires_grad=False)
    return layer


@torch.inference_mode()
def replace_layers(model: Any) -> Any:
    """The model, with lean layers where its type is known; one after the other, so that no weight is there twice.

    Each must give what the layer gives that it stands in for, or that one stays.
    """
    if model.config.model_type not in _TYPES or not is_packable(model):
        return model
    give_back_memory()
    layers = model.base_model.layers
    states = model.get_input_embeddings().weight[:_PROBE][None]
    turns = model.base_model.rotary_emb(states, position_ids=torch.arange(states.shape[1])[None])
    for index, layer in enumerate(layers):
        if _is_plain(layer):
            expected = layer(states, position_embeddings=turns)
            lean = LlamaLayer(layer, model.config).eval()
            if torch.allclose(lean(states, position_embeddings=turns), expected, rtol=1e-4, atol=1e-4):
                layers[index] = lean
            states = expected
        give_back_memory()
    return model


def _is_plain(layer: Any) -> bool:
    own = layer.self_attn
    return is_gated(layer.mlp) and all(
        type(part) is nn.Linear for part in (own.q_proj, own.k_proj, own.v_proj, own.o_proj)
    )
