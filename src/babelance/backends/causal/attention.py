"""Attention over a prefix tree: a token sees its ancestors, wherever they stand in its row, and the prefix of the row.

All nodes of a batch come as one sequence without gaps, so that no layer computes padding. Here alone they are laid out
in rows. Sums over keys are made by matrix products, also that of the softmax: a token that is not seen adds an exact
zero there, so that the last bit does not depend on what else is in the row. Heads that share keys and values are not
copied.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

NAME = "babelance-tree"
_ONES = 16
"""Columns of ones beside the values: the sum of the weights. So many keep the product aligned."""

Part = tuple[Tensor, Tensor]
"""Keys and values of one layer: (rows, heads, length, width)."""


@dataclass
class Tree:
    """What attention needs to know of the batch that is being read."""

    mask: Tensor
    """(rows, 1, size, prefix + size): 0 where a token is seen, -inf elsewhere."""
    places: Tensor
    """(rows, size): the node at each place of a row; any one where there is none."""
    nodes: Tensor
    """(nodes,): the place of each node, counted through all rows."""
    prefix: dict[int, Part] = field(default_factory=dict)
    kept: dict[int, Part] | None = None
    """Where keys and values of this batch (after those of the prefix) are put by layer, if they are wanted."""

    @cached_property
    def _indices(self) -> dict[tuple[int, ...], Tensor]:
        return {}

    def laid_out(self, heads: Tensor, first: int, count: int) -> Tensor:
        """(nodes, all heads, width) → (rows, count, size, width): these heads, as rows."""
        _, total, width = heads.shape
        key = total, first, count
        if key not in self._indices:
            chosen = torch.arange(first, first + count, device=self.places.device)
            self._indices[key] = (self.places[:, None] * total + chosen[:, None]).flatten()
        found = heads.reshape(-1, width).index_select(0, self._indices[key])
        return found.view(len(self.places), count, -1, width)

    def in_sequence(self, heads: Tensor) -> Tensor:
        """(rows, count, size, width) → (nodes, count, width)."""
        _, count, size, width = heads.shape
        key = (count,)
        if key not in self._indices:
            row = torch.div(self.nodes, size, rounding_mode="floor")
            chosen = torch.arange(count, device=self.nodes.device)
            self._indices[key] = ((row[:, None] * count + chosen) * size + (self.nodes % size)[:, None]).flatten()
        return heads.reshape(-1, width).index_select(0, self._indices[key]).view(-1, count, width)


_reading: Tree | None = None


def register() -> str:
    """Make it known to Transformers under `NAME`."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface

    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, lambda *_, **__: None)
    return NAME


def use(tree: Tree | None) -> None:
    """The batch that is read next."""
    global _reading
    _reading = tree


def attention(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    softcap: float | None = None,
    **_: Any,
) -> tuple[Tensor, None]:
    """Shapes as everywhere in Transformers: (1, heads, nodes, width) in, (1, nodes, heads, width) out."""
    assert _reading is not None
    rows = [_reading.laid_out(part[0].transpose(0, 1), 0, part.shape[1]) for part in (query, key, value)]
    scale = query.shape[-1] ** -0.5 if scaling is None else scaling
    return _attend(_reading, module.layer_idx, rows[0] * scale, rows[1], rows[2], softcap), None


def joined_attention(layer: int, parts: Tensor, heads: tuple[int, int, int]) -> Tensor:
    """As `attention`, for queries (scaled), keys and values that one product gave: (1, nodes, sum of heads, width)."""
    assert _reading is not None
    queries, keys, values = heads
    query = _reading.laid_out(parts[0], 0, queries)
    key = _reading.laid_out(parts[0], queries, keys)
    value = _reading.laid_out(parts[0], queries + keys, values)
    return _attend(_reading, layer, query, key, value, None)


def _attend(tree: Tree, layer: int, query: Tensor, key: Tensor, value: Tensor, softcap: float | None) -> Tensor:
    key, value = _with_prefix(tree, layer, key, value)
    rows, heads, size, width = query.shape
    asking = query.view(rows, key.shape[1], -1, width)
    scores = torch.matmul(asking, key.transpose(2, 3))
    if softcap is not None:
        scores = torch.tanh(scores / softcap) * softcap
    scores.view(rows, -1, size, key.shape[2]).add_(tree.mask)
    weights = scores.sub_(scores.amax(dim=-1, keepdim=True)).exp_()
    summed = torch.matmul(weights, functional.pad(value, (0, _ONES), value=1.0))
    found = summed[..., : value.shape[3]] / summed[..., value.shape[3] :][..., :1]
    return tree.in_sequence(found.view(rows, heads, size, -1))[None]


def _with_prefix(tree: Tree, layer: int, key: Tensor, value: Tensor) -> Part:
    if layer in tree.prefix:
        before = [part.expand(len(key), -1, -1, -1) for part in tree.prefix[layer]]
        key, value = torch.cat([before[0], key], dim=2), torch.cat([before[1], value], dim=2)
    if tree.kept is not None:
        tree.kept[layer] = key, value
    return key, value
