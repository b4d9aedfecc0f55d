"""Two one-sided tests: sameness has to be shown."""

from __future__ import annotations

import pytest
from scipy.stats import ttest_1samp

from babelance.stats.equivalence import equivalence, mean_difference

NEAR = [0.02, -0.03, 0.01, 0.00, -0.01, 0.02]


def test_both_sides_are_tested_as_scipy_does_it() -> None:
    equivalent = equivalence(NEAR, 0.1)
    assert equivalent is not None
    above = ttest_1samp(NEAR, -0.1, alternative="greater").pvalue
    below = ttest_1samp(NEAR, 0.1, alternative="less").pvalue
    assert equivalent.p == pytest.approx(max(above, below))


def test_p_below_five_per_cent_is_the_interval_inside_of_the_margins() -> None:
    for margin in (0.005, 0.01, 0.015, 0.02, 0.1):
        equivalent = equivalence(NEAR, margin)
        assert equivalent is not None
        assert (equivalent.p < 0.05) == (-margin < equivalent.low and equivalent.high < margin)


def test_few_and_noisy_differences_show_neither_sameness_nor_a_difference() -> None:
    same, other = equivalence([1.0, -1.0, 0.2], 0.2), mean_difference([1.0, -1.0, 0.2])
    assert same is not None and other is not None
    assert same.p > 0.05 and other.low < 0 < other.high


def test_one_difference_says_nothing() -> None:
    assert equivalence([0.0], 1.0) is None and mean_difference([0.0]) is None


def test_differences_without_spread_are_the_same_only_within_the_margin() -> None:
    inside, outside = equivalence([0.0, 0.0], 0.1), equivalence([0.2, 0.2], 0.1)
    assert inside is not None and outside is not None
    assert (inside.p, outside.p) == (0.0, 1.0)
