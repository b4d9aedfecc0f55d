"""A number that is the size of differences between groups: the largest difference of their levels, or the mean one.

Sizes have a corner at 0, where all groups are alike, and chance alone lifts them above it. So their intervals are not
made from the number alone but from the levels (`stats.gaps`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.scored import Weights

if TYPE_CHECKING:
    from babelance.core.measure import Statistic

Levels = NDArray[np.float64]
"""(..., groups); NaN for a group that a weighting leaves without items."""
CELLS = 2**22
"""Differences that are looked at together: 32 MB."""


@dataclass(frozen=True, eq=False)
class Gap:
    """`levels` are those of the groups for any weighting of the items; `first` and `second` are the groups that are
    compared, pair by pair. No gap is larger than `most`, which fitted levels may exceed. NaN where a weighting leaves
    no pair."""

    levels: Statistic
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    size: Literal["largest", "mean"]
    most: float = inf

    @classmethod
    def between_all(cls, levels: Statistic, groups: int, size: Literal["largest", "mean"]) -> Gap:
        return cls(levels, *np.triu_indices(groups, k=1), size)

    def of_known(self, known: NDArray[np.bool_]) -> Gap:
        """Without the groups that have no level at all."""
        both, places = known[self.first] & known[self.second], np.cumsum(known) - 1
        return Gap(
            lambda weights: self.levels(weights)[..., known],
            places[self.first[both]],
            places[self.second[both]],
            self.size,
            self.most,
        )

    def __call__(self, weights: Weights) -> NDArray[np.float64]:
        return self.of(self.levels(weights))

    def of(self, levels: Levels) -> NDArray[np.float64]:
        rows = levels.reshape(-1, levels.shape[-1])
        whole = np.isfinite(rows).all(axis=-1) & (self._cliques is not None)
        values = np.empty(len(rows))
        values[whole] = self._of_whole_rows(rows[whole])
        values[~whole] = np.concatenate([np.empty(0), *map(self._of_rows, self._parts(rows[~whole]))])
        return np.minimum(values, self.most).reshape(levels.shape[:-1])

    def slopes(self, levels: Levels) -> Levels:
        """By how much the gap of one row of levels grows with each of them; those that are equal share it evenly."""
        apart = np.sign(levels[self.first] - levels[self.second])
        sizes = np.abs(levels[self.first] - levels[self.second])
        counted = sizes == sizes.max() if self.size == "largest" else np.ones(len(sizes), dtype=bool)
        slopes = np.zeros(len(levels))
        np.add.at(slopes, self.first, apart * counted)
        np.add.at(slopes, self.second, -apart * counted)
        return np.asarray(slopes / counted.sum())

    @cached_property
    def _cliques(self) -> list[NDArray[np.intp]] | None:
        """The groups that are compared with each other, each with all of its clique; None if there are others."""
        cliques: dict[frozenset[int], None] = {}
        for group in np.unique([self.first, self.second]):
            others = np.concatenate([self.second[self.first == group], self.first[self.second == group]])
            cliques[frozenset([int(group), *others.tolist()])] = None
        members = [np.asarray(sorted(clique), dtype=np.intp) for clique in cliques]
        return members if sum(map(len, members)) == len(np.unique([self.first, self.second])) else None

    def _of_whole_rows(self, rows: Levels) -> NDArray[np.float64]:
        """Without looking at every pair: sorted levels say what the sum of all differences is."""
        if not len(rows) or not self._cliques:
            return np.full(len(rows), np.nan)
        if self.size == "largest":
            return np.asarray(np.max([np.ptp(rows[:, clique], axis=-1) for clique in self._cliques], axis=0))
        sums = [
            np.sort(rows[:, clique], axis=-1) @ (2.0 * np.arange(len(clique)) - len(clique) + 1)
            for clique in self._cliques
        ]
        return np.asarray(np.sum(sums, axis=0) / len(self.first))

    def _parts(self, rows: Levels) -> list[Levels]:
        return np.array_split(rows, max(1, len(rows) * len(self.first) // CELLS)) if len(rows) else []

    def _of_rows(self, rows: Levels) -> NDArray[np.float64]:
        sizes = np.abs(rows[:, self.first] - rows[:, self.second])
        known = np.isfinite(sizes)
        some = known.any(axis=-1)
        if self.size == "largest":
            return np.where(some, np.where(known, sizes, -np.inf).max(axis=-1, initial=-np.inf), np.nan)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(known, sizes, 0.0).sum(axis=-1) / np.where(some, known.sum(axis=-1), np.nan))
