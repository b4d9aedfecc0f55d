"""From a measure and its scored items to the numbers of one result. The one function that the pipeline calls."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import (
    Measure,
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
from babelance.stats.intervals import area_error, auc, constant_interval, delong, unseen_share, wilson
from babelance.stats.permute import binomial
from babelance.stats.resample import Design


@dataclass(frozen=True, slots=True)
class PointEstimate:
    """`p` tests against chance (None: chance depends on the data); `mde` is the smallest departure that would be found
    four times in five (None: no departure would, with so few items; or nothing varied, so nobody knows)."""

    value: float
    low: float
    high: float
    method: str
    p: float | None
    mde: float | None


def estimate(
    measure: Measure,
    scores: Scores,
    *,
    level: float = 0.95,
    count: int = 2000,
    seed: int = 0,
    parallel_map: ParallelMap = map_locally,
) -> PointEstimate | Reason:
    """Or the reason why there is no number. The same items give the same numbers, whatever else is estimated and
    wherever the draws are looked at."""
    reason = undefined_of(measure, scores) if len(scores) else _no_items(scores)
    if reason is not None:
        return Reason(reason)
    statistic, design = measure.statistic(scores), design_of(measure, scores)
    value = float(statistic(np.ones(len(scores))))
    if not isfinite(value):
        return Reason(f"nothing to measure in these {len(scores)} items")
    if measure.interval == "wilson" and design.units == design.n:
        return _wilson(measure, value, scores.floats("score"), level)
    scale = scale_of(measure, scores)
    if samples := samples_of(measure, scores):
        return _delong(value, *samples, scale, level)
    sample = bootstrap(
        statistic,
        design,
        rng=np.random.default_rng(seed),
        level=level,
        count=count,
        parallel_map=parallel_map,
        without=word_jackknife_of(measure, scores),
    )
    return sample if isinstance(sample, Reason) else _bootstrap(measure, sample, scale, level)


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


def _wilson(measure: Measure, value: float, outcomes: NDArray[np.float64], level: float) -> PointEstimate:
    """100 x a share of independent items. A tie (0.5) is half a success for the value and the interval, and no
    evidence for p, as in the sign test."""
    n, share, chance = len(outcomes), float(outcomes.mean()), measure.scale.chance
    if not np.isclose(value, 100 * share):
        raise ValueError(
            f"{measure.title} says interval 'wilson' but its value is {value}, not {100 * share}: 100 x the mean of "
            "its column 'score'. Let its interval be 'bca'."
        )
    interval = wilson(share * n, n, level)
    decided = outcomes[outcomes != 0.5]
    p = None if chance is None else binomial(round(decided.sum()), len(decided), chance / 100)
    effect = None if chance is None else power.detectable_by_share(n, chance / 100, level=level)
    return PointEstimate(
        value, 100 * interval.low, 100 * interval.high, interval.method, p, None if effect is None else 100 * effect
    )


def _delong(
    value: float, above: NDArray[np.float64], below: NDArray[np.float64], scale: Scale, level: float
) -> PointEstimate:
    """100 x the area under the ROC curve of two independent samples."""
    if not np.isclose(value, 100 * auc(above, below)):
        raise ValueError(f"The value {value} is not {100 * auc(above, below)}, 100 x the area of its samples.")
    interval, error = delong(above, below, level), 100 * area_error(above, below)
    p = None if scale.chance is None else _area_p(above, below, value - scale.chance, error)
    effect = power.detectable_by_error(error, level=level, freedom=len(above) + len(below) - 2) if error > 0 else None
    return PointEstimate(value, 100 * interval.low, 100 * interval.high, interval.method, p, effect)


def _area_p(above: NDArray[np.float64], below: NDArray[np.float64], departure: float, error: float) -> float:
    """Two-sided; samples that do not overlap have no error to divide by, and the rank test speaks for them."""
    if error > 0:
        return 2 * normal_tail(abs(departure) / error)
    from scipy.stats import mannwhitneyu

    return float(mannwhitneyu(above, below).pvalue)


def _bootstrap(measure: Measure, sample: Bootstrap, scale: Scale, level: float) -> PointEstimate:
    low, high = _limits(measure, sample, scale)
    p = None if scale.chance is None else sample.p(scale.chance)
    # No variation seen would mean that any effect can be found.
    effect = None if sample.constant else power.detectable_by_error(sample.error, level=level, freedom=sample.freedom)
    return PointEstimate(sample.value, low, high, sample.method, p, effect)


def _limits(measure: Measure, sample: Bootstrap, scale: Scale) -> tuple[float, float]:
    if sample.constant:
        own = possible_range_of(measure, sample.value, unseen_share(sample.units, sample.level))
        if own is not None:
            return own
        interval = constant_interval(sample.value, sample.units, low=scale.low, high=scale.high, level=sample.level)
        return interval.low, interval.high
    low, high = sample.limits
    return max(low, min(scale.low, sample.value)), min(high, max(scale.high, sample.value))
