"""Which of two groups of sentences is preferred, over all pairs, without ever making the pairs.

    preferred = Σ_i Σ_j over_i under_j (v_i · v_j) credit(a_i, a_j),   compared = Σ_i Σ_j over_i under_j (v_i · v_j)

credit is 1 if a_i > a_j, 0 if a_i < a_j and `tie` if they are equal. Sentences are sorted by `a` once and walked in
blocks. Every pair from different blocks is settled by the running sum of `under_j v_j`; pairs within a block are
compared as they are. A block never cuts through equal values, and equal values that fill a block need no comparison at
all. So the result is exact, the time grows as n (d + log n), and beside its input only one block is in memory.

Weights have shape (draws, n). A draw costs two products of matrices per block, so thousands of draws cost little more
than a few single ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

BLOCK = 128
"""Large enough for the walk to be a few products of matrices, small enough for the comparisons inside not to matter."""


class Sums(NamedTuple):
    """Weighted sums over pairs of sentences, one number per draw: those preferred, and all that were compared."""

    preferred: Floats
    compared: Floats


@dataclass(frozen=True, eq=False)
class RankedValues:
    """Values and vectors of n sentences; `order` sorts the values. `vectors` may be float32: blocks are widened."""

    values: Floats
    vectors: NDArray[np.floating]
    order: Places
    cuts: Sequence[int]

    @classmethod
    def of(cls, values: Floats, vectors: NDArray[np.floating] | None = None) -> RankedValues:
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
            gained, lost, within = self._block(_drawn_part(over, places), _drawn_part(under, places), tie)
            preferred += _dots(gained, passed) + within
            total += gained
            passed += lost
        return Sums(preferred, _dots(total, passed))

    def slopes(self, over: Floats, under: Floats, *, tie: float) -> Sums:
        """By how much `preferred` and `compared` grow with the weight of each sentence, for one weighting (n)."""
        preferred = np.zeros(len(over))
        above = _weighted_sum(self.vectors, over)
        total = above.copy(), _weighted_sum(self.vectors, under)
        below = np.zeros_like(above)
        for places in self._blocks():
            rows, mine, other = self._rows(places), over[places], under[places]
            above = above - mine @ rows
            # Sentences of other blocks: lower ones are beaten, higher ones beat.
            settled = (mine != 0) * (rows @ below) + (other != 0) * (rows @ above)
            preferred[places] = settled + self._slopes_within(places, rows, mine, other, tie)
            below = below + other @ rows
        compared = (over != 0) * _dot_rows(self.vectors, total[1]) + (under != 0) * _dot_rows(self.vectors, total[0])
        return Sums(preferred, compared)

    def _slopes_within(self, places: Places, rows: Floats, over: Floats, under: Floats, tie: float) -> Floats:
        values = self.values[places]
        if values[0] == values[-1]:
            return np.asarray(tie * ((over != 0) * (rows @ (under @ rows)) + (under != 0) * (rows @ (over @ rows))))
        credit = (values[:, None] > values) + tie * (values[:, None] == values)
        products = (rows @ rows.T) * credit
        return np.asarray((over != 0) * (products @ under) + (under != 0) * (over @ products))

    def _blocks(self) -> Iterator[Places]:
        return (self.order[start:stop] for start, stop in zip(self.cuts, self.cuts[1:], strict=False))

    def _block(self, upper: _Part, lower: _Part, tie: float) -> tuple[Floats, Floats, Floats]:
        """The weighted sums of both groups' vectors, and what the pairs inside the block add."""
        if self._equal(upper, lower):
            gained, lost = self._sum_in_pieces(upper), self._sum_in_pieces(lower)
            return gained, lost, tie * _dots(gained, lost)
        rows, columns = self._rows(upper.places), self._rows(lower.places)
        first, second = self.values[upper.places, None], self.values[lower.places]
        credit = (first > second) + tie * (first == second)
        within = _dots(upper.weights @ ((rows @ columns.T) * credit), lower.weights)
        return upper.weights @ rows, lower.weights @ columns, within

    def _equal(self, upper: _Part, lower: _Part) -> bool:
        """Have all sentences of the block the same value, so that nothing need be compared?"""
        ends = self.values[[part.places[end] for part in (upper, lower) if len(part.places) for end in (0, -1)]]
        return bool((ends == ends[:1]).all())

    def _sum_in_pieces(self, part: _Part) -> Floats:
        """The weighted sum of a block's vectors. In pieces: a run of equal values may be long."""
        sums = np.zeros((len(part.weights), self.vectors.shape[1]))
        for start in range(0, len(part.places), 8 * BLOCK):
            piece = slice(start, start + 8 * BLOCK)
            sums += part.weights[:, piece] @ self._rows(part.places[piece])
        return sums

    def _rows(self, places: Places) -> Floats:
        return self.vectors[places].astype(np.float64, copy=False)


class _Part(NamedTuple):
    places: Places
    weights: Floats


def _drawn_part(weights: Floats, places: Places) -> _Part:
    """Only the sentences of a block that some draw has."""
    mine = weights[:, places]
    present = mine.any(axis=0)
    return _Part(places[present], mine[:, present])


def _dots(first: Floats, second: Floats) -> Floats:
    """The dot product of each row of one matrix with the same row of the other."""
    return np.asarray(np.einsum("bd,bd->b", first, second))


def _weighted_sum(vectors: NDArray[np.floating], weights: Floats) -> Floats:
    """Σ w_i v_i, piece by piece: vectors may be float32, and many."""
    parts = range(0, len(vectors), 64 * BLOCK)
    return np.asarray(
        sum(weights[at : at + 64 * BLOCK] @ vectors[at : at + 64 * BLOCK].astype(np.float64) for at in parts)
    )


def _dot_rows(vectors: NDArray[np.floating], other: Floats) -> Floats:
    parts = range(0, len(vectors), 64 * BLOCK)
    return np.concatenate([vectors[at : at + 64 * BLOCK].astype(np.float64) @ other for at in parts])


def _cuts(ordered: Floats, size: int) -> list[int]:
    """Where blocks begin and end: at most `size` sentences, or one run of equal values however long."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(ordered)) + 1, [len(ordered)]])
    cuts = [0]
    while cuts[-1] < len(ordered):
        last = int(np.searchsorted(starts, cuts[-1] + size, side="right")) - 1
        following = int(np.searchsorted(starts, cuts[-1], side="right"))
        cuts.append(int(starts[max(last, following)]))
    return cuts
