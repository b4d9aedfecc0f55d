from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from babelance.core.errors import InputError
from babelance.core.measure import Statistic
from babelance.core.reason import Reason
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.intervals import Interval, auc, constant_interval, delong, wilson
from babelance.stats.method import Method
from babelance.stats.resample import Design
from tests.expecting import expect


def bca(
    statistic: Statistic, design: Design, *, rng: np.random.Generator, level: float = 0.95, count: int = 2000
) -> Interval | Reason:
    """As `estimate` makes it: a reason says why there is none; where BCa does not exist, `method` is another."""
    sample = bootstrap(statistic, design, rng=rng, level=level, count=count)
    return sample if isinstance(sample, Reason) else Interval(*sample.limits, sample.method)


def mean_of(values: Any) -> Any:
    values = np.asarray(values, dtype=float)

    def statistic(weights: Any) -> Any:
        with np.errstate(invalid="ignore"):
            return weights @ values / weights.sum(axis=-1)

    return statistic


def mean_difference(values: Any, first: Any) -> Any:
    a, b = mean_of_part(values, first), mean_of_part(values, ~first)
    return lambda weights: a(weights) - b(weights)


def mean_of_part(values: Any, part: Any) -> Any:
    inner = mean_of(values[part])
    return lambda weights: inner(weights[..., part])


def bootstrap_interval(values: Any, level: Any = 0.95, seed: Any = 0, **design: Any) -> Any:
    return bootstrap(
        mean_of(values), Design.of(len(values), **design), rng=np.random.default_rng(seed), level=level, count=2000
    )


# Wilson


@given(st.integers(1, 3000), st.floats(0, 1), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_wilson_is_what_statsmodels_says(n: Any, share: Any, level: Any) -> None:
    successes = round(share * n)
    interval = wilson(successes, n, level)
    expected = proportion_confint(successes, n, alpha=1 - level, method="wilson")
    assert_allclose([interval.low, interval.high], expected, atol=1e-12)
    assert interval.low <= successes / n <= interval.high


def test_wilson_takes_half_successes() -> None:
    assert wilson(10, 20).low < wilson(10.5, 20).low < wilson(11, 20).low


def test_one_item_is_not_certain() -> None:
    interval = wilson(1, 1)
    assert interval.low < 0.21
    assert interval.high == 1


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (3, 2), (-1, 4)])
def test_wilson_refuses_impossible_counts(successes: Any, n: Any) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)


# BCa


def test_bca_agrees_with_scipy_once_the_small_sample_correction_is_undone() -> None:
    """scipy has no t correction, so it is asked for our normal quantile, of our draws of a skewed sample. What is left
    is that quantiles of m draws are counted in m + 1 steps here and in m - 1 there: at most one draw."""
    values = np.random.default_rng(3).lognormal(size=60)
    ours = bootstrap_interval(values)
    reach = stats.t.ppf(0.975, 59) * np.sqrt(60 / 59)
    theirs = stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=ours.draws),
        confidence_level=1 - 2 * stats.norm.sf(reach),
        method="BCa",
    ).confidence_interval
    assert_allclose(np.searchsorted(ours.draws, ours.limits), np.searchsorted(ours.draws, theirs), atol=1)


def test_acceleration_and_bias_of_a_mean_are_those_of_the_textbook() -> None:
    values = np.random.default_rng(1).exponential(size=50)
    centred = values - values.mean()
    sample = bootstrap_interval(values)
    assert_allclose(sample.acceleration, (centred**3).sum() / (6 * (centred**2).sum() ** 1.5), rtol=1e-9)
    assert_allclose(sample.jackknife, values.std(ddof=1) / np.sqrt(50), rtol=1e-9)
    assert_allclose(sample.error, values.std(ddof=1) / np.sqrt(50), rtol=0.08)  # 5 standard errors of 2000 draws
    below = (sample.draws < values.mean()).mean()
    assert_allclose(sample.bias, stats.norm.ppf(below), atol=1e-9)


def test_acceleration_of_two_strata_is_the_two_sample_formula() -> None:
    generator = np.random.default_rng(2)
    values = np.concatenate([generator.exponential(size=30), generator.normal(size=80)])
    first = np.arange(110) < 30
    design = Design.of(110, strata=np.where(first, "f", "m"))
    sample = expect(Bootstrap, bootstrap(mean_difference(values, first), design, rng=generator))
    influence = np.concatenate([(part - part.mean()) / len(part) for part in (values[first], -values[~first])])
    assert_allclose(sample.acceleration, (influence**3).sum() / (6 * (influence**2).sum() ** 1.5), rtol=1e-9)
    assert_allclose(sample.jackknife**2, values[first].var(ddof=1) / 30 + values[~first].var(ddof=1) / 80, rtol=1e-9)


