"""The network of a masked language model as it is run here: encoder and head apart, with layers of our own in it.

With 250,002 words the projection of one token costs twice the whole encoder, and a masked pass needs it at the mask
alone: so the head gets chosen positions. For an architecture that is not in the table the full logits are computed and
the positions picked: slower, as correct.

Parts that stand in for those of Transformers (`replacing` puts them in), each with the same sums:
- `attention`, whose last bit does not depend on a row's place in its batch,
- `LastLayer`, which computes the last layer at the chosen positions alone,
- `PackedLinear`, linear layers whose weights are laid out once for the processor, and not in every call.

Which library multiplies fastest depends on the processor. With AVX-512 it is oneDNN: 1.1 to 1.4 times as fast as the
layer of torch, most for few tokens. Without it is MKL, to which weights are given transposed (docs/design/decisions.md
has the numbers). With either, the sums of a token do not depend on how many others are in its batch.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from babelance.backends.transformers.architectures import LayerNames

MOST_CHOSEN = 16
"""Positions of a row that are worth choosing, and the block in which attention is computed: see `attention`."""
ATTENTION = "babelance-eager"
SHORT = 32
_STEP = 16
_TOKENS = 1024
"""The layout of a weight is chosen for products of this many lines, and serves any number."""
_REMEMBERED = "64"
"""Products of how many sizes are kept ready: enough for the layers of a few batches. torch and oneDNN would each keep
1,024 of them, half a megabyte and more each, and batches of texts have ever new sizes."""
for _name in ("LRU_CACHE_CAPACITY", "ONEDNN_PRIMITIVE_CACHE_CAPACITY"):
    os.environ.setdefault(_name, _REMEMBERED)


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


@dataclass(frozen=True)
class Read:
    """What reading a batch gave. `states` are hidden states, or logits where there is no separate head."""

    states: Tensor
    hidden: Tensor
    attention: Tensor | None = None
    """Attention received: mean over layers, heads and query positions; (batch, length)."""


class EncoderAndHead:
    """A masked language model as encoder and head. Made by `replacing.split`, which knows where they are."""

    def __init__(self, model: Any, head: Head | None, last: LastLayer | None) -> None:
        self.model, self.head, self._last = model, head, last
        self.device: torch.device = model.device
        self._fast = str(model.config._attn_implementation)
        self._eager = ATTENTION if model._can_set_attn_implementation() else self._fast

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


class PackedLinear(nn.Module):
    """Stands in for a linear layer; its weight cannot be read back. Made by `replacing.packed`."""

    def __init__(self, layer: nn.Linear, weight: Tensor) -> None:
        super().__init__()
        self.in_features, self.out_features = layer.in_features, layer.out_features
        self.weight = weight
        self.bias = None if layer.bias is None else layer.bias.detach()

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        """What the layer gives, added to something."""
        raise NotImplementedError


class OneDnnLinear(PackedLinear):
    """As oneDNN lays weights out. It could add within the product, but takes longer for that than an addition does."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__(layer, _laid_out(layer.weight.detach()))

    def forward(self, states: Tensor) -> Tensor:
        return _onednn(states, self.weight, self.bias)

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        return self(states).add_(to)  # type: ignore[no-any-return]


class MklLinear(PackedLinear):
    """With the weight as (in, out), which MKL takes as it lies."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__(layer, layer.weight.detach().t().contiguous())

    def forward(self, states: Tensor) -> Tensor:
        lines = states.reshape(-1, self.in_features)
        product = torch.mm(lines, self.weight) if self.bias is None else torch.addmm(self.bias, lines, self.weight)
        return product.view(*states.shape[:-1], self.out_features)

    def added(self, states: Tensor, to: Tensor) -> Tensor:
        lines, before = states.reshape(-1, self.in_features), to.reshape(-1, self.out_features)
        product = torch.addmm(before, lines, self.weight).view(to.shape)
        return product if self.bias is None else product.add_(self.bias)


def linear(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    """As in torch, faster where it can be."""
    return (_onednn if has_wide_instructions() and is_usable(weight) else functional.linear)(states, weight, bias)


def laid_out(weight: Tensor) -> Tensor:
    """A weight as `linear` multiplies it fastest, for several products with it."""
    return _laid_out(weight) if has_wide_instructions() and is_usable(weight) else weight


def _laid_out(weight: Tensor) -> Tensor:
    reordered: Tensor = torch.ops.mkldnn._reorder_linear_weight(weight, _TOKENS)
    return reordered


def _onednn(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    product: Tensor = torch.ops.mkldnn._linear_pointwise(states, weight, bias, "none", [], "")
    return product


@cache
def has_wide_instructions() -> bool:
    """Does torch use AVX-512 (or is there no MKL to go back to)?"""
    narrow = torch.backends.cpu.get_cpu_capability() in ("AVX2", "DEFAULT")
    return not (narrow and torch.backends.mkl.is_available())  # type: ignore[no-untyped-call]


def is_usable(weight: Tensor) -> bool:
    return SUPPORTED and weight.device.type == "cpu" and weight.dtype == torch.float32


def _is_supported() -> bool:
    names = ("_linear_pointwise", "_reorder_linear_weight")
    available: Callable[[], bool] = torch.backends.mkldnn.is_available
    return available() and all(hasattr(torch.ops.mkldnn, name) for name in names)


SUPPORTED = _is_supported()


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, Tensor)
    return value
