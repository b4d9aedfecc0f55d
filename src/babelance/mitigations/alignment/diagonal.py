"""A word aligner that gives the same links every time: translation probabilities and a liking for the diagonal, by EM.

    P(t_j | s, j) = p0 θ(t_j | nothing) + (1 − p0) Σ_i δ(i | j) θ(t_j | s_i),   δ(i | j) ∝ exp(−λ |i / n − j / m|)

No random number is drawn, so that what is built on the links can be repeated to the last bit. Sentences are read in
chunks, so that the memory taken grows with the number of different pairs of words, not with the corpus.
Reference: Dyer, Chahuneau and Smith, NAACL 2013 (fast_align), with the slope λ kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROUNDS = 6
NOTHING = 0.08
"""p0: how often a word has no counterpart."""
SLOPE = 4.0
SMOOTHING = 0.01
CHUNK = 2000
"""Sentence pairs at a time."""

Ids = NDArray[np.int64]
Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Cells:
    """All cells (word or nothing, word) of some sentence pairs."""

    codes: Ids
    prior: NDArray[np.float64]
    token: Ids
    """Which word of the other side a cell belongs to."""
    starts: list[tuple[int, int, int]]
    """Of each sentence pair: the first cell, and how many words either side has."""


def align_words(sources: Sequence[Sequence[str]], targets: Sequence[Sequence[str]]) -> list[set[Link]]:
    """Links (place in the source, place in the target) that both directions agree on, for each sentence pair."""
    forward = _align(sources, targets)
    backward = _align(targets, sources)
    return [
        links & {(first, second) for second, first in other} for links, other in zip(forward, backward, strict=True)
    ]


def _align(sources: Sequence[Sequence[str]], targets: Sequence[Sequence[str]]) -> list[set[Link]]:
    first, second = _word_numbers(sources), _word_numbers(targets)
    width = 1 + max((int(ids.max()) for ids in second if len(ids)), default=0)
    codes = _all_codes(first, second, width)
    theta = np.full(len(codes), 1.0 / width)
    for _ in range(ROUNDS):
        theta = _round(first, second, width, codes, theta)
    return [links for cells in _chunks(first, second, width) for links in _best(cells, codes, theta)]


def _word_numbers(sentences: Sequence[Sequence[str]]) -> list[Ids]:
    """Words as numbers from 1 on; 0 is nothing."""
    known: dict[str, int] = {}
    return [
        np.asarray([known.setdefault(word, len(known) + 1) for word in sentence], np.int64) for sentence in sentences
    ]


def _all_codes(first: Sequence[Ids], second: Sequence[Ids], width: int) -> Ids:
    seen = np.empty(0, np.int64)
    for cells in _chunks(first, second, width):
        seen = np.union1d(seen, cells.codes)
    return seen


def _chunks(first: Sequence[Ids], second: Sequence[Ids], width: int) -> Iterator[_Cells]:
    for start in range(0, len(first), CHUNK):
        yield _cells(first[start : start + CHUNK], second[start : start + CHUNK], width)


def _cells(first: Sequence[Ids], second: Sequence[Ids], width: int) -> _Cells:
    codes, priors, tokens, starts, at, words = [], [], [], [], 0, 0
    for source, target in zip(first, second, strict=True):
        n, m = len(source), len(target)
        starts.append((at, n, m))
        if not n or not m:
            continue
        codes.append((np.concatenate([[0], source])[:, None] * width + target[None, :]).ravel())
        priors.append(_prior(n, m).ravel())
        tokens.append(np.tile(np.arange(words, words + m), n + 1))
        at, words = at + (n + 1) * m, words + m
    if not codes:
        return _Cells(np.empty(0, np.int64), np.empty(0), np.empty(0, np.int64), starts)
    return _Cells(np.concatenate(codes), np.concatenate(priors), np.concatenate(tokens), starts)


def _prior(n: int, m: int) -> NDArray[np.float64]:
    """(nothing and n words) x m words."""
    apart = np.abs((np.arange(n)[:, None] + 0.5) / n - (np.arange(m)[None, :] + 0.5) / m)
    near = np.exp(-SLOPE * apart)
    return np.concatenate([np.full((1, m), NOTHING), (1 - NOTHING) * near / near.sum(axis=0)])


def _round(
    first: Sequence[Ids], second: Sequence[Ids], width: int, codes: Ids, theta: NDArray[np.float64]
) -> NDArray[np.float64]:
    """One round of EM: expected counts of all pairs of words, then probabilities again."""
    counts = np.zeros(len(codes))
    for cells in _chunks(first, second, width):
        places = np.searchsorted(codes, cells.codes)
        weights = cells.prior * theta[places]
        totals = np.bincount(cells.token, weights)
        counts += np.bincount(places, weights / totals[cells.token], minlength=len(codes))
    owners = codes // width
    return np.asarray((counts + SMOOTHING) / (np.bincount(owners, counts)[owners] + SMOOTHING * width))


def _best(cells: _Cells, codes: Ids, theta: NDArray[np.float64]) -> Iterator[set[Link]]:
    """The best counterpart of every word, nothing left out."""
    weights = cells.prior * theta[np.searchsorted(codes, cells.codes)] if len(cells.codes) else cells.prior
    for start, n, m in cells.starts:
        if not n or not m:
            yield set()
            continue
        best = weights[start : start + (n + 1) * m].reshape(n + 1, m).argmax(axis=0)
        yield {(int(row) - 1, word) for word, row in enumerate(best.tolist()) if row}
