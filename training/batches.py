"""Masked batches that depend only on the seed and the position in the run.

Nothing here keeps state: a run killed at any moment continues with exactly the batch it would have seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from multilingual_tokenizer import shares

KEPT, SWAPPED = 0.1, 0.1
POOL = 4096


@dataclass(frozen=True)
class Encoded:
    """Token ids of many sentences, back to back; sentence i is `ids[starts[i] : starts[i + 1]]`."""

    ids: np.ndarray
    starts: np.ndarray

    @classmethod
    def of(cls, sentences: Sequence[Sequence[int]], kind: type[np.integer] = np.uint16) -> "Encoded":
        """Packed sentences; ids must fit the 16 bits of `kind`."""
        starts = np.concatenate([[0], np.cumsum([len(sentence) for sentence in sentences])]).astype(np.int64)
        return cls(np.fromiter((i for sentence in sentences for i in sentence), kind, starts[-1]), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, index: int) -> np.ndarray:
        return self.ids[self.starts[index] : self.starts[index + 1]]


@dataclass(frozen=True)
class Masking:
    """Which ids mean what, and how much is hidden."""

    mask: int
    pad: int
    special: int  # ids below this are never hidden
    vocabulary: int
    rate: float


@dataclass(frozen=True)
class Batch:
    """Hidden text; `targets` are the ids at the flat positions `positions`."""

    ids: torch.Tensor
    attention: torch.Tensor
    positions: torch.Tensor
    targets: torch.Tensor


def pool(corpus: Mapping[str, Encoded], number: int, *, seed: int, smoothing: float, tokens: int) -> list[list[Any]]:
    """The sentences of the n-th pool, grouped by length into batches of at most `tokens` padded tokens."""
    portion = shares({language: len(texts) for language, texts in corpus.items()}, smoothing)
    chosen = []
    for position, (language, texts) in enumerate(corpus.items()):
        count = max(1, round(POOL * portion[language]))
        places = range(number * count, (number + 1) * count)
        chosen += [texts[order(len(texts), seed + position, k // len(texts))[k % len(texts)]] for k in places]
    groups = by_length(chosen, tokens)
    return [groups[index] for index in np.random.default_rng([seed, number]).permutation(len(groups))]


@lru_cache(maxsize=64)
def order(size: int, seed: int, epoch: int) -> np.ndarray:
    """The order in which one language's sentences are seen in one epoch."""
    return np.random.default_rng([seed, epoch]).permutation(size)


def by_length(sentences: list[np.ndarray], tokens: int) -> list[list[np.ndarray]]:
    """Neighbours in length together, so that hardly any padding is computed."""
    groups: list[list[np.ndarray]] = [[]]
    for sentence in sorted(sentences, key=len):
        if (len(groups[-1]) + 1) * len(sentence) > tokens:
            groups.append([])
        groups[-1].append(sentence)
    return groups


def hide(sentences: list[np.ndarray], masking: Masking, rng: np.random.Generator) -> Batch:
    """BERT masking: of the chosen tokens 80% become the mask, 10% a random token, 10% stay as they are."""
    width = max(map(len, sentences))
    ids = np.full((len(sentences), width), masking.pad, np.int64)
    for row, sentence in enumerate(sentences):
        ids[row, : len(sentence)] = sentence
    chosen = (rng.random(ids.shape) < masking.rate) & (ids >= masking.special)
    targets, fate = ids[chosen], rng.random(ids.shape)
    hidden = np.where(chosen & (fate >= KEPT + SWAPPED), masking.mask, ids)
    random_ids = rng.integers(masking.special, masking.vocabulary, ids.shape)
    hidden = np.where(chosen & (fate >= KEPT) & (fate < KEPT + SWAPPED), random_ids, hidden)
    tensors = hidden, ids != masking.pad, np.flatnonzero(chosen), targets
    return Batch(*map(torch.from_numpy, tensors))