def test_blocks_of_many_units_give_the_error_and_acceleration_of_single_units() -> None:
    values = np.random.default_rng(1).exponential(size=4000)
    sample = bootstrap_interval(values)
    centred = values - values.mean()
    assert_allclose(sample.jackknife, values.std(ddof=1) / np.sqrt(4000), rtol=0.15)
    assert_allclose(sample.acceleration, (centred**3).sum() / (6 * (centred**2).sum() ** 1.5), atol=0.004)


def test_a_higher_level_gives_a_wider_interval() -> None:
    values = np.random.default_rng(1).exponential(size=40)
    (narrow_low, narrow_high), (low, high) = (
        bootstrap_interval(values, 0.8).limits,
        bootstrap_interval(values, 0.99).limits,
    )
    assert low < narrow_low < narrow_high < high


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("n", [3, 12, 60])
@pytest.mark.parametrize("seed", range(4))
def test_p_rejects_what_lies_outside_the_interval_and_nothing_inside(seed: Any, n: Any, level: Any) -> None:
    """Except within two draws of a limit, where the extra draw that p counts decides; and where a limit is one of the
    outermost draws, nobody knows what lies beyond them, and p does not reject it."""
    sample = bootstrap_interval(np.random.default_rng(seed).exponential(size=n), level)
    low, high = sample.limits
    for null in np.linspace(2 * low - high, 2 * high - low, 300):
        rank, lowest, highest = np.searchsorted(sample.draws, [null, low, high])
        outside, limit = not low <= null <= high, lowest if null < sample.value else highest
        if sample.too_few_units or (abs(rank - limit) > 2 and (2 < limit < 1998 or not outside)):
            assert (sample.p(null) < 1 - level) == outside


def test_p_is_one_at_the_middle_and_smallest_far_away() -> None:
    sample = bootstrap_interval(np.random.default_rng(0).normal(size=50))
    assert sample.p(float(np.median(sample.draws))) > 0.85
    assert sample.p(sample.value + 2 * (sample.limits[1] - sample.value)) > sample.p(1e6) >= 0
    assert sample.p(1e6) < 1e-6  # no draw lies there, yet it is farther than one that lies beyond the last draw


def test_few_units_get_students_t() -> None:
    values = [1.0, 2.0, 4.0, 9.0]
    sample = bootstrap_interval(values)
    expected = stats.ttest_1samp(values, 0.5)
    assert sample.method == "t.95"
    assert_allclose(sample.limits, expected.confidence_interval(0.95), rtol=1e-9)
    assert_allclose(sample.p(0.5), expected.pvalue, rtol=1e-9)


def test_the_number_of_units_that_is_few_follows_from_the_level() -> None:
    assert bootstrap_interval(np.arange(10.0)).method == "t.95"
    assert bootstrap_interval(np.arange(11.0)).method == "bca.2000.95"
    assert bootstrap_interval(np.arange(11.0), 0.99).method == "t.99"


def test_equal_items_are_called_constant_and_not_an_interval_like_any_other() -> None:
    sample = bootstrap_interval([0.1] * 8)
    assert sample.method == "constant.95"
    assert sample.p(0.1) == 1
    assert_allclose(sample.p(0.0), 2**-7)


def test_draws_that_all_lie_above_the_value_fall_back_to_student() -> Any:
    """The sample itself is an odd one out: all of its resamples score higher."""
    values = np.arange(20.0)

    def shifted(weights: Any) -> Any:
        return mean_of(values)(weights) - np.where((weights == 1).all(axis=-1), 20.0, 0.0)

    interval = expect(Interval, bca(shifted, Design.of(20), rng=np.random.default_rng(0)))
    assert interval.method == "t.95"
    assert interval.low < 9.5 - 20 < interval.high


def test_draws_without_a_value_are_counted() -> None:
    part = np.arange(40) < 4
    statistic = mean_of_part(np.random.default_rng(0).normal(size=40), part)
    sample = expect(Bootstrap, bootstrap(statistic, Design.of(40), rng=np.random.default_rng(0)))
    assert 0 < sample.lost < 200
    assert len(sample.draws) + sample.lost == 2000


def test_too_many_draws_without_a_value_are_a_reason() -> None:
    statistic = mean_of_part(np.arange(40.0), np.arange(40) < 2)
    reason = expect(Reason, bca(statistic, Design.of(40), rng=np.random.default_rng(0)))
    assert "of 2000 resamples leave nothing to measure" in reason


