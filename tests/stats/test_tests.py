"""Comparisons, permutation tests, families and power: small examples that can be checked by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.multitest import multipletests

from babelance.core.reason import Reason
from babelance.stats import power
from babelance.stats.compare import Difference, discordant_counts, mcnemar, paired_difference
from babelance.stats.multiple import benjamini_hochberg, holm
from babelance.stats.permute import binomial, tails
from babelance.stats.resample import Design
from tests.expecting import expect, present

P_VALUES = st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=12)


def mean_of(values: Any) -> Any:
    values = np.asarray(values, dtype=float)
    return lambda weights: weights @ values / weights.sum(axis=-1)


def difference_of(*arguments: Any, **settings: Any) -> Difference:
    return expect(Difference, paired_difference(*arguments, **settings))


@pytest.fixture
def rng() -> Any:
    return np.random.default_rng(0)


# Paired comparison


def test_what_both_models_share_cancels_out(rng: Any) -> None:
    """Items differ by tens, models by about 0.2: apart hopeless, together plain."""
    hard = rng.normal(scale=10, size=80)
    first, second = hard + 0.2 + rng.normal(scale=0.1, size=80), hard + rng.normal(scale=0.1, size=80)
    difference = difference_of(mean_of(first), mean_of(second), Design.of(80), rng=rng)
    assert 0.15 < difference.low < difference.value < difference.high < 0.25
    assert difference.p < 0.005  # no draw is below 0, and p cannot say more than 2000 draws do
    assert difference.method == "bca.2000.95"
    assert_allclose(difference.value, (first - second).mean())


def test_a_model_does_not_differ_from_itself(rng: Any) -> None:
    statistic = mean_of(rng.normal(size=30))
    assert paired_difference(statistic, statistic, Design.of(30), rng=rng) == Difference(0, 0, 0, 1, "constant.95")


def test_binary_outcomes_are_tested_by_mcnemar(rng: Any) -> None:
    first, second = np.repeat([1, 1, 0, 0], [20, 9, 2, 19]), np.repeat([1, 0, 1, 0], [20, 9, 2, 19])
    arguments = mean_of(first), mean_of(second)
    difference = difference_of(*arguments, Design.of(50), rng=rng, outcomes=(first, second))
    assert_allclose(difference.p, 2 * (1 + 11 + 55) / 2**11)
    assert difference.method == "bca.2000.95+mcnemar"


def test_mcnemar_is_not_used_for_dependent_items(rng: Any) -> None:
    first, second = rng.integers(0, 2, size=60), rng.integers(0, 2, size=60)
    design = Design.of(60, cluster=[str(i // 3) for i in range(60)])
    difference = difference_of(mean_of(first), mean_of(second), design, rng=rng, outcomes=(first, second))
    assert difference.method == "bca.2000.95"


def test_the_reason_comes_through(rng: Any) -> None:
    assert "single" in expect(Reason, paired_difference(mean_of([1]), mean_of([2]), Design.of(1), rng=rng))


def test_ties_agree_with_neither() -> None:
    assert discordant_counts([1, 0.5, 0, 1], [0, 0.5, 0.5, 1]) == (1, 1)
    with pytest.raises(ValueError, match="same items"):
        discordant_counts([1, 0], [1])


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_exact_test_of_statsmodels(b: Any, c: Any) -> None:
    expected = statsmodels_mcnemar([[5, b], [c, 5]], exact=True).pvalue if b + c else 1.0
    assert_allclose(mcnemar(b, c), expected, rtol=1e-9)


# Counting


def test_binomial_by_hand() -> None:
    assert_allclose(binomial(0, 5, 0.5), 2 / 32)
    assert_allclose(binomial(3, 3, 0.5), 0.25)
    assert binomial(0, 0, 0.5) == 1
    assert_allclose(binomial(5, 6, 1 / 3), stats.binomtest(5, 6, 1 / 3).pvalue)


def test_a_share_of_draws_is_never_zero() -> None:
    draws = np.arange(999.0)
    assert tails(draws, -5) == (1 / 1000, 1)
    assert tails(draws, 499) == (501 / 1000, 501 / 1000)


# Families


@settings(deadline=None, max_examples=15)
@given(P_VALUES)
def test_adjusted_p_values_are_those_of_statsmodels_and_keep_their_place(p: Any) -> None:
    known = [entry for entry in p if entry is not None]
    for ours, method in ((holm(p), "holm"), (benjamini_hochberg(p), "fdr_bh")):
        assert [value is None for value in ours] == [value is None for value in p]
        expected = multipletests(known, method=method)[1] if known else []
        assert_allclose([value for value in ours if value is not None], expected, atol=1e-12)


def test_holm_by_hand() -> None:
    assert_allclose([present(p) for p in holm([0.04, 0.01, 0.03])], [0.06, 0.03, 0.06])


def test_nan_is_not_a_p_value() -> None:
    with pytest.raises(ValueError, match="Pass None"):
        holm([0.2, float("nan")])


# Power


def test_212_items_show_9_point_6_points() -> None:
    assert_allclose(100 * present(power.detectable_by_share(212, 0.5)), 9.62, atol=0.005)


def test_the_effect_is_found_four_times_in_five(rng: Any) -> None:
    """At chance plus the effect, a test of 212 items is significant in 80 % of 4000 samples (4 standard errors)."""
    share = 0.5 + present(power.detectable_by_share(212, 0.5))
    successes = rng.binomial(212, share, size=4000)
    found = np.abs(successes / 212 - 0.5) > 1.959964 * np.sqrt(0.25 / 212)
    assert abs(found.mean() - 0.8) < 0.025 + 1 / 212  # the share moves in steps


def test_the_effect_of_a_mean_is_found_four_times_in_five(rng: Any) -> None:
    effect = power.detectable_by_error(2.0 / 5, freedom=24)
    samples = rng.normal(effect, 2.0, size=(4000, 25))
    assert abs((stats.ttest_1samp(samples, 0, axis=1).pvalue < 0.05).mean() - 0.8) < 0.025


def test_too_few_items_show_nothing() -> None:
    assert power.detectable_by_share(3, 0.5) is None
    assert power.detectable_by_share(0, 0.5) is None


def test_more_items_or_a_lower_level_show_smaller_effects() -> None:
    assert present(power.detectable_by_share(400, 0.5)) < present(power.detectable_by_share(200, 0.5))
    assert power.detectable_by_error(1.0, level=0.9) < power.detectable_by_error(1.0, level=0.99)
    assert power.detectable_by_error(1.0) < power.detectable_by_error(1.0, freedom=4)
