"""The network of a masked language model as it is run here: encoder and head apart, with layers of our own in it.

With 250,002 words the projection of one token costs twice the whole encoder, and a masked pass needs it at the mask
alone: so the head gets chosen positions. For an architecture that is not in the table the full logits are computed and
the positions picked: slower, as correct.

Parts that stand in for those of Transformers, each with the same sums:
- `attention`, whose last bit does not depend on a row's place in its batch,
- `LastLayer`, which computes the last layer at the chosen positions alone,
- linear layers whose weights are laid out for the processor (`packed`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from babelance.backends.transformers.architectures import BY_MASKED_CLASS, GELU, UNKNOWN, HeadNames, LayerNames

MOST_CHOSEN = 16
"""Positions of a row that are worth choosing, and the block in which attention is computed: see `attention`."""
ATTENTION = "babelance-eager"
SHORT = 32
_STEP = 16


class Decoder(NamedTuple):
    """A linear layer over the vocabulary."""

    weight: Tensor
    bias: Tensor | None


@dataclass(frozen=True)
class Head:
    """What comes after the encoder. It works on each position by itself, so it may be given any of them."""

    steps: tuple[Callable[[Tensor], Tensor], ...]
    layer: Any

    def features(self, states: Tensor) -> Tensor:
        """What the layer over the vocabulary takes."""
        for step in self.steps:
            states = step(states)
        return states

    def __call__(self, states: Tensor) -> Tensor:
        """Logits over the whole vocabulary."""
        return functional.linear(self.features(states), self.layer.weight, self.layer.bias)


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


@dataclass(frozen=True)
class Read:
    """What reading a batch gave. `states` are hidden states, or logits where there is no separate head."""

    states: Tensor
    hidden: Tensor
    attention: Tensor | None = None
    """Attention received: mean over layers, heads and query positions; (batch, length)."""


class EncoderAndHead:
    """A masked language model as encoder and head."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.head = head_of(model)
        self.device: torch.device = model.device
        self._fast = str(model.config._attn_implementation)
        self._eager = register_attention() if model._can_set_attn_implementation() else self._fast
        self._last = replace_last_layer(model) if self.head else None

    def read(self, ids: Tensor) -> Tensor:
        """States of every position of a batch of equally long rows: no padding, so no attention mask."""
        self._attend(self._eager if self._is_short(ids) else self._fast)
        if self.head is None:
            return _tensor(self.model(input_ids=ids).logits)
        return _tensor(self.model.base_model(input_ids=ids)[0])

    @property
    def max_positions(self) -> int:
        """How many positions of a row `read_at` may be asked for; 0 if it cannot be asked."""
        return MOST_CHOSEN if self._last else 0

    def read_at(self, ids: Tensor, positions: Tensor) -> Tensor:
        """As `read`, at these positions of each row alone, (batch, n): the last layer is computed nowhere else."""
        assert self._last is not None
        self._last.choose(positions)
        try:
            return self.read(ids)
        finally:
            self._last.choose(None)

    def read_plain(self, ids: Tensor) -> Read:
        """As `read`, always with eager attention: the numbers must not depend on which measures run together."""
        self._attend(self._eager)
        if self.head is None:
            output = self.model(input_ids=ids, output_attentions=True, output_hidden_states=True, return_dict=True)
            return Read(output.logits, output.hidden_states[-1], _attention_received(output.attentions))
        output = self.model.base_model(input_ids=ids, output_attentions=True, return_dict=True)
        return Read(output[0], output[0], _attention_received(output.attentions))

    def features(self, states: Tensor) -> Tensor:
        """What the decoder takes, for states of shape (n, width); logits stay what they are."""
        return states if self.head is None else self.head.features(states)

    @cached_property
    def decoder(self) -> Decoder | None:
        """The layer over the vocabulary; None where `features` are logits."""
        return None if self.head is None else Decoder(self.head.layer.weight, self.head.layer.bias)

    def _is_short(self, ids: Tensor) -> bool:
        """For short rows the processor's fused attention rounds by the thread it runs on, and gains nothing."""
        return self.device.type == "cpu" and ids.shape[1] < SHORT

    def _attend(self, implementation: str) -> None:
        if self.model.config._attn_implementation != implementation:
            self.model.set_attn_implementation(implementation)


