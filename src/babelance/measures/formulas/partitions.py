"""The permutation test of two groups of numbers: how often does another split of all of them give a larger sum?

Every split into groups of the same sizes is counted if there are at most `most` of them; otherwise `count` splits are
drawn, each without replacement, and the observed one is added: p = (b + 1) / (m + 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Tail = Literal["greater", "less", "two-sided"]

MOST = 10**6
"""Splits that are counted one by one."""
CELLS = 2**22
"""Random numbers drawn at once."""


@dataclass(frozen=True, slots=True)
class Splits:
    """`p` counts splits at least as extreme as the observed one, which is among them, so it is never 0; `strict` counts
    more extreme ones only, where all splits are counted. `greater` are those with a larger sum."""

    p: float
    strict: float
    splits: int
    exact: bool
    greater: int


def split_test(first: Floats, second: Floats, *, tail: Tail, count: int, seed: int, most: int = MOST) -> Splits:
    """Tests the sum of the first group: with sizes fixed, means and effect sizes have the same order as sums."""
    values = np.concatenate([first, second])
    # Centred, so that "two-sided" is about the distance from what an average split gives.
    values = values - values.mean()
    observed, exact = float(values[: len(first)].sum()), comb(len(values), len(first)) <= most
    sums = all_sums(values, len(first)) if exact else drawn_sums(values, len(first), count, np.random.default_rng(seed))
    slack = 1e-9 * float(np.abs(values).sum())
    above = _in_direction(sums, tail) - _in_direction(np.asarray(observed), tail)
    greater = int(np.count_nonzero(sums > observed + slack))
    if not exact:
        p = float(np.count_nonzero(above >= -slack) + 1) / (len(sums) + 1)
        return Splits(p, p, len(sums), exact, greater)
    return Splits(float(np.mean(above >= -slack)), float(np.mean(above > slack)), len(sums), exact, greater)


def all_sums(values: Floats, size: int) -> Floats:
    """The sum of every subset of that size, each once, in no particular order."""
    smaller = min(size, len(values) - size)
    by_size = [np.zeros(1), *(np.empty(0) for _ in range(smaller))]
    for seen, value in enumerate(values, start=1):
        for k in range(min(seen, smaller), 0, -1):
            # A subset that could not be filled up any more by what is left is not kept.
            if smaller - k <= len(values) - seen:
                by_size[k] = np.concatenate([by_size[k], by_size[k - 1] + value])
    return by_size[smaller] if smaller == size else values.sum() - by_size[smaller]


def drawn_sums(values: Floats, size: int, count: int, rng: np.random.Generator) -> Floats:
    """Sums of random subsets of that size, the members of each drawn without replacement."""
    rows = max(1, CELLS // len(values))
    parts = [_draw_sums(values, size, min(rows, count - start), rng) for start in range(0, count, rows)]
    return np.concatenate(parts) if parts else np.empty(0)


def _draw_sums(values: Floats, size: int, count: int, rng: np.random.Generator) -> Floats:
    order = rng.random((count, len(values)), dtype=np.float32)
    chosen = np.argpartition(order, size - 1, axis=1)[:, :size]
    return np.asarray(values[chosen].sum(axis=1))


def _in_direction(sums: Floats, tail: Tail) -> Floats:
    return np.abs(sums) if tail == "two-sided" else -sums if tail == "less" else sums
