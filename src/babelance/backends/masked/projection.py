"""Log-probabilities of chosen tokens, without ever holding all logits: the vocabulary is worked through in tiles.

A tile of logits stays in the processor's cache while its maximum and its sum of exponentials are taken; 512 states on
250,002 words would otherwise be half a gigabyte, written and read several times. Sums are kept in float32 and
relative to the largest logit so far, whatever the number format of the model.
"""

from __future__ import annotations

import torch
from torch import Tensor

from babelance.backends.masked.heads import Decoder
from babelance.backends.transformers.onednn import linear

TILE = 2048
"""Words at a time. The same for any number of states: the order of summing decides the last bit."""


def score(features: Tensor, decoder: Decoder | None, spots: Tensor, tokens: Tensor) -> tuple[Tensor, Tensor]:
    """For each pair of a spot (a line of `features`) and a token: its log-probability, and whether none is likelier.

    Without a decoder, the features are logits.
    """
    words = (features if decoder is None else decoder.weight).shape[-1 if decoder is None else 0]
    top = torch.full((len(features),), float("-inf"), device=features.device)
    total = torch.zeros_like(top)
    scores = torch.empty(len(tokens), device=features.device)
    for start in range(0, words, TILE):
        logits = _tile(features, decoder, start)
        inside = (tokens >= start) & (tokens < start + TILE)
        scores[inside] = logits[spots[inside], tokens[inside] - start]
        higher = torch.maximum(top, logits.amax(dim=-1))
        total = total * torch.exp(top - higher) + logits.sub_(higher[:, None]).exp_().sum(dim=-1)
        top = higher
    return scores - (top + torch.log(total))[spots], scores == top[spots]


def _tile(features: Tensor, decoder: Decoder | None, start: int) -> Tensor:
    """Float32 logits of the words from `start` on; the caller may overwrite them."""
    if decoder is None:
        return features[:, start : start + TILE].to(torch.float32, copy=True)
    bias = None if decoder.bias is None else decoder.bias[start : start + TILE]
    return linear(features, decoder.weight[start : start + TILE], bias).float()
