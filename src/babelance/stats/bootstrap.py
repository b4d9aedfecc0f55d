"""The bootstrap of any statistic: its interval (BCa) and its p-value, which agree.

The draws say how the statistic varies; z0 (bias) and a (acceleration, from the jackknife) correct for a statistic that
is not centred and for an error that changes with the value (Efron 1987). The limits are the draws at

    Phi(z0 + (z0 + z) / (1 - a (z0 + z))),   z = -reach, +reach

With k units in s strata, resampling gives a variance that is (k - s) / k too small and ignores that it is estimated.
So reach = sqrt(k / (k - s)) * t(k - s) instead of the normal quantile (Hesterberg 2015); for many units it is the same.
p solves the same equation for the null value: p < 1 - level where the null lies outside the interval, up to the one
draw that (b + 1) / (m + 1) adds to be safe.

The range of k units covers their median with probability 1 - 2^(1-k). Where that is below the level (fewer than six
units for 95 %) no resampling can help, and in simulations it takes twice as many until BCa covers as well as Student's
t around the value with the jackknife error. So up to there (ten units for 95 %) the interval is that one. It also is
where the draws lie off to one side of the value (a mean of absolute values near 0, say): BCa corrects for a little
bias, but for a lot of it its limits run together at an end of the draws and leave the value out.

Units may share words, and the same few words may be in all of them; then units are not independent, and redrawing them
says nothing about other words. Limits are moved away from the value by the factor that `words.stretch` finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log2, nan, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from babelance.core.measure import Statistic
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.reason import Reason
from babelance.stats.bootstrap_draws import draw_values, jackknife
from babelance.stats.distributions import student_quantile, student_tail
from babelance.stats.method import Method, check_level
from babelance.stats.permute import tails
from babelance.stats.resample import Design
from babelance.stats.words import stretch

MOST_BIAS = 1.0
"""z0 beyond which BCa is not used: five in six draws on one side of the value."""
COUNTED = 5
"""As many draws beyond a null are counted; fewer say too little."""
LOSABLE = 0.1
"""More draws than this share without a value, and there is no interval."""


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """`draws` are sorted and finite; `lost` of `count` had no value. `bias` and `acceleration` are z0 and a, NaN where
    they do not exist; `jackknife` is the jackknife's standard error."""

    value: float
    draws: NDArray[np.float64]
    count: int
    lost: int
    bias: float
    acceleration: float
    jackknife: float
    units: int
    freedom: int
    level: float
    stretch: float = 1.0

    @property
    def constant(self) -> bool:
        """Did nothing vary?"""
        return bool(np.ptp(self.draws) <= 1e-10 * np.max(np.abs(self.draws)))

    @property
    def too_few_units(self) -> bool:
        """Twice as many units as it takes for their range to cover the median: see the top of the file."""
        return self.units < 2 * (1 - log2(1 - self.level))

    @property
    def off_centre(self) -> bool:
        """Are the draws off to one side of the value, by more than a correction can mend?"""
        far = isfinite(self.bias) and abs(self.bias) > MOST_BIAS
        return far or not self.draws[0] <= self.value <= self.draws[-1]

    @property
    def student(self) -> bool:
        """Is the interval Student's t around the value, because BCa cannot be trusted here?"""
        return self.too_few_units or (self.off_centre and self.jackknife > 0)

    @property
    def is_corrected(self) -> bool:
        return isfinite(self.bias) and isfinite(self.acceleration)

    @property
    def method(self) -> str:
        if self.constant or self.student:
            return str(Method("constant" if self.constant else "t", self.level))
        return str(Method("bca" if self.is_corrected else "percentile", self.level, self.count))

    @property
    def error(self) -> float:
        """Standard error."""
        return self.stretch * (self.jackknife if self.student else self._small_sample_factor * float(self.draws.std()))

    @property
    def limits(self) -> tuple[float, float]:
        """Low and high. Both are the value if nothing varied (see `intervals.constant_interval`)."""
        if self.constant:
            return self.value, self.value
        low, high = self._limits_of_units
        return self.value + self.stretch * (low - self.value), self.value + self.stretch * (high - self.value)

    @property
    def _limits_of_units(self) -> tuple[float, float]:
        reach = student_quantile((1 + self.level) / 2, self.freedom)
        if self.student:
            return self.value - reach * self.jackknife, self.value + reach * self.jackknife
        shares = [self._share(-reach * self._small_sample_factor), self._share(reach * self._small_sample_factor)]
        # The k-th of m draws is the k / (m + 1) quantile: the same counting as in p.
        low, high = np.quantile(self.draws, shares, method="weibull")
        return float(low), float(high)

    def p(self, null: float) -> float:
        """Two-sided. If nothing varied, k equal units all on one side of the null: 2^(1-k), the exact sign test.

        Where hardly a draw lies beyond the null, they cannot be counted. How far it is then is told in units of the
        limit on its side, as Student's t has it: families of many tests need p-values smaller than draws can give.
        """
        if self.constant:
            return 1.0 if np.isclose(self.value, null, rtol=1e-10, atol=0) else min(1.0, 2.0 ** (1 - self.units))
        null = self.value + (null - self.value) / self.stretch
        if self.student:
            return 2 * student_tail(abs(self.value - null) / self.jackknife, self.freedom)
        below, above = tails(self.draws, null)
        z = self._normal(below if below < above else 1 - above)
        counted = max(2 * student_tail(abs(z) / self._small_sample_factor, self.freedom), 1 / (len(self.draws) + 1))
        if min(below, above) * (len(self.draws) + 1) > COUNTED:
            return counted
        return min(counted, self._far_p(null))

    def _far_p(self, null: float) -> float:
        low, high = self._limits_of_units
        reach = (high if null > self.value else low) - self.value
        quantile = student_quantile((1 + self.level) / 2, self.freedom)
        return 2 * student_tail(quantile * abs((null - self.value) / reach), self.freedom) if reach else 1.0

    @property
    def _small_sample_factor(self) -> float:
        """Draws of k units vary by (k - s) / k too little, since they vary around the sample and not the world."""
        return sqrt(self.units / self.freedom)

    @property
    def _corrections(self) -> tuple[float, float]:
        return (self.bias, self.acceleration) if self.is_corrected else (0.0, 0.0)

    def _share(self, z: float) -> float:
        """Which share of the draws lies below the limit for z?"""
        bias, acceleration = self._corrections
        return float(ndtr(bias + _accelerate(bias + z, -acceleration)))

    def _normal(self, share: float) -> float:
        """The z for which `_share` gives this share."""
        bias, acceleration = self._corrections
        return _accelerate(float(ndtri(share)) - bias, acceleration) - bias


