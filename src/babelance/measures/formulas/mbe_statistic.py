"""The MBE score of two or more groups as a function of weights, its shuffled groups, and lengths made equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.scored import Weights
from babelance.measures.formulas.mbe import Floats, RankedValues
from babelance.measures.formulas.pairs import ratio

Codes = NDArray[np.intp]
Mask = NDArray[np.bool_]
Pair = tuple[str, str]
"""(over, under): the score is above 50 if the first is preferred."""

SHUFFLES = 200
CELLS = 2**22
"""Numbers in one matrix of weights: 32 MB."""


@dataclass(frozen=True, eq=False)
class MbeStatistic:
    """All that the score needs of the sentences. Weights divided by `norms` turn products of vectors into cosines."""

    ranked: RankedValues
    names: tuple[str, ...]
    codes: Codes
    norms: Floats
    lengths: Codes | None
    tie: float

    @classmethod
    def of(
        cls, ranked: RankedValues, groups: NDArray[np.str_], *, norms: Floats, lengths: Codes | None, tie: float
    ) -> MbeStatistic:
        names, codes = np.unique(groups, return_inverse=True)
        return cls(ranked, tuple(names.tolist()), codes, norms, lengths, tie)

    def statistic(self, pairs: Sequence[Pair]) -> Statistic:
        """Of the one pair; of several, 50 + the largest departure from 50."""

        def value(weights: Weights) -> NDArray[np.float64]:
            rows = weights.reshape(-1, weights.shape[-1])
            return self.values(rows, self.codes, pairs).reshape(weights.shape[:-1])

        return value

    def values(self, weights: Weights, codes: Codes, pairs: Sequence[Pair]) -> Floats:
        """`codes` has shape (n) or (draws, n): the group of each sentence, for all draws or for each."""
        places = [(self.names.index(over), self.names.index(under)) for over, under in pairs]
        values = np.stack([self._value(weights, codes == over, codes == under) for over, under in places])
        return values[0] if len(pairs) == 1 else _largest(values)

    def _value(self, weights: Weights, over: Mask, under: Mask) -> Floats:
        if self.lengths is not None:
            weights = match_lengths(weights, self.lengths, (over, under))
        divided = weights / self.norms
        return 100 * ratio(*self.ranked.sums(divided * over, divided * under, tie=self.tie))

    def shuffled_values(self, pairs: Sequence[Pair]) -> Floats:
        """The score under seeded shuffles of the groups: the same every time."""
        parts = (self.values(np.ones(codes.shape), codes, pairs) for codes in _shuffles(self.codes))
        return np.concatenate(list(parts))

    def shuffle_facts(self, pairs: Sequence[Pair]) -> dict[str, Plain]:
        """Where 95 % of the shuffles lie, and how many depart as far as the score."""
        values = self.shuffled_values(pairs)
        value = float(self.statistic(pairs)(np.ones(len(self.codes))))
        further = int(np.sum(np.abs(values - 50) >= abs(value - 50)))
        low, high = np.quantile(values, [0.025, 0.975]).tolist()
        return {"shuffled_low": low, "shuffled_high": high, "shuffled_p": (further + 1) / (len(values) + 1)}

    def matrix(self) -> dict[str, dict[str, float]]:
        """Every ordered pair that has a value: `matrix[over][under]`."""
        everything = np.ones((1, len(self.codes)))
        table: dict[str, dict[str, float]] = {name: {} for name in self.names}
        for over, under in permutations(self.names, 2):
            value = float(self.values(everything, self.codes, [(over, under)])[0])
            table[over] |= {under: value} if np.isfinite(value) else {}
        return table


def farthest(matrix: Mapping[str, Mapping[str, float]]) -> dict[str, Plain]:
    """The pair that departs most from 50, its preferred group first."""
    values = {(over, under): value for over, row in matrix.items() for under, value in row.items()}
    over, under = max(values, key=lambda pair: values[pair])
    return {"over": over, "under": under}


def norms(vectors: NDArray[np.floating]) -> Floats:
    """In float64, without a float64 copy of all vectors."""
    squares: Floats = np.einsum("nd,nd->n", vectors, vectors, dtype=np.float64)
    return np.sqrt(squares)


def match_lengths(weights: Floats, lengths: Codes, members: Sequence[Mask]) -> Floats:
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


def _largest(values: Floats) -> Floats:
    """Over the pairs (first axis); NaN if no pair has a value."""
    departures = np.abs(values - 50)
    known = np.where(np.isnan(departures), -np.inf, departures).max(axis=0)
    return np.where(np.isfinite(known), 50 + known, np.nan)


def _shuffles(codes: Codes) -> Iterator[Codes]:
    rng = np.random.default_rng(0)
    at_once = max(1, min(SHUFFLES, CELLS // len(codes)))
    for start in range(0, SHUFFLES, at_once):
        yield np.stack([rng.permutation(codes) for _ in range(min(at_once, SHUFFLES - start))])