def test_a_stratum_of_one_item_is_a_reason_where_the_number_needs_it() -> None:
    """One female sentence against 30 male ones says nothing about female sentences."""
    first = np.arange(31) < 1
    statistic = mean_difference(np.arange(31.0), first)
    design = Design.of(31, strata=np.where(first, "f", "m"))
    reason = expect(Reason, bca(statistic, design, rng=np.random.default_rng(0)))
    assert "leave nothing to measure" in reason


@pytest.mark.parametrize(("n", "cluster"), [(1, None), (3, ["x"] * 3)])
def test_a_single_unit_is_a_reason(n: Any, cluster: Any) -> None:
    reason = expect(Reason, bca(mean_of(np.arange(n)), Design.of(n, cluster=cluster), rng=np.random.default_rng(0)))
    assert reason.startswith("a single item or cluster")


def test_nothing_is_a_reason() -> None:
    assert bca(mean_of([]), Design.of(0), rng=np.random.default_rng(0)) == "nothing to measure in these items"


def test_the_same_seed_gives_the_same_interval() -> None:
    values = np.random.default_rng(0).normal(size=30)
    assert (
        bootstrap_interval(values, seed=4).limits
        == bootstrap_interval(values, seed=4).limits
        != bootstrap_interval(values).limits
    )


def test_limits_beyond_all_draws_end_at_the_outermost() -> None:
    """Where the correction would pass infinity: one item far away, and a very high level."""
    sample = bootstrap_interval([0.0] * 39 + [1.0], 0.9999)
    assert sample.acceleration > 0.1
    assert sample.limits[1] == sample.draws[-1]


# Nothing varied


def test_the_rule_of_three() -> None:
    interval = constant_interval(0.0, 100, low=0, high=1)
    assert interval.low == 0
    assert_allclose(interval.high, 0.0295, atol=1e-4)
    assert interval.method == "constant.95"


def test_a_scale_without_an_end_bounds_nothing() -> None:
    assert constant_interval(0.0, 10, low=0, high=float("inf")) == Interval(0.0, 0.0, "constant.95")


# DeLong


def delong_by_pairs(above: Any, below: Any) -> Any:
    """The definition, over all pairs."""
    wins = (np.subtract.outer(above, below) > 0) + 0.5 * (np.subtract.outer(above, below) == 0)
    variance = wins.mean(1).var(ddof=1) / len(above) + wins.mean(0).var(ddof=1) / len(below)
    return wins.mean(), np.sqrt(variance)


def test_delong_is_its_definition_with_ties() -> None:
    generator = np.random.default_rng(0)
    above, below = generator.integers(0, 8, size=30), generator.integers(0, 7, size=45)
    area, error = delong_by_pairs(above, below)
    interval = delong(above, below)
    assert_allclose(auc(above, below), area)
    assert_allclose([interval.low, interval.high], [area - 1.959964 * error, area + 1.959964 * error], rtol=1e-6)
    assert interval.method == "delong.95"


def test_groups_that_do_not_overlap_are_not_certain() -> None:
    interval = delong(np.arange(10) + 100, np.arange(20))
    assert interval == wilson(10, 10)
    assert interval.low < 0.75


# Names


@pytest.mark.parametrize("text", ["bca.2000.95", "wilson.95", "percentile.500.99.9", "t.90", "constant.97.5"])
def test_method_prints_and_parses(text: Any) -> None:
    assert str(Method.parse(text)) == text


@pytest.mark.parametrize("text", ["", "bca.95", "wilson", "wilson.0", "guess.95", "bca.many.95"])
def test_what_is_not_a_method_is_refused(text: Any) -> None:
    with pytest.raises(InputError, match="interval"):
        Method.parse(text)


def test_draws_to_one_side_of_the_value_get_an_interval_that_holds_the_value() -> None:
    """The mean of absolute group means is larger in almost every resample than in the sample itself."""
    rng = np.random.default_rng(4)
    groups, scores = np.repeat(np.arange(12), 12), rng.normal(size=144)

    def statistic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        member = (groups[:, None] == np.arange(12)).astype(float)
        return np.abs((weights @ (member * scores[:, None])) / (weights @ member)).mean(axis=-1)

    design = Design.of(144, strata=[str(group) for group in groups])
    sample = bootstrap(statistic, design, rng=rng)
    assert isinstance(sample, Bootstrap) and sample.off_centre
    low, high = sample.limits
    assert low < sample.value < high and sample.method == "t.95"
