"""Which levels of groups are nearest to those seen, among the levels that have another gap?

Downwards levels move against the slopes of the gap, and those that meet stay together. For the largest difference of
all groups, and for the mean difference of all, that is the path of least squares: both ends are cut off there,
neighbours merge here. The gap falls evenly between two meetings, which are the knots of the path. Upwards levels move
with the slopes.

Levels that have a gap and are most unlike each other in how far chance lifts it: half of the groups at either end, so
that many pairs could be the largest, and one group apart from all others, which are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from babelance.core.gap import Gap, Levels

SAME = 1e-9
"""Of the gap that was seen: levels less than this apart are one."""


@dataclass(frozen=True, eq=False)
class Path:
    """`knots[0]` are the levels seen; `gaps` are those of the knots, down to 0; `upwards` raises the gap by 1;
    `unlike` are other levels with a gap of 1."""

    knots: Levels
    gaps: tuple[float, ...]
    upwards: Levels
    unlike: tuple[Levels, ...]

    @classmethod
    def of(cls, gap: Gap, seen: Levels, *, toward: Levels) -> Path:
        """`toward`: other levels, which tell the way up where those seen are all the same."""
        apart = seen if gap.of(seen) > 0 else np.nan_to_num(toward)
        slopes, knots = gap.slopes(apart), _meetings(gap, seen)
        unlike = _halves(gap, apart), _one_apart(gap, apart)
        return cls(knots, tuple(gap.of(knots).tolist()), slopes / float(slopes @ slopes), unlike)

    def levels(self, wanted: float) -> Levels:
        if wanted >= self.gaps[0]:
            return np.asarray(self.knots[0] + (wanted - self.gaps[0]) * self.upwards)
        for number, (larger, smaller) in enumerate(pairwise(self.gaps)):
            if wanted >= smaller:
                share = (larger - wanted) / (larger - smaller)
                return np.asarray((1 - share) * self.knots[number] + share * self.knots[number + 1])
        return np.asarray(self.knots[-1])


def _halves(gap: Gap, levels: Levels) -> Levels:
    """1 for the groups above the middle of those that they are compared with, 0 for the others; with those in the
    middle where nobody is above it."""
    middle = np.zeros(len(levels))
    for group, others in _compared_with(gap).items():
        middle[group] = np.median(levels[[group, *others]])
    upper = (levels > middle).astype(np.float64)
    if not gap.of(upper) > 0:
        upper = (levels >= middle).astype(np.float64)
    return upper / gap.of(upper) if gap.of(upper) > 0 else levels / gap.of(levels)


def _one_apart(gap: Gap, levels: Levels) -> Levels:
    """All alike but for the group that differs most from those that it is compared with."""
    differences = {group: levels[group] - levels[others].mean() for group, others in _compared_with(gap).items()}
    apart = np.zeros(len(levels))
    group = max(differences, key=lambda group: abs(differences[group]))
    apart[group] = np.sign(differences[group])
    return apart / gap.of(apart)


def _compared_with(gap: Gap) -> dict[int, list[int]]:
    others: dict[int, list[int]] = {}
    for first, second in zip(gap.first.tolist(), gap.second.tolist(), strict=True):
        others.setdefault(first, []).append(second)
        others.setdefault(second, []).append(first)
    return others


def _meetings(gap: Gap, seen: Levels) -> Levels:
    """The levels seen, and those at each meeting on the way to no gap."""
    together, knots = np.arange(len(seen)), [seen]
    near = SAME * float(gap.of(seen))
    while True:
        levels, together = _merge(gap, knots[-1], together, near)
        knots[-1] = levels if len(knots) > 1 else knots[0]
        speeds = -_means_of_merged(gap.slopes(levels), together)
        apart = together[gap.first] != together[gap.second]
        approach = speeds[gap.second[apart]] - speeds[gap.first[apart]]
        distance = levels[gap.first[apart]] - levels[gap.second[apart]]
        times = np.divide(distance, approach, out=np.full(len(approach), np.inf), where=approach * distance > 0)
        if not len(times) or not np.isfinite(times.min()):
            return np.stack(knots)
        knots.append(levels + times.min() * speeds)


def _merge(gap: Gap, levels: Levels, together: NDArray[np.intp], near: float) -> tuple[Levels, NDArray[np.intp]]:
    """Groups that are compared and have met are one from here on."""
    together = together.copy()
    for first, second in zip(gap.first, gap.second, strict=True):
        if together[first] != together[second] and abs(levels[first] - levels[second]) <= near:
            together[together == together[second]] = together[first]
    return _means_of_merged(levels, together), together


def _means_of_merged(values: Levels, together: NDArray[np.intp]) -> Levels:
    """The mean of those that are together, for each of them."""
    return np.asarray((np.bincount(together, values) / np.maximum(np.bincount(together), 1))[together])
