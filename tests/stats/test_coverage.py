"""Do intervals cover the truth, and tests reject it, as often as they say?

Each simulation draws many samples from a world whose truth is known. A rate over `RUNS` samples is allowed to miss the
nominal one by 3.5 binomial standard errors (about 1 in 2000 by accident, and the seeds are fixed), plus what is stated
where the method itself is known to be off at that sample size.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from babelance.measures.formulas.averages import macro_mean
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.intervals import delong, wilson
from babelance.stats.resample import Design
from tests.expecting import expect

RUNS, DRAWS, LEVEL = 600, 500, 0.95
NOISE = 3.5 * sqrt(LEVEL * (1 - LEVEL) / RUNS)  # 3.1 points


def mean_of(values: Any) -> Any:
    return lambda weights: weights @ values / weights.sum(axis=-1)


def rates(sample: Any, truth: Any, *, runs: Any = RUNS, seed: Any = 0) -> Any:
    """(how often the interval covers the truth, how often p < 1 - LEVEL rejects it). `sample(rng)` is a statistic and
    its design."""
    rng = np.random.default_rng(seed)
    covered = rejected = 0
    for _ in range(runs):
        statistic, design = sample(rng)
        result = expect(Bootstrap, bootstrap(statistic, design, rng=rng, level=LEVEL, count=DRAWS))
        low, high = result.limits
        covered += low <= truth <= high
        rejected += result.p(truth) < 1 - LEVEL
    return covered / runs, rejected / runs


def items(draw: Any, n: Any) -> Any:
    def sample(rng: Any) -> Any:
        return mean_of(draw(rng, n)), Design.of(n)

    return sample


@pytest.mark.parametrize(("n", "share"), [(30, 0.5), (212, 0.5), (212, 0.1), (40, 0.9)])
def test_wilson_covers(n: Any, share: Any) -> None:
    successes = np.random.default_rng(0).binomial(n, share, size=20_000)
    intervals = {count: wilson(count, n, LEVEL) for count in set(successes.tolist())}
    covered = np.mean([intervals[count].low <= share <= intervals[count].high for count in successes.tolist()])
    # Counts are whole numbers, so the exact coverage swings around the level; for these n by up to 2 points.
    assert abs(covered - LEVEL) < 0.02 + 3.5 * sqrt(0.05 * 0.95 / 20_000)


@pytest.mark.parametrize("n", [4, 8, 12, 60])
def test_the_mean_of_symmetric_scores_is_covered_for_many_items_and_for_few(n: Any) -> None:
    covered, rejected = rates(items(lambda rng, n: rng.normal(size=n), n), 0.0)
    assert abs(covered - LEVEL) < NOISE
    assert rejected < 1 - LEVEL + NOISE


def test_the_mean_of_skewed_scores_is_covered() -> None:
    """Exponential scores, n = 60. Longer simulations put BCa short by about one point here."""
    covered, rejected = rates(items(lambda rng, n: rng.exponential(size=n), 60), 1.0)
    assert abs(covered - LEVEL) < NOISE + 0.01
    assert rejected < 1 - LEVEL + NOISE + 0.01


def test_skew_misses_on_both_sides_more_evenly_than_the_percentile() -> None:
    """What the corrections are for: too low and too high should be equally rare."""
    rng = np.random.default_rng(0)
    misses = np.zeros((2, 2))
    for _ in range(RUNS):
        values = rng.exponential(size=40)
        sample = expect(Bootstrap, bootstrap(mean_of(values), Design.of(40), rng=rng, level=LEVEL, count=DRAWS))
        quantiles: tuple[float, float] = tuple(np.quantile(sample.draws, [0.025, 0.975]).tolist())
        for row, (low, high) in enumerate([sample.limits, quantiles]):
            misses[row] += [high < 1.0, low > 1.0]
    corrected, percentile = misses[:, 0] - misses[:, 1]
    assert abs(corrected) < abs(percentile)


def draw_clustered(rng: Any, *, whole: Any) -> Any:
    """24 templates with 10 items each; half of the variance is the template's."""
    values = (rng.normal(size=(24, 1)) + rng.normal(size=(24, 10))).ravel()
    return mean_of(values), Design.of(240, cluster=[str(i // 10) for i in range(240)] if whole else None)


def test_clusters_drawn_whole_cover_where_single_items_do_not() -> None:
    covered, rejected = rates(lambda rng: draw_clustered(rng, whole=True), 0.0)
    assert abs(covered - LEVEL) < NOISE
    assert rejected < 1 - LEVEL + NOISE
    naive, _ = rates(lambda rng: draw_clustered(rng, whole=False), 0.0, runs=200)
    assert naive < 0.75


def draw_stratified(rng: Any, *, within: Any) -> Any:
    """Three kinds of items with very different means; their numbers are fixed."""
    strata = np.repeat(["a", "b", "c"], 20)
    values = np.repeat([-3.0, 0.0, 3.0], 20) + rng.normal(size=60)
    return mean_of(values), Design.of(60, strata=strata if within else None)


def test_strata_cover_and_are_not_needlessly_wide() -> None:
    covered, rejected = rates(lambda rng: draw_stratified(rng, within=True), 0.0)
    assert abs(covered - LEVEL) < NOISE
    assert rejected < 1 - LEVEL + NOISE
    ignored, _ = rates(lambda rng: draw_stratified(rng, within=False), 0.0, runs=200)
    assert ignored > 0.99


def test_two_groups_compared_pair_by_pair_are_covered() -> Any:
    """Area under the curve of two groups of the same kind is 1/2; both groups are resampled."""

    def sample(rng: Any) -> Any:
        above, below = rng.normal(size=30), rng.normal(size=30)
        wins = (above[:, None] > below).astype(float)

        def statistic(weights: Any) -> Any:
            first, second = weights[..., :30], weights[..., 30:]
            return np.sum((first @ wins) * second, axis=-1) / (first.sum(axis=-1) * second.sum(axis=-1))

        return statistic, Design.of(60, strata=["m"] * 30 + ["f"] * 30)

    covered, rejected = rates(sample, 0.5)
    assert abs(covered - LEVEL) < NOISE
    assert rejected < 1 - LEVEL + NOISE


def test_delong_covers() -> None:
    rng = np.random.default_rng(0)
    intervals = [delong(rng.normal(size=60), rng.normal(size=60), LEVEL) for _ in range(2000)]
    covered = np.mean([interval.low <= 0.5 <= interval.high for interval in intervals])
    # DeLong's normal interval is short by up to a point for groups of this size.
    assert abs(covered - LEVEL) < 0.01 + 3.5 * sqrt(0.05 * 0.95 / 2000)


@pytest.mark.parametrize("groups", [12, 40])
def test_the_mean_over_groups_is_covered_when_groups_are_redrawn_whole(groups: Any) -> Any:
    """As in StereoSet: the mean over target terms of the mean over their items."""
    names = [f"group {index}" for index in range(groups) for _ in range(4)]

    def sample(rng: Any) -> Any:
        values = np.repeat(rng.normal(size=groups), 4) + rng.normal(size=4 * groups)
        return macro_mean(values, np.asarray(names)), Design.of(len(names), cluster=names)

    covered, rejected = rates(sample, 0.0)
    assert abs(covered - LEVEL) < NOISE
    assert rejected < 1 - LEVEL + NOISE
