"""Which of two groups of sentences is preferred, over all pairs, without ever making the pairs.

    preferred = Σ_i Σ_j over_i under_j (v_i · v_j) credit(a_i, a_j),   compared = Σ_i Σ_j over_i under_j (v_i · v_j)

credit is 1 if a_i > a_j, 0 if a_i < a_j and `tie` if they are equal. Sentences are sorted by `a` once and walked in blocks.
Every pair from different blocks is settled by the running sum of `under_j v_j`; pairs within a block are compared as
they are. A block never cuts through equal values, and equal values that fill a block need no comparison at all. So the
result is exact, the time grows as n (d + log n), and beside the input only one block is in memory.

Weights have shape (draws, n). A draw costs two products of matrices per block, so thousands of draws cost little more
than a few single ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

BLOCK = 128
"""Large enough for the walk to be a few products of matrices, small enough for the comparisons inside not to matter."""


class Sums(NamedTuple):
    """Both have one number per draw."""

    preferred: Floats
    compared: Floats


@dataclass(frozen=True, eq=False)
class Ranked:
    """Values and vectors of n sentences; `order` sorts the values. `vectors` may be float32: blocks are widened."""

    values: Floats
    vectors: NDArray[np.floating]
    order: Places
    cuts: Sequence[int]

    @classmethod
    def of(cls, values: Floats, vectors: NDArray[np.floating] | None = None) -> Ranked:
        """Without vectors every pair counts the same."""
        order = np.argsort(values, kind="stable")
        given = np.ones((len(values), 1)) if vectors is None else vectors
        return cls(values, given, order, _cuts(values[order], BLOCK))

    def sums(self, over: Floats, under: Floats, *, tie: float) -> Sums:
        """`over` and `under` are weights of shape (draws, n), zero for sentences that are not in the group."""
        draws, width = len(over), self.vectors.shape[1]
        preferred = np.zeros(draws)
        passed, total = np.zeros((draws, width)), np.zeros((draws, width))
        for places in self._blocks():
            upper, lower = _some(over, places), _some(under, places)
            gained = upper.weights @ self._rows(upper.places)
            preferred += np.einsum("bd,bd->b", gained, passed)
            preferred += self._within(upper, lower, tie)
            total += gained
            passed += lower.weights @ self._rows(lower.places)
        return Sums(preferred, np.einsum("bd,bd->b", total, passed))

    def _blocks(self) -> Iterator[Places]:
        return (self.order[start:stop] for start, stop in zip(self.cuts, self.cuts[1:], strict=False))

    def _rows(self, places: Places) -> Floats:
        return self.vectors[places].astype(np.float64, copy=False)

    def _within(self, upper: _Part, lower: _Part, tie: float) -> Floats:
        """What the pairs inside one block add."""
        if not len(upper.places) or not len(lower.places):
            return np.zeros(len(upper.weights))
        first, second = self.values[upper.places], self.values[lower.places]
        rows, columns = self._rows(upper.places), self._rows(lower.places)
        if first[0] == first[-1] == second[0] == second[-1]:
            return np.asarray(tie * np.einsum("bd,bd->b", upper.weights @ rows, lower.weights @ columns))
        credit = (first[:, None] > second) + tie * (first[:, None] == second)
        return np.einsum("bi,bi->b", upper.weights @ ((rows @ columns.T) * credit), lower.weights)


class _Part(NamedTuple):
    places: Places
    weights: Floats


def _some(weights: Floats, places: Places) -> _Part:
    """Only the sentences of a block that some draw has."""
    mine = weights[:, places]
    present = mine.any(axis=0)
    return _Part(places[present], mine[:, present])


def _cuts(ordered: Floats, size: int) -> list[int]:
    """Where blocks begin and end: at most `size` sentences, or one run of equal values however long."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(ordered)) + 1, [len(ordered)]])
    cuts = [0]
    while cuts[-1] < len(ordered):
        last = int(np.searchsorted(starts, cuts[-1] + size, side="right")) - 1
        following = int(np.searchsorted(starts, cuts[-1], side="right"))
        cuts.append(int(starts[max(last, following)]))
    return cuts


def matched(weights: Floats, lengths: NDArray[np.intp], members: Sequence[NDArray[np.bool_]]) -> Floats:
    """The weights, changed so that both groups have the same distribution of lengths.

    Of every length both groups keep as much weight as the lighter one has; a length that one group lacks is left out.
    """
    order = np.argsort(lengths, kind="stable")
    starts = np.concatenate([[0], np.flatnonzero(np.diff(lengths[order])) + 1])
    which = np.cumsum(np.isin(np.arange(len(order)), starts[1:]))
    sums = [np.add.reduceat((weights * member)[:, order], starts, axis=1) for member in members]
    least = np.minimum.reduce(sums)
    changed = np.zeros_like(weights)
    for member, heavy in zip(members, sums, strict=True):
        share = np.divide(least, heavy, out=np.zeros_like(least), where=heavy > 0)
        changed[:, order] += (weights * member)[:, order] * share[:, which]
    return changed


def mcnemar(preferred: int, pairs: int, rng: np.random.Generator) -> tuple[float, float]:
    """(chi², p) of the paper's test: the model's outcome of each pair against a coin's, as if pairs were independent.

    Only pairs where the two disagree count. The coin's outcomes are drawn by their sums, not pair by pair.
    """
    model_only, coin_only = rng.binomial(preferred, 0.5), rng.binomial(pairs - preferred, 0.5)
    if not model_only + coin_only:
        return 0.0, 1.0
    square = max(abs(int(model_only) - int(coin_only)) - 1, 0) ** 2 / (int(model_only) + int(coin_only))
    return square, erfc(sqrt(square / 2))
