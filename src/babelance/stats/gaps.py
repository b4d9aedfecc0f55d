"""The interval of a gap between groups (`core.gap`), which covers at its level also where all groups are alike.

Chance lifts a gap, the more the more alike the groups are; a bootstrap that redraws around the sample lifts it once
more, and its limits are off. Here a true gap g is in the interval if the gap that was seen is usual where the true gap
is g:

    levels(g)   levels with the gap g: the nearest to those seen (least squares), half of the groups at either end, and
                one group apart from all others
    draws(g)    the gaps of levels(g) + what redrawing the items adds to the levels

Nobody knows which levels lie behind a gap, and chance lifts some more than others. With the nearest alone, where noise
of many groups looks like differences between them, true gaps looked impossible that were not. So g is in the interval
if the gap that was seen is usual for any of the three (`gap_path`).

Usual is what has a high likelihood beside that of the best g (the ordering of Feldman & Cousins 1998), with the middle
m(g) of the draws as the place and their spread as the same for all:

    r(x; g) = (x − m(g))² − (x − m(0))²   where x lies below m(0), so that no g would fit better than 0
    r(x; g) = (x − m(g))²                 elsewhere

The gap x is usual for g if r(x; g) is not above the `level` quantile of r over draws(g). At g = 0 that is a one-sided
test, far from it a two-sided one, and no interval is empty. It always holds the gap that was seen, although for many
groups that are alike the true one is surely smaller. What redrawing adds is widened as for other bootstraps: k units
vary by (k − s) / k too little, and Student's t with as many degrees of freedom as all groups have together, fewer where
few units bring in most of the noise (of rates the sentences in which decisions differ). A draw in
which noisy items come many times moves all groups farther than another, as if noise itself grew and shrank, which it
does not in truth and which many groups together would feel: what it adds is divided by that.
Coverage: benchmarks/coverage.py, docs/asked-for.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from babelance.core.gap import Gap, Levels
from babelance.core.scale import Scale
from babelance.stats.distributions import normal_quantile, student_quantile
from babelance.stats.gap_path import Path
from babelance.stats.method import Method
from babelance.stats.resample import Design, draws, leave_out_each

MOST = 400
"""Units that are left out one by one."""
STEPS = 16
"""Halvings that find a limit: to 1/65,000 of where it was looked for."""
Floats = NDArray[np.float64]


def gap_interval(
    gap: Gap, design: Design, scale: Scale, *, rng: np.random.Generator, level: float, count: int
) -> tuple[float, float, str]:
    """Low, high and how they were made. The gap of these items must vary from draw to draw."""
    world = _World.around(gap, design, rng=rng, level=level, count=count)
    value, centre = world.value, world.best
    low = 0.0 if world.is_usual(0.0) else _edge(world.is_usual, inside=centre, outside=0.0)
    high = _edge(world.is_usual, inside=centre, outside=_beyond(world.is_usual, centre, world.spread, scale.high))
    return min(low, value), min(max(high, value), scale.high), str(Method("unified", level, count))


@dataclass(frozen=True, eq=False)
class _World:
    """What could have been seen if the true gap were another."""

    gap: Gap
    path: Path
    noise: Levels
    level: float

    @classmethod
    def around(cls, gap: Gap, design: Design, *, rng: np.random.Generator, level: float, count: int) -> _World:
        gap = gap.of_known(np.isfinite(gap.levels(np.ones(design.n))))
        seen = gap.levels(np.ones(design.n))
        shares = _shares(gap, seen, design)
        noise = _noise(gap, seen, design, count, rng, shares)
        freedom = _freedom(shares, design) * max(1, len(seen) - 1)
        reach = student_quantile((1 + level) / 2, freedom) / normal_quantile((1 + level) / 2)
        noise = noise * sqrt(design.units / design.freedom) * reach
        noise = noise[np.isfinite(gap.of(noise))]
        return cls(gap, Path.of(gap, seen, toward=noise[int(np.argmax(gap.of(noise)))]), noise, level)

    @property
    def value(self) -> float:
        return self.path.gaps[0]

    @cached_property
    def spread(self) -> float:
        return float(self.draws(self.value).std())

    def draws(self, true: float) -> Floats:
        return self.gap.of(self.path.levels(true) + self.noise)

    @cached_property
    def best(self) -> float:
        """The true gap for which what was seen is in the middle; 0 if it is lower than that for every gap."""
        if not self.is_above_the_middle(0.0):
            return 0.0
        far = _beyond(self.is_above_the_middle, self.value, self.spread, inf)
        return _edge(self.is_above_the_middle, inside=0.0, outside=far)

    def is_above_the_middle(self, true: float) -> bool:
        return bool(self.value > np.median(self.draws(true)))

    @cached_property
    def lowest(self) -> float:
        """The middle of what is seen where all groups are alike."""
        return float(np.median(self.gap.of(self.noise)))

    def is_usual(self, true: float) -> bool:
        others = (self.gap.of(true * levels + self.noise) for levels in self.path.unlike)
        return any(map(self._is_usual_among, chain([self.draws(true)], others)))

    def _is_usual_among(self, some: Floats) -> bool:
        middle, lowest = float(np.median(some)), self.lowest

        def strange(seen: Floats) -> Floats:
            return (seen - middle) ** 2 - np.where(seen < lowest, (seen - lowest) ** 2, 0.0)

        return bool(strange(np.asarray(self.value)) <= np.quantile(strange(some), self.level))


def _noise(gap: Gap, seen: Levels, design: Design, count: int, rng: np.random.Generator, shares: Floats) -> Levels:
    """What redrawing adds to the levels, with the same strength in every draw."""
    moved, strength = [], []
    for weights in draws(design, count, rng):
        moved.append(gap.levels(weights) - seen)
        strength.append((weights - 1) ** 2 @ shares)
    drawn = np.concatenate(strength)
    scale = np.sqrt(np.divide(drawn, drawn.mean(), out=np.ones(len(drawn)), where=drawn > 0))
    return np.asarray(np.concatenate(moved) / scale[:, None])


def _shares(gap: Gap, seen: Levels, design: Design) -> Floats:
    """How much of the noise each item brings in, from what leaving out its unit changes; the same of all where units
    are so many that none weighs much."""
    shares = np.ones(design.n)
    if design.units > MOST:
        return shares
    for _, weights in leave_out_each(design, blocks=MOST):
        changes = np.nan_to_num(gap.levels(weights) - seen)
        for row, size in zip(weights, changes.var(axis=1), strict=True):  # What moves all groups alike is no noise.
            left_out = row == 0
            shares[left_out] = size / left_out.sum()
    return shares if shares.sum() > 0 else np.ones(design.n)


def _freedom(shares: Floats, design: Design) -> float:
    """Degrees of freedom of noise that some units bring in more of than others: those of as many equal units."""
    of_unit = np.bincount(design.unit, shares, minlength=design.units)
    alike = float(of_unit.sum() ** 2 / np.square(of_unit).sum())
    return max(1.0, alike * design.freedom / design.units)


def _edge(holds: Callable[[float], bool], *, inside: float, outside: float) -> float:
    """The last true gap for which it holds, on the way from one for which it does to one for which it does not."""
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside


def _beyond(holds: Callable[[float], bool], start: float, step: float, most: float) -> float:
    """A true gap for which it does not hold, or the largest one."""
    while holds(start + step) and start + step < most:
        step *= 2
    return min(start + step, most)
