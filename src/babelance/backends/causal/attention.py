"""Attention over a prefix tree: a token sees its ancestors, wherever they stand in its row, and the prefix of the row.

Sums over keys are made by matrix products, also that of the softmax: a token that is not seen adds an exact zero there,
so that the last bit does not depend on what else is in the row. Heads that share keys and values are not copied.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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

    mask: Tensor | None = None
    """(rows, 1, length, prefix + length): 0 where a token is seen, -inf elsewhere."""
    prefix: dict[int, Part] = field(default_factory=dict)
    kept: dict[int, Part] | None = None
    """Where keys and values of this batch (after those of the prefix) are put by layer, if they are wanted."""


_reading = Tree()


def register() -> str:
    """Make it known to Transformers under `NAME`."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface

    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, lambda *_, **__: None)
    return NAME


def use(tree: Tree) -> None:
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
    """Shapes as everywhere in Transformers: (batch, heads, length, width) in, (batch, length, heads, width) out."""
    key, value = _with_prefix(module.layer_idx, key, value)
    rows, heads, length, width = query.shape
    shared = heads // key.shape[1]
    asking = (query * (width**-0.5 if scaling is None else scaling)).reshape(rows, key.shape[1], shared * length, width)
    scores = torch.matmul(asking, key.transpose(2, 3))
    if softcap is not None:
        scores = torch.tanh(scores / softcap) * softcap
    if _reading.mask is not None:
        scores.view(rows, -1, shared, length, key.shape[2]).add_(_reading.mask[:, :, None])
    weights = scores.sub_(scores.amax(dim=-1, keepdim=True)).exp_()
    summed = torch.matmul(weights, functional.pad(value, (0, _ONES), value=1.0))
    found = summed[..., : value.shape[3]] / summed[..., value.shape[3] :][..., :1]
    return found.reshape(rows, heads, length, -1).transpose(1, 2).contiguous(), None


def _with_prefix(layer: int, key: Tensor, value: Tensor) -> Part:
    if layer in _reading.prefix:
        before = [part.expand(len(key), -1, -1, -1) for part in _reading.prefix[layer]]
        key, value = torch.cat([before[0], key], dim=2), torch.cat([before[1], value], dim=2)
    if _reading.kept is not None:
        _reading.kept[layer] = key, value
    return key, value