def _attention_received(attentions: Sequence[Tensor | None] | None) -> Tensor | None:
    """(layers of (batch, heads, query, key)) → (batch, key)."""
    if not attentions:
        return None
    layers = [layer for layer in attentions if layer is not None]
    if len(layers) < len(attentions):
        return None
    # Row by row: summing a batch at once rounds differently for different numbers of rows.
    rows = zip(*layers, strict=True)
    return torch.stack([torch.stack([layer.float().mean(dim=(0, 1)) for layer in row]).mean(dim=0) for row in rows])


def register_attention() -> str:
    """Make `attention` known to Transformers under the name that is returned."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface, eager_mask

    AttentionInterface.register(ATTENTION, attention)
    AttentionMaskInterface.register(ATTENTION, eager_mask)
    return ATTENTION


def attention(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    **_: Any,
) -> tuple[Tensor, Tensor]:
    """Eager attention. Shapes as everywhere in Transformers: (batch, heads, length, width) in, (batch, length, heads,
    width) out.

    Matrices of odd size start at odd addresses when they lie in a row, and matrix libraries round a product by how its
    operands are aligned: a text's last bit would depend on what is read beside it. So lengths below 32 are filled up
    to 16 or 32 with positions that get no attention.
    """
    asking, length = query.shape[2], key.shape[2]
    query, key, value = _pad_short(query), _pad_short(key), _pad_short(value)
    scores = torch.matmul(query, key.transpose(2, 3)) * (query.shape[-1] ** -0.5 if scaling is None else scaling)
    if attention_mask is not None:
        scores[:, :, :asking, :length] += attention_mask
    scores[..., length:] = float("-inf")
    weights = functional.softmax(scores, dim=-1)
    output = torch.matmul(weights, value)[:, :, :asking]
    return output.transpose(1, 2).contiguous(), weights[:, :, :asking, :length]


def _pad_short(part: Tensor) -> Tensor:
    length = part.shape[2]
    return functional.pad(part, (0, 0, 0, -length % _STEP)) if length < SHORT else part


class LastLayer(nn.Module):
    """Stands in for the last layer of an encoder. With `chosen` positions, (batch, n), it gives (batch, n, width): keys
    and values of every token, everything else for those positions alone.

    Nothing reads the other states of the last layer, so leaving them out is exact; ten of its twelve parts are saved.
    """

    def __init__(self, layer: nn.Module, names: LayerNames, calls: int = 1) -> None:
        super().__init__()
        self.layer = layer
        self.chosen: Tensor | None = None
        self._calls, self._called = calls, 0
        self._projections = attrgetter(names.query, names.key, names.value)
        self._head_count = int(attrgetter(names.heads)(layer))
        ends = {"bert": self._finish_bert, "distilbert": self._finish_distilbert, "albert": self._finish_albert}
        self._finish = ends[names.finish]

    def forward(self, states: Tensor, *rest: Any, **options: Any) -> Tensor:
        self._called += 1
        if self.chosen is None or self._called < self._calls:
            return _tensor(self.layer(states, *rest, **options))
        query, key, value = self._projections(self.layer)
        given = states.gather(1, self.chosen[:, :, None].expand(-1, -1, states.shape[2]))
        parts = (self._heads(query(given)), self._heads(key(states)), self._heads(value(states)))
        context, _ = attention(self.layer, *parts, attention_mask=None)
        return _tensor(self._finish(self.layer, context.flatten(2), given))

    def choose(self, positions: Tensor | None) -> None:
        """Where the next pass is wanted; everywhere with None."""
        self.chosen, self._called = positions, 0

    def _heads(self, states: Tensor) -> Tensor:
        """(batch, length, width) → (batch, heads, length, width of a head)."""
        return states.view(*states.shape[:2], self._head_count, -1).transpose(1, 2)

    @staticmethod
    def _finish_bert(layer: Any, context: Tensor, given: Tensor) -> Any:
        return layer.feed_forward_chunk(layer.attention.output(context, given))

    @staticmethod
    def _finish_distilbert(layer: Any, context: Tensor, given: Tensor) -> Any:
        attended = layer.sa_layer_norm(layer.attention.out_lin(context) + given)
        return layer.output_layer_norm(layer.ffn(attended) + attended)

    @staticmethod
    def _finish_albert(layer: Any, context: Tensor, given: Tensor) -> Any:
        attended = layer.attention.LayerNorm(given + layer.attention.dense(context))
        return layer.full_layer_layer_norm(layer.ff_chunk(attended) + attended)


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


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, Tensor)
    return value
