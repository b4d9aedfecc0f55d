"""The light distributions are those of scipy.stats."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from scipy import stats

from babelance.stats.distributions import fair_coin, normal_quantile, normal_tail, student_quantile, student_tail
from babelance.stats.multiple import benjamini_hochberg

SHARES = (0.001, 0.025, 0.5, 0.8, 0.975, 0.9999)


@pytest.mark.parametrize("freedom", [1, 2, 7.5, 30, 4000, inf])
def test_student_is_the_same_to_the_bit(freedom: float) -> None:
    for share in SHARES:
        assert student_quantile(share, freedom) == stats.t.ppf(share, freedom)
    for t in (-3.0, 0.0, 0.7, 2.5, 12.0):
        assert student_tail(t, freedom) == stats.t.sf(t, freedom)


def test_normal_is_the_same_to_the_bit() -> None:
    assert [normal_quantile(share) for share in SHARES] == [stats.norm.ppf(share) for share in SHARES]
    assert [normal_tail(z) for z in (-2.0, 0.0, 1.5, 9.0)] == [stats.norm.sf(z) for z in (-2.0, 0.0, 1.5, 9.0)]


def test_a_fair_coin_is_the_exact_binomial_test() -> None:
    for n in (1, 2, 7, 50, 1508, 20_001):
        for successes in {0, 1, n // 3, n // 2, n}:
            assert fair_coin(successes, n) == pytest.approx(stats.binomtest(successes, n, 0.5).pvalue, rel=1e-10)


def test_benjamini_hochberg_is_that_of_scipy() -> None:
    for seed in range(20):
        values = np.random.default_rng(seed).random(30) ** 3
        values[5] = values[6]
        assert benjamini_hochberg(values.tolist()) == pytest.approx(stats.false_discovery_control(values).tolist())
