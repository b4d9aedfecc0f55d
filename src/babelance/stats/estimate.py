"""From a measure and its scored items to the numbers of one result. The one function that the pipeline calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite, nextafter, sqrt

import numpy as np
from numpy.typing import NDArray

from babelance.core.gap import Gap
from babelance.core.measure import (
    Measure,
    parts_of,
    possible_range_of,
    samples_of,
    scale_of,
    shared_words_of,
    undefined_of,
    word_jackknife_of,
)
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.stats import power
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.distributions import normal_tail
from babelance.stats.gaps import gap_interval
from babelance.stats.intervals import area_error, auc, constant_interval, delong, unseen_share, wilson, wilson_p
from babelance.stats.method import Method, rare
from babelance.stats.resample import Design
from babelance.stats.words import stretch

Test = Callable[[float], float]
"""The p-value against any null; below 1 - level exactly where the interval leaves that null out."""


@dataclass(frozen=True, slots=True)
class PointEstimate:
    """A value with its interval.

    p    against the value of pure chance; None where that value depends on the data and is not known beforehand.
    mde  the minimal detectable effect: a departure from chance this large would give p < 1 - level in four of five
         samples of as many items. None if no departure would (too few items), or if all items were alike, so that
         nothing is known about how much they vary.
    error  the standard error: how much the value would vary from sample to sample. None if nothing varied.
    no_interval  why there is none; `low` and `high` are then the ends of the scale, because nothing is known.
    """

    value: float
    low: float
    high: float
    method: str
    p: float | None
    mde: float | None
    test: Test = field(repr=False, compare=False, default=lambda null: 1.0)
    error: float | None = None
    no_interval: str = ""


def estimate(
    measure: Measure,
    scores: Scores,
    *,
    level: float = 0.95,
    count: int = 2000,
    seed: int = 0,
    parallel_map: ParallelMap = map_locally,
) -> PointEstimate | Reason:
    """The measure's value over the scored items, with an interval; a reason says why there is none.

    Random draws depend on `seed` and the items alone: not on what else is estimated, nor on where `parallel_map` runs
    them. Which interval: Wilson's for a share of independent items, DeLong's for the area under a ROC curve, both exact
    enough without drawing; the bootstrap for everything else.
    """
    reason = undefined_of(measure, scores) if len(scores) else _no_items(scores)
    if reason is not None:
        return Reason(reason)
    statistic, design = measure.statistic(scores), design_of(measure, scores)
    value = float(statistic(np.ones(len(scores))))
    if not isfinite(value):
        return Reason(f"nothing to measure in these {len(scores)} items")
    scale, without = scale_of(measure, scores), word_jackknife_of(measure, scores)
    if measure.interval == "wilson" and design.units == design.n:
        return _wilson(measure, value, scores.floats("score"), stretch(statistic, design, without, level), level)
    if samples := samples_of(measure, scores):
        return _delong(value, *samples, scale, stretch(statistic, design, without, level), level)
    sample = bootstrap(
        statistic,
        design,
        rng=np.random.default_rng(seed),
        level=level,
        count=count,
        parallel_map=parallel_map,
        without=without,
    )
    if isinstance(sample, Reason):
        return _without_interval(value, scale, level, sample) if design.units < 2 else sample
    if isinstance(statistic, Gap) and not sample.constant:
        limits = gap_interval(statistic, design, scale, rng=np.random.default_rng(seed), level=level, count=count)
        return _of_limits(sample, *limits, scale, level)
    return _of_limits(sample, *_limits(measure, sample, scale), sample.method, scale, level)


def _without_interval(value: float, scale: Scale, level: float, reason: Reason) -> PointEstimate:
    """A single sentence has a score, but nothing beside it to show how much the score would vary."""
    return PointEstimate(value, scale.low, scale.high, str(Method("none", level)), None, None, no_interval=reason)


def estimate_parts(
    measure: Measure, scores: Scores, *, level: float = 0.95, count: int = 2000, seed: int = 0
) -> dict[str, Interval]:
    """The parts that the measure's value is the sum of, each with an interval; items are redrawn as for the value."""
    design, intervals = design_of(measure, scores), {}
    for name, statistic in parts_of(measure, scores).items():
        sample = bootstrap(statistic, design, rng=np.random.default_rng(seed), level=level, count=count)
        if not isinstance(sample, Reason):
            intervals[name] = Interval(sample.value, *sample.limits, sample.error)
    return intervals


@dataclass(frozen=True, slots=True)
class Interval:
    """A number that is no result of its own, with the ends of its interval and its standard error."""

    value: float
    low: float
    high: float
    error: float


def design_of(measure: Measure, scores: Scores) -> Design:
    """How the measure wants these items redrawn."""
    strata, cluster = measure.resample.strata, measure.resample.cluster
    return Design.of(
        len(scores),
        strata=scores.tag(strata) if strata else None,
        cluster=scores.names(cluster) if cluster else None,
        words=shared_words_of(measure, scores),
    )


