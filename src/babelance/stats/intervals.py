"""How sure is the number? Intervals that cover the truth at their level, and say in `method` how they were made."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babelance.stats.distributions import normal_quantile, normal_tail
from babelance.stats.method import Method, check_level


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float
    method: str


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """Of a share of `n` independent items, in 0..1. Successes may be fractional: a tie that counts half varies less
    than an item that counts 0 or 1, so the interval is then on the safe side. So may `n` be, for items that depend on
    each other and are worth fewer independent ones."""
    if not 0 <= successes <= n or not n:
        raise ValueError(f"{successes} successes of {n} items: expected 0 <= successes <= n and n > 0.")
    share, z = successes / n, _z(level)
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    # Rounding must not take the ends away from 0 and 1.
    low, high = min(centre - reach, share), max(centre + reach, share)
    return Interval(max(low, 0.0), min(high, 1.0), str(Method("wilson", level)))


def wilson_p(successes: float, n: float, chance: float) -> float:
    """Two-sided p of a share against `chance` (in 0..1): the score test, whose inversion Wilson's interval is. So p is
    below 1 - level exactly where the interval leaves out `chance`."""
    departure, error = abs(successes / n - chance), sqrt(chance * (1 - chance) / n)
    if not error > 0:
        return 1.0 if departure == 0 else 0.0
    return 2 * normal_tail(departure / error)


def constant_interval(value: float, n: int, *, low: float, high: float, level: float = 0.95) -> Interval:
    """The interval of the mean of `n` equal values on a scale from `low` to `high`: others might have differed.

    If a share q of all items were different, n equal ones in a row would have probability (1 - q)^n. The largest q for
    which that is not below 1 - level (about 3 / n for 95 %) could lie at either end of the scale. An end that is
    infinite bounds nothing, and the interval stays at the value on that side.
    """
    share = unseen_share(n, level)
    lowest, highest = (value + share * (end - value) if isfinite(end) else value for end in (low, high))
    return Interval(lowest, highest, str(Method("constant", level)))


def unseen_share(n: int, level: float) -> float:
    """The largest share of all items that could be different although `n` equal ones were seen."""
    return float(1 - (1 - check_level(level)) ** (1 / n))


def auc(above: ArrayLike, below: ArrayLike) -> float:
    """The probability that one of `above` is greater than one of `below`, ties half: the area under the ROC curve."""
    return float(_placements(above, below)[0].mean())


def delong(above: ArrayLike, below: ArrayLike, level: float = 0.95) -> Interval:
    """The interval of `auc(above, below)`, in 0..1 (DeLong, DeLong & Clarke-Pearson 1988).

    If the groups do not overlap, DeLong's error is 0. The variance is never more than that of a share of as many items
    as the smaller group has, so Wilson's interval for that many is given instead, and `method` says so.
    """
    first, second = _placements(above, below)
    area, smaller = float(first.mean()), min(len(first), len(second))
    if smaller < 2 or area in (0.0, 1.0):
        return wilson(area * smaller, smaller, level)
    reach = _z(level) * area_error(above, below)
    return Interval(max(area - reach, 0.0), min(area + reach, 1.0), str(Method("delong", level)))


def area_error(above: ArrayLike, below: ArrayLike) -> float:
    """DeLong's standard error of `auc`; 0 if the samples do not overlap, NaN if one has a single value."""
    first, second = _placements(above, below)
    if min(len(first), len(second)) < 2:
        return nan
    return sqrt(first.var(ddof=1) / len(first) + second.var(ddof=1) / len(second))


def _placements(above: ArrayLike, below: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each of `above` the share of `below` that it beats, and for each of `below` the share it is beaten by."""
    from scipy.stats import rankdata

    first, second = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    if not len(first) or not len(second):
        raise ValueError(f"{len(first)} and {len(second)} values: both groups need at least one.")
    ranks = rankdata(np.concatenate([first, second]))
    beaten = (ranks[: len(first)] - rankdata(first)) / len(second)
    beats = (ranks[len(first) :] - rankdata(second)) / len(first)
    return beaten, 1 - beats


def _z(level: float) -> float:
    return normal_quantile((1 + check_level(level)) / 2)
