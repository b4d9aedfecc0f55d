"""Attention over a prefix tree: a token sees its ancestors, wherever they stand.

All nodes of a batch come as one sequence without gaps, so that no layer computes padding. Here alone they are laid out
in blocks (see `blocks`). Sums over keys are made by matrix products, also that of the softmax: a token that is not seen
adds an exact zero there, so that the last bit does not depend on what else is in the block. Heads that share keys and
values are not copied. Scores are in base 2: processors raise 2 to a power several times as fast as e, above all where
the power is 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from babelance.backends.causal.blocks import BLOCK, Batch

NAME = "babelance-tree"
_ONES = 16
"""Columns of ones beside the values: the sum of the weights. So many keep the product aligned."""
BASE_2 = math.log2(math.e)
"""What scores are multiplied by, so that 2 to their power is what e to their power was."""

Parts = dict[int, tuple[Tensor, Tensor]]
"""Layer → keys and values, (nodes, heads, width)."""


class Heads(NamedTuple):
    """Some heads of many: those of queries, of keys or of values where one product gives all of them."""

    states: Tensor
    """(nodes, all heads, width)"""
    first: int
    number: int

    @property
    def alone(self) -> Tensor:
        return self.states[:, self.first : self.first + self.number]


class Rows(NamedTuple):
    """Blocks of one size, on the device of the model."""

    nodes: Tensor
    keys: Tensor
    mask: Tensor
    """(blocks, 1, BLOCK, keys): 0 where a token is seen, -inf elsewhere."""


@dataclass
class Tree:
    """What attention needs to know of the batch that is being read."""

    rows: Sequence[Rows]
    places: Tensor
    """(nodes,): the place of each node, counted through all blocks."""
    before: Parts
    """Of the ancestors that were read before."""
    keep: Tensor
    """Which of these and of the new ones are needed later on."""
    kept: Parts = field(default_factory=dict)
    _indices: dict[tuple[int, ...], Tensor] = field(default_factory=dict)

    def laid_out(self, heads: Heads, row: int, name: str) -> Tensor:
        """(blocks, count, size, width): as `nodes` or `keys` of some rows."""
        _, total, width = heads.states.shape
        index = row, name == "keys", total, heads.first, heads.number
        if index not in self._indices:
            own: Tensor = getattr(self.rows[row], name)
            chosen = torch.arange(heads.first, heads.first + heads.number, device=own.device)
            self._indices[index] = (own[:, None] * total + chosen[:, None]).flatten()
        gathered = heads.states.reshape(-1, width).index_select(0, self._indices[index])
        return gathered.view(len(self.rows[row].nodes), heads.number, -1, width)

    def in_sequence(self, blocks: Sequence[Tensor]) -> Tensor:
        """(blocks, count, size, width) of all rows → (nodes, count, width)."""
        _, count, _, width = blocks[0].shape
        if (count,) not in self._indices:
            block = torch.div(self.places, BLOCK, rounding_mode="floor")[:, None]
            chosen = torch.arange(count, device=self.places.device)
            self._indices[(count,)] = ((block * count + chosen) * BLOCK + (self.places % BLOCK)[:, None]).flatten()
        lines = [block.reshape(-1, width) for block in blocks]
        joined = lines[0] if len(lines) == 1 else torch.cat(lines)
        return joined.index_select(0, self._indices[(count,)]).view(-1, count, width)


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


def rows_of(batch: Batch, dtype: torch.dtype, device: torch.device) -> list[Rows]:
    """The blocks of a batch as tensors."""
    rows = []
    for blocks in batch.blocks:
        seen = torch.from_numpy(blocks.seen)[:, None]
        mask = torch.zeros(seen.shape, dtype=dtype).masked_fill_(~seen, -torch.inf)
        nodes, keys = (torch.from_numpy(part).to(device) for part in (blocks.nodes, blocks.keys))
        rows.append(Rows(nodes, keys, mask.to(device)))
    return rows


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
    scale = query.shape[-1] ** -0.5 if scaling is None else scaling
    asking, keys, values = (_all_heads(part[0].transpose(0, 1)) for part in (query * (scale * BASE_2), key, value))
    return _attend(module.layer_idx, asking, keys, values, softcap and softcap * BASE_2), None


def _all_heads(states: Tensor) -> Heads:
    return Heads(states, 0, states.shape[1])


def joined_attention(layer: int, parts: Tensor, counts: tuple[int, int, int]) -> Tensor:
    """As `attention`, for queries (scaled, also by `BASE_2`), keys and values that one product gave: (1, nodes, sum of
    heads, width)."""
    firsts = 0, counts[0], counts[0] + counts[1]
    query, key, value = (Heads(parts[0], first, count) for first, count in zip(firsts, counts, strict=True))
    return _attend(layer, query, key, value, None)


def _attend(layer: int, query: Heads, key: Heads, value: Heads, softcap: float | None) -> Tensor:
    assert _reading is not None
    tree = _reading
    key, value = _with_before(tree, layer, key, value)
    contexts = []
    for index, rows in enumerate(tree.rows):
        asking = tree.laid_out(query, index, "nodes")
        keys, values = (tree.laid_out(part, index, "keys") for part in (key, value))
        contexts.append(_context(asking, keys, values, rows.mask, softcap))
    return tree.in_sequence(contexts)[None]


def _context(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, softcap: float | None) -> Tensor:
    """(blocks, heads, size, width)"""
    blocks, heads, size, width = query.shape
    asking = query.view(blocks, key.shape[1], -1, width)
    scores = torch.matmul(asking, key.transpose(2, 3))
    if softcap is not None:
        scores = torch.tanh(scores / softcap) * softcap
    scores.view(blocks, -1, size, key.shape[2]).add_(mask)
    weights = scores.sub_(scores.amax(dim=-1, keepdim=True)).exp2_()
    summed = torch.matmul(weights, functional.pad(value, (0, _ONES), value=1.0))
    context = summed[..., : value.shape[3]] / summed[..., value.shape[3] :][..., :1]
    return context.view(blocks, heads, size, -1)


def _with_before(tree: Tree, layer: int, key: Heads, value: Heads) -> tuple[Heads, Heads]:
    if layer in tree.before:
        before = tree.before[layer]
        key = _all_heads(torch.cat([before[0], key.alone]))
        value = _all_heads(torch.cat([before[1], value.alone]))
    if len(tree.keep):
        tree.kept[layer] = key.alone[tree.keep], value.alone[tree.keep]
    return key, value