def bootstrap(
    statistic: Statistic,
    design: Design,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    count: int = 2000,
    parallel_map: ParallelMap = map_locally,
    without: Sequence[NDArray[np.float64]] = (),
) -> Bootstrap | Reason:
    """The statistic with its draws; a reason says why the sample cannot show how sure its number is.

    A large bootstrap (`bootstrap_draws.LARGE`) is cut into parts, which `parallel_map` may compute elsewhere.

    `without`: for each group of words that all items share, the value without one of them.
    """
    check_level(level)
    value = float(statistic(np.ones(design.n))) if design.n else nan
    if not isfinite(value):
        return Reason("nothing to measure in these items")
    if design.units < 2:
        return Reason("a single item or cluster cannot show how much the number would vary")
    values = draw_values(statistic, design, rng, count, parallel_map)
    finite = np.sort(values[np.isfinite(values)])
    if len(finite) < (1 - LOSABLE) * count:
        return Reason(
            f"{count - len(finite)} of {count} resamples leave nothing to measure: too few items of some kind"
        )
    error, acceleration = jackknife(statistic, design)
    sample = Bootstrap(
        value=value,
        draws=finite,
        count=count,
        lost=count - len(finite),
        bias=_bias(finite, value),
        acceleration=acceleration,
        jackknife=error,
        units=design.units,
        freedom=design.freedom,
        level=level,
        stretch=stretch(statistic, design, without, level),
    )
    if sample.too_few_units and not sample.constant and not error > 0:
        return Reason(f"{design.units} items or clusters are too few to show how much the number would vary")
    return sample


def of_draws(value: float, values: NDArray[np.float64], design: Design, level: float) -> Bootstrap | Reason:
    """Draws that were made elsewhere, of a value without a jackknife: corrected for bias, not for acceleration."""
    if not len(values):
        return Reason("no resample leaves anything to measure")
    error = float(values.std()) * sqrt(design.units / design.freedom)
    finite = np.sort(values)
    return Bootstrap(
        value, finite, len(values), 0, _bias(finite, value), 0.0, error, design.units, design.freedom, level
    )


def _accelerate(z: float, acceleration: float) -> float:
    """z / (1 + a z), which ends where the denominator would change its sign."""
    stretch = 1 + acceleration * z
    return z / stretch if stretch > 0 else float(np.sign(z)) * inf


def _bias(values: NDArray[np.float64], value: float) -> float:
    """z0: how far the value is from the middle of its draws. Equal draws, up to rounding, count half."""
    slack = 1e-9 * np.ptp(values)
    below = np.mean(values < value - slack) + np.mean(np.abs(values - value) <= slack) / 2
    return float(ndtri(below))
