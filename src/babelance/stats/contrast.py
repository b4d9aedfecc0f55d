"""Score minus null, with its interval and its test: what a verdict is about.

A constant null moves the interval of the score. A null that is a statistic of the same items is redrawn with them, so
what both have in common cancels out. A null of many shuffles is a distribution: the interval is the score minus the
middle of it, so that it leaves out 0 where the score lies outside. Far out shuffles are too few to be counted, so there
a curve with their mean, spread and skew is laid through them (Pearson's type III, usual for permutation tests).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, isfinite, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammainc, gammaincc

from babelance.core.measure import Measure, Statistic, word_jackknife_of
from babelance.core.null import Null
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.reason import Reason
from babelance.core.scored import Scores, Weights
from babelance.stats import power
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.distributions import normal_quantile, normal_tail
from babelance.stats.estimate import PointEstimate, agreeing, design_of
from babelance.stats.mean_of_pairs import mean_of_pairs
from babelance.stats.permute import tails
from babelance.stats.words import influences_of

SYMMETRIC = 0.01
"""A skew below this is none."""
LITTLE_SKEW = 0.5
STILL = 1e-9
"""A standard error below this share of the value is rounding."""
COUNTED = 5
"""As many shuffles beyond the value are counted; fewer say too little."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """`value` is score − null. p is below 1 - level exactly where the interval leaves out 0."""

    value: float
    low: float
    high: float
    p: float
    mde: float | None


def contrast(
    measure: Measure,
    scores: Scores,
    numbers: PointEstimate,
    null: Null,
    *,
    level: float = 0.95,
    count: int = 2000,
    seed: int = 0,
    parallel_map: ParallelMap = map_locally,
) -> Contrast | Reason:
    """The score minus its null, with interval and p; a reason where these items cannot tell."""
    if null.draws is not None:
        return against_draws(numbers.value, null.draws, level, least=null.least)
    if null.statistic is None:
        return _no_surer(_against_constant(numbers, null, level), design_of(measure, scores).units, level)
    difference = Difference(measure.statistic(scores), null.statistic, len(scores))
    design = design_of(measure, scores)
    pairs = mean_of_pairs(difference, design) if null.in_pairs else None
    if pairs:
        detectable = power.detectable_by_error(pairs.error, level=level, freedom=pairs.freedom)
        return _no_surer(Contrast(pairs.value, *pairs.limits(level), pairs.p(0.0), detectable), design.units, level)
    sample = bootstrap(
        difference,
        design,
        rng=np.random.default_rng(seed),
        level=level,
        count=count,
        parallel_map=parallel_map,
        without=word_jackknife_of(measure, scores),
    )
    if isinstance(sample, Reason):
        return sample
    if _is_mute(sample):
        return Reason(f"too few items to say how surely score and null differ ({sample.units})")
    low, high = sample.limits
    mde = None if sample.constant else power.detectable_by_error(sample.error, level=level, freedom=sample.freedom)
    return _no_surer(Contrast(sample.value, low, high, sample.p(0.0), mde), sample.units, level)


def _no_surer(compared: Contrast, units: int, level: float) -> Contrast | Reason:
    """No p is below that of all items on one side: the differences of four sentences, or the answers to four pairs, may
    be alike by luck. Where even that would not be rare, nothing can be shown, nor that nothing is there."""
    least = 2.0 ** (1 - units)
    if least > 1 - level:
        return Reason(f"too few items to show a difference, however large ({units})")
    within = compared.low <= 0 <= compared.high
    return replace(compared, p=agreeing(max(compared.p, least), within, level))


def _is_mute(sample: Bootstrap) -> bool:
    """Is there a difference whose uncertainty so few items do not show? Either nothing varies, and their number alone
    could come about by luck; or draws vary, but leaving one item out changes nothing."""
    if not sample.value:
        return False
    if sample.constant:
        return sample.p(0.0) > 1 - sample.level
    return not sample.error > STILL * abs(sample.value)


@dataclass(frozen=True, eq=False)
class Difference:
    """The difference of two statistics of the same items, which is a statistic itself."""

    first: Statistic
    second: Statistic
    n: int

    def __call__(self, weights: Weights) -> NDArray[np.float64]:
        return self.first(weights) - self.second(weights)

    def influences(self, sets: Sequence[NDArray[np.intp]]) -> NDArray[np.float64]:
        return influences_of(self.first, self.n, sets) - influences_of(self.second, self.n, sets)


def _against_constant(numbers: PointEstimate, null: Null, level: float) -> Contrast:
    low, high = numbers.low - null.value, numbers.high - null.value
    p, value = numbers.test(null.value), numbers.value - null.value
    if not null.error > 0:
        return Contrast(value, low, high, p, numbers.mde)
    low, high = (value + _farther(limit - value, null.error, level) for limit in (low, high))
    wider = (high - low) / (numbers.high - numbers.low) if numbers.high > numbers.low else 1.0
    z = normal_quantile(1 - max(p, 1e-300) / 2) / wider
    mde = None if numbers.mde is None else numbers.mde * wider
    return Contrast(value, low, high, agreeing(2 * normal_tail(z), low <= 0 <= high, level), mde)


def _farther(reach: float, error: float, level: float) -> float:
    """The limit of a difference from a null that is itself not certain."""
    return float(np.copysign(hypot(reach, normal_quantile((1 + level) / 2) * error), reach))


def against_draws(value: float, draws: NDArray[np.float64], level: float, *, least: float = 0.0) -> Contrast:
    """The contrast of a score with the values that it takes when labels are shuffled. No tail is smaller than `least`,
    the share of a single shuffle among all that there are: a curve does not know that words are few."""
    centre, spread = float(draws.mean()), float(draws.std(ddof=1)) * sqrt(1 + 1 / len(draws))
    # The values of shuffles that change nothing differ in their last bits only.
    if not spread > 1e-9 * max(abs(centre), abs(value)):
        same = bool(np.isclose(value, centre, rtol=1e-6, atol=1e-12))
        gap = 0.0 if same else value - centre
        return Contrast(gap, gap, gap, 1.0 if same else 1 / (len(draws) + 1), None)
    shares = ((1 - level) / 2, (1 + level) / 2)
    reach = np.quantile(draws, shares, method="weibull")
    low, high = value - float(reach[1]), value - float(reach[0])
    p = agreeing(min(1.0, max(_tail(value, draws), 2 * least)), low <= 0 <= high, level)
    return Contrast(value - centre, low, high, p, power.detectable_by_error(spread, level=level))


def _tail(value: float, draws: NDArray[np.float64]) -> float:
    """Two-sided p: counted where enough shuffles lie beyond the value, else by the curve. On the short side of a skewed
    distribution the curve has an end that a few shuffles do not show reliably, and nothing is added to the count."""
    below, above = tails(draws, value)
    counted, curve = min(1.0, 2 * min(below, above)), Curve.through(draws)
    short = (value > draws.mean()) != (curve.skew > 0) and abs(curve.skew) > LITTLE_SKEW
    if short or min(below, above) * (len(draws) + 1) > COUNTED:
        return counted
    return min(counted, curve.p((value - float(draws.mean())) / float(draws.std(ddof=1))))


@dataclass(frozen=True, slots=True)
class Curve:
    """Pearson's type III with mean 0 and spread 1: a gamma distribution, moved and turned so that it has this skew."""

    skew: float

    @classmethod
    def through(cls, draws: NDArray[np.float64]) -> Curve:
        departures = (draws - draws.mean()) / draws.std()
        skew = float(np.mean(departures**3))
        return cls(skew if isfinite(skew) else 0.0)

    def p(self, z: float) -> float:
        """Two-sided."""
        if abs(self.skew) < SYMMETRIC:
            return 2 * normal_tail(abs(z))
        gamma_z = max(self._shape + self._mirror(z) * sqrt(self._shape), 0.0)
        return float(2 * min(gammainc(self._shape, gamma_z), gammaincc(self._shape, gamma_z), 0.5))

    @property
    def _shape(self) -> float:
        return 4 / self.skew**2

    def _mirror(self, z: float) -> float:
        return z if self.skew > 0 else -z
