"""Eager attention whose last bit does not depend on a row's place in its batch.

Matrices of odd size start at odd addresses when they lie in a row, and matrix libraries round a product by how its
operands are aligned. Here lengths below 32 are filled up to 16 or 32 with positions that get no attention.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

NAME = "babelance-eager"
SHORT = 32
_STEP = 16


def register() -> str:
    """Make it known to Transformers under `NAME`."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface, eager_mask

    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, eager_mask)
    return NAME


def attention(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    **_: Any,
) -> tuple[Tensor, Tensor]:
    """Shapes as everywhere in Transformers: (batch, heads, length, width) in, (batch, length, heads, width) out."""
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
