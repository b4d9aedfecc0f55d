"""Means and shares as functions of the items' weights, and how far each item moves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.core.scored import Scores

Values = NDArray[np.float64]
Places = NDArray[np.intp]


def ratio(over: NDArray[np.float64], under: NDArray[np.float64]) -> NDArray[np.float64]:
    """over / under, NaN where there is nothing under the line."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(under > 0, over / under, np.nan))


@dataclass(frozen=True, eq=False)
class Mean:
    """factor x the weighted mean of the values."""

    values: Values
    factor: float = 1.0

    def __call__(self, weights: Values) -> Values:
        return self.factor * ratio(weights @ self.values, weights.sum(axis=-1))

    def influences(self, sets: Sequence[Places]) -> Values:
        return sums_over(self.factor * (self.values - self.values.mean()) / len(self.values), sets)


def mean(values: NDArray[np.float64], factor: float = 1.0) -> Statistic:
    """factor x the weighted mean of the values."""
    return Mean(values, factor)


def sums_over(values: Values, sets: Sequence[Places]) -> Values:
    """The sum of the values of each set."""
    if not sets:
        return np.empty(0)
    starts = np.cumsum([0, *(len(members) for members in sets[:-1])])
    return np.asarray(np.add.reduceat(values[np.concatenate(sets)], starts))


def share(scores: Scores, tag: str, value: str, column: str, wanted: str) -> Statistic:
    """Among the items whose tag has that value, the share whose column holds what is wanted."""
    among = (scores.tag(tag) == value).astype(np.float64)
    hits = among * (scores.column(column) == wanted)
    return lambda weights: ratio(weights @ hits, weights @ among)


def macro_mean(values: NDArray[np.float64], groups: NDArray[np.str_], factor: float = 1.0) -> MacroMean:
    """factor x the mean over groups of the weighted mean within the group."""
    return MacroMean(values, np.unique(groups, return_inverse=True)[1], factor)


@dataclass(frozen=True, eq=False)
class MacroMean:
    """A group is there as often as the one of its items that is there least often: a copy of an item changes the mean
    within its group, a group that was drawn twice counts twice."""

    values: Values
    group: Places
    factor: float

    def __call__(self, weights: Values) -> Values:
        order = np.argsort(self.group, kind="stable")
        first = np.unique(self.group[order], return_index=True)[1]
        drawn = weights[..., order]
        inside = np.add.reduceat(drawn * self.values[order], first, axis=-1)
        within = ratio(inside, np.add.reduceat(drawn, first, axis=-1))
        present = ~np.isnan(within)
        times = np.where(present, np.minimum.reduceat(np.where(drawn > 0, drawn, np.inf), first, axis=-1), 0.0)
        return self.factor * ratio((times * np.where(present, within, 0.0)).sum(axis=-1), times.sum(axis=-1))

    def influences(self, sets: Sequence[Places]) -> Values:
        """Some items of a group move its mean; all of them together make the group count more."""
        size = np.bincount(self.group)
        within = np.bincount(self.group, weights=self.values) / size
        apart = (self.values - within[self.group]) / size[self.group]
        whole = within - within.mean()
        return self.factor * np.asarray([self._influence(members, size, apart, whole) for members in sets]) / len(size)

    def _influence(self, items: Places, size: NDArray[np.int64], apart: Values, whole: Values) -> float:
        groups, counts = np.unique(self.group[items], return_counts=True)
        complete = groups[counts == size[groups]]
        return float(apart[items].sum() + whole[complete].sum())
