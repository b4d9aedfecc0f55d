"""Log-probabilities of tokens after states, without all logits being there at once.

The vocabulary is worked through in tiles of words. The weights of a tile are laid out for the processor once for all
states that wait; the states are multiplied with them in blocks, whose logits stay in the processor's cache while their
maximum and their sum of powers are taken. Logits are in base 2, see `attention`.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from babelance.backends.causal.attention import BASE_2
from babelance.backends.masked.runner import TILE
from babelance.backends.transformers.leaning import Offsets
from babelance.backends.transformers.network import Decoder, laid_out, linear

STATES = 512
"""Of a block, at most."""


def token_logprobs(
    states: Tensor, projection: Decoder, spots: Tensor, tokens: Tensor, offsets: Offsets | None = None
) -> tuple[Tensor, Tensor]:
    """For each pair of a spot (a line of `states`) and a token: its log-probability, and whether none is likelier.

    `offsets` are added to the logits of the first lines. Sums are kept in float32 and relative to the largest logit so
    far, whatever the number format of the model.
    """
    words, blocks = len(projection.weight), _even_blocks(len(states))
    top = torch.full((len(states),), -torch.inf, device=states.device)
    total, scores = torch.zeros_like(top), torch.empty(len(tokens), device=states.device)
    for start in range(0, words, TILE):
        weight = laid_out(projection.weight[start : start + TILE])
        bias = None if projection.bias is None else projection.bias[start : start + TILE]
        in_tile = (tokens >= start) & (tokens < start + TILE)
        for block in blocks:
            logits = linear(states[block], weight, bias).float()
            if offsets is not None:
                offsets.add_to(logits, start, block.start)
            asked = in_tile & (spots >= block.start) & (spots < block.stop)
            logits.mul_(BASE_2)
            scores[asked] = logits[spots[asked] - block.start, tokens[asked] - start]
            _sum_up(logits, top[block], total[block])
    return (scores - (top + torch.log2(total))[spots]) * math.log(2.0), scores == top[spots]


def _sum_up(logits: Tensor, top: Tensor, total: Tensor) -> None:
    """Takes logits into the largest so far and the sum of powers relative to it; overwrites all three."""
    higher = torch.maximum(top, logits.amax(dim=-1))
    total.mul_(torch.exp2(top - higher)).add_(logits.sub_(higher[:, None]).exp2_().sum(dim=-1))
    top.copy_(higher)


def _even_blocks(count: int) -> list[slice]:
    """Of nearly equal size: products of few lines are rounded in another way."""
    parts = -(-count // STATES)
    return [slice(part * count // parts, (part + 1) * count // parts) for part in range(parts)]