def _no_items(scores: Scores) -> str:
    reasons = list(scores.reasons())
    return f"no item could be scored: {reasons[0]}" if reasons else "no items"


def _wilson(measure: Measure, value: float, outcomes: NDArray[np.float64], times: float, level: float) -> PointEstimate:
    """100 x a share of items; `times` is by how much dependence among them widens its interval. A tie (0.5) is half a
    success."""
    n, share, chance = len(outcomes), float(outcomes.mean()), measure.scale.chance
    if not np.isclose(value, 100 * share):
        raise ValueError(
            f"{measure.title} says interval 'wilson' but its value is {value}, not {100 * share}: 100 x the mean of "
            "its column 'score'. Let its interval be 'bca'."
        )
    worth = n / times**2
    interval = wilson(share * worth, worth, level)
    low, high = 100 * interval.low, 100 * interval.high
    test = _agreeing(lambda null: wilson_p(share * worth, worth, null / 100), low, high, level)
    effect = None if chance is None else power.detectable_by_share(worth, chance / 100, level=level)
    mde = None if effect is None else 100 * effect
    error = 100 * sqrt(share * (1 - share) / worth)
    return _numbers(value, low, high, interval.method, chance, mde, test, error)


def _delong(
    value: float, above: NDArray[np.float64], below: NDArray[np.float64], scale: Scale, times: float, level: float
) -> PointEstimate:
    """100 x the area under the ROC curve of two samples; `times` is by how much dependence within them widens it."""
    if not np.isclose(value, 100 * auc(above, below)):
        raise ValueError(f"The value {value} is not {100 * auc(above, below)}, 100 x the area of its samples.")
    interval, error = delong(above, below, level), times * 100 * area_error(above, below)
    low, high = (max(0.0, min(100.0, value + times * (100 * end - value))) for end in (interval.low, interval.high))
    test = _agreeing(_area_test(value, error, above, below), low, high, level)
    effect = power.detectable_by_error(error, level=level, freedom=len(above) + len(below) - 2) if error > 0 else None
    return _numbers(value, low, high, interval.method, scale.chance, effect, test, error)


def _area_test(value: float, error: float, above: NDArray[np.float64], below: NDArray[np.float64]) -> Test:
    """p of the area against a null, both in per cent. Of samples that do not overlap DeLong's error is 0, and nothing
    can be divided by it: then it is the rank test against 50, and against other nulls a share of as many items as the
    smaller sample has (as in `delong`)."""
    if error > 0:
        return lambda null: 2 * normal_tail(abs(value - null) / error)

    def test(null: float) -> float:
        from scipy.stats import mannwhitneyu

        smaller = min(len(above), len(below))
        return (
            float(mannwhitneyu(above, below).pvalue)
            if null == 50
            else wilson_p(value / 100 * smaller, smaller, null / 100)
        )

    return test


def _of_limits(sample: Bootstrap, low: float, high: float, method: str, scale: Scale, level: float) -> PointEstimate:
    test = _agreeing(sample.p, low, high, level)
    # No variation seen would mean that any effect can be found.
    effect = None if sample.constant else power.detectable_by_error(sample.error, level=level, freedom=sample.freedom)
    error = 0.0 if sample.constant else sample.error
    return _numbers(sample.value, low, high, method, scale.chance, effect, test, error)


def _numbers(
    value: float,
    low: float,
    high: float,
    method: str,
    chance: float | None,
    mde: float | None,
    test: Test,
    error: float,
) -> PointEstimate:
    p = None if chance is None else test(chance)
    return PointEstimate(value, low, high, method, p, mde, test, error if error > 0 else None)


def _agreeing(test: Test, low: float, high: float, level: float) -> Test:
    """A test that says what the interval says: p < 1 − level exactly where the null lies outside. Both follow from the
    same draws, but rounding, or a single draw, can put them on different sides."""
    return lambda null: agreeing(test(null), low <= null <= high, level)


def agreeing(p: float, inside: bool, level: float) -> float:
    """p, moved to the side of 1 − level on which it must be for a null inside or outside of the interval."""
    return max(p, rare(level)) if inside else min(p, nextafter(rare(level), 0))


def _limits(measure: Measure, sample: Bootstrap, scale: Scale) -> tuple[float, float]:
    if sample.constant:
        own = possible_range_of(measure, sample.value, unseen_share(sample.units, sample.level))
        if own is not None:
            return own
        interval = constant_interval(sample.value, sample.units, low=scale.low, high=scale.high, level=sample.level)
        return interval.low, interval.high
    low, high = sample.limits
    return max(low, min(scale.low, sample.value)), min(high, max(scale.high, sample.value))
