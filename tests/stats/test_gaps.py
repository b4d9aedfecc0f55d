"""Intervals of gaps between groups: the way from levels to other gaps, and how often the truth is covered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from babelance.core.gap import Gap
from babelance.core.scale import Scale
from babelance.stats.gap_path import Path
from babelance.stats.gaps import gap_interval
from babelance.stats.resample import Design

Floats = NDArray[np.float64]
Size = Literal["largest", "mean"]
SIZES: tuple[Size, ...] = ("largest", "mean")
POINTS = Scale(0, 100, ideal=0, chance=None)


def means_of(values: Floats) -> Callable[[Floats], Floats]:
    return lambda weights: (weights @ values) / weights.sum(axis=-1, keepdims=True)


def path(levels: Sequence[float], size: Size, pairs: Sequence[tuple[int, int]] | None = None) -> Path:
    seen = np.asarray(levels, dtype=np.float64)
    first, second = np.triu_indices(len(seen), k=1) if pairs is None else np.asarray(pairs).T
    return Path.of(Gap(lambda weights: seen, first, second, size), seen, toward=np.arange(len(seen), dtype=np.float64))


def test_the_largest_difference_shrinks_by_cutting_off_both_ends() -> None:
    # From 0, 1, 4, 5 to a gap of 2: 1.5 off each end would leave 4 above its new end, so 4 and 5 move down together.
    assert path([0, 1, 4, 5], "largest").levels(2.0) == pytest.approx([1.5, 1.5, 3.5, 3.5])
    assert path([0, 1, 4, 5], "largest").levels(4.0) == pytest.approx([0.5, 1, 4, 4.5])


def test_the_mean_difference_shrinks_by_merging_neighbours() -> None:
    way = path([0, 0.2, 6], "mean")
    # The three differences 0.2, 5.8, 6 have the mean 4; slopes are -2/3, 0 and 2/3, so the first two meet at 0.2.
    assert way.gaps == pytest.approx((4.0, 5.6 * 2 / 3, 0.0))
    assert way.knots[1] == pytest.approx([0.2, 0.2, 5.8])
    assert way.knots[-1] == pytest.approx([6.2 / 3] * 3)


@pytest.mark.parametrize("size", SIZES)
def test_levels_have_the_wanted_gap_and_are_the_nearest_that_do(size: Size) -> None:
    rng = np.random.default_rng(3)
    seen = rng.normal(0, 1, 5)
    way, gap = path(seen.tolist(), size), Gap.between_all(lambda weights: seen, 5, size)
    for wanted in (0.0, 0.3, 0.9):
        levels = way.levels(wanted)
        assert gap.of(levels) == pytest.approx(wanted)
        # Any other levels, shrunk to the same gap around the same mean, are no nearer.
        for _ in range(200):
            other = levels + rng.normal(0, 0.2, 5)
            other = seen.mean() + (other - other.mean()) * wanted / gap.of(other)
            assert np.sum((other - seen) ** 2) >= np.sum((levels - seen) ** 2) - 1e-9
    assert gap.of(way.levels(7.5)) == pytest.approx(7.5)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "pairs", [[(0, 1), (0, 2), (1, 2), (3, 4)], [(0, 1), (1, 2), (3, 4)]], ids=["cliques", "chain"]
)
def test_a_gap_is_that_of_its_pairs(size: Size, pairs: list[tuple[int, int]]) -> None:
    first, second = np.asarray(pairs).T
    gap = Gap(means_of(np.empty((1, 5))), first, second, size)
    rows = np.random.default_rng(2).normal(0, 1, (6, 5))
    rows[2, 1] = rows[3] = np.nan
    for row, value in zip(rows, gap.of(rows), strict=True):
        sizes = [abs(row[one] - row[other]) for one, other in pairs if np.isfinite(row[one] - row[other])]
        expected = (max if size == "largest" else np.mean)(sizes) if sizes else np.nan
        assert value == pytest.approx(expected, nan_ok=True)


def test_groups_that_are_not_compared_do_not_merge() -> None:
    way = path([0, 4, 1, 3], "mean", pairs=[(0, 1), (2, 3)])
    assert way.knots[-1] == pytest.approx([2, 2, 2, 2])
    assert way.levels(0.5) == pytest.approx([1.5, 2.5, 2, 2])


def test_a_group_without_any_level_is_left_out() -> None:
    values = np.random.default_rng(1).normal(50, 5, (40, 3))
    values[:, 1] = np.nan
    three = Gap.between_all(means_of(values), 3, "largest")
    two = Gap.between_all(means_of(values[:, [0, 2]]), 2, "largest")
    limits = [interval(gap, 40) for gap in (three, two)]
    assert limits[0] == pytest.approx(limits[1])


def test_a_gap_of_nothing_has_an_upper_limit() -> None:
    values = np.tile([[0.0, 100.0], [100.0, 0.0]], (10, 1))
    low, high = interval(Gap.between_all(means_of(values), 2, "largest"), 20)
    assert low == 0 and 20 < high < 60


@pytest.mark.parametrize("size", SIZES)
def test_levels_that_are_unlike_have_a_gap_of_one(size: Size) -> None:
    gap = Gap.between_all(lambda weights: weights, 6, size)
    for levels in path([0, 0.3, 0.5, 1.4, 1.6, 2], size).unlike:
        assert gap.of(levels) == pytest.approx(1)


@pytest.mark.parametrize(
    ("levels", "expected"),
    [([0, 1, 4, 5], [0, 0, 1, 1]), ([0, 0, 0, 3], [0, 0, 0, 1]), ([0, 3, 3, 3], [0, 1, 1, 1])],
)
def test_halves_stand_at_either_end_also_where_most_groups_are_equal(
    levels: list[float], expected: list[float]
) -> None:
    assert path(levels, "largest").unlike[0] == pytest.approx(expected)


def test_the_group_that_differs_most_is_apart() -> None:
    assert path([0, 0.1, -3], "mean").unlike[1] == pytest.approx([0, 0, -1.5])


@pytest.mark.parametrize("noise", ["alike", "unlike"])
def test_many_groups_that_are_alike_are_not_covered_too_often(noise: str) -> None:
    """A draw with noisy items in it moves all groups at once, which is no noise of theirs: 0 was held in all intervals
    where items differ in their noise."""
    rng, runs, groups = np.random.default_rng(23), 200, 35
    held = 0
    for _ in range(runs):
        spread = 10 * (rng.exponential(1, (40, 1)) if noise == "unlike" else np.ones((40, 1)))
        values = 50 + spread * rng.normal(0, 1, (40, groups)) + rng.normal(0, 10, (40, 1))
        held += interval(Gap.between_all(means_of(values), groups, "mean"), 40, count=200)[0] == 0
    least, most = binom.ppf([0.001, 0.999], runs, 0.95)
    assert least <= held <= most


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("apart", [0.0, 0.5, 1.5], ids=["alike", "a-little-apart", "apart"])
def test_the_truth_is_covered_as_often_as_said(size: Size, apart: float) -> None:
    """Also where no group differs: a bootstrap of the gap alone leaves 0 out of most intervals there."""
    rng, levels, runs = np.random.default_rng(17), np.asarray([50.0, 50, 50, 50, 50 + 5 * apart]), 200
    true = {"largest": 5 * apart, "mean": 5 * apart * 4 / 10}[size]
    covered = 0
    for _ in range(runs):
        values = rng.normal(levels, 10, (40, 5)) + rng.normal(0, 10, (40, 1))
        low, high = interval(Gap.between_all(means_of(values), 5, size), 40, count=200)
        covered += low <= true <= high
    least, most = binom.ppf([0.001, 0.999], runs, 0.95)
    assert least <= covered
    # Which groups differ is not known, and both ways are allowed for: where some do, the truth is held more often.
    assert covered <= most or apart


def interval(gap: Gap, n: int, count: int = 400) -> tuple[float, float]:
    low, high, method = gap_interval(gap, Design.of(n), POINTS, rng=np.random.default_rng(0), level=0.95, count=count)
    assert method == f"unified.{count}.95"
    return low, high
