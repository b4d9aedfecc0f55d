"""Words that come up again and again make a number less sure; intervals must know it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, chi2

from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.compare import Difference, paired_difference
from babelance.stats.resample import Design
from babelance.stats.words import stretch
from tests.expecting import expect
from tests.stats.test_coverage import LEVEL, NOISE, RUNS, mean_of, rates

UNITS, EACH = 40, 3


def crossed_words(words: Any, effect: Any, *, known: Any = True) -> Any:
    """Items in units of three, each with two of so many words; a word moves all its items by the same amount."""
    unit = np.repeat(np.arange(UNITS), EACH)

    def sample(rng: Any) -> Any:
        pairs = np.stack([rng.choice(words, 2, replace=False) for _ in unit])
        values = rng.normal(size=len(unit)) + rng.normal(0, 0.5, UNITS)[unit]
        values += rng.normal(0, effect, words)[pairs].sum(axis=1)
        named = [[f"word {word}" for word in pair] for pair in pairs] if known else None
        return mean_of(values), Design.of(len(unit), cluster=[f"unit {code}" for code in unit], words=named)

    return sample


@pytest.mark.parametrize("words", [8, 30, 200])
def test_the_truth_is_covered_although_words_recur(words: Any) -> None:
    """Longer simulations put it short by up to four points for a few dozen words, each in a few items."""
    covered, rejected = rates(crossed_words(words, 1.0), 0.0)
    assert abs(covered - LEVEL) < NOISE + 0.04
    assert rejected < 1 - LEVEL + NOISE + 0.04


def test_that_they_recur_must_be_known() -> None:
    covered, _ = rates(crossed_words(30, 1.0, known=False), 0.0, runs=RUNS // 4)
    assert covered < 0.75


@pytest.mark.parametrize(("words", "cost"), [(8, 1.35), (30, 1.15), (200, 1.1)])
def test_words_that_do_nothing_cost_little(words: Any, cost: Any) -> None:
    rng = np.random.default_rng(5)
    samples = [crossed_words(words, 0.0)(rng) for _ in range(100)]
    assert np.mean([stretch(statistic, design, (), LEVEL) for statistic, design in samples]) < cost


def test_words_that_do_nothing_add_nothing_on_average() -> None:
    """Five words in a hundred independent items: what they add is above 0 as often as chi-squared with four degrees of
    freedom is above its mean, 41 %. Items depart from a mean that they are part of; where that was made good for the
    word and not for its items, what words add was above 0 in 54 %."""
    rng, wider, runs = np.random.default_rng(5), 0, 600
    for _ in range(runs):
        values, words = rng.normal(size=100), rng.integers(5, size=100)
        design = Design.of(100, words=[[str(word)] for word in words])
        wider += stretch(mean_of(values), design, (), LEVEL) > 1
    due = chi2.sf(4, 4)
    assert binom.ppf(0.001, runs, due) <= wider <= binom.ppf(0.999, runs, due)


def test_words_of_one_unit_or_item_change_nothing() -> None:
    values = np.random.default_rng(0).normal(size=6)
    design = Design.of(6, cluster=list("aabbcc"), words=[["u"], ["u"], ["v"], ["w"], ["x"], []])
    assert design.words == ()
    assert stretch(mean_of(values), design, (), LEVEL) == 1


def test_one_set_of_words_for_each_item() -> None:
    with pytest.raises(ValueError, match="3 items but 2 names"):
        Design.of(3, words=[["a"], ["b"]])


def test_words_that_all_items_share_add_the_variance_of_their_mean() -> None:
    """Items that hardly vary, and a value that is the mean of ten words: the interval is Student's for the ten."""
    words = np.random.default_rng(3).normal(size=10)
    items = words.mean() + 1e-6 * np.random.default_rng(4).normal(size=50)
    without = np.asarray([np.delete(words, index).mean() for index in range(10)])
    sample = expect(
        Bootstrap, bootstrap(mean_of(items), Design.of(50), rng=np.random.default_rng(0), without=[without])
    )
    expected = 2.262 * words.std(ddof=1) / np.sqrt(10)
    assert np.diff(sample.limits)[0] / 2 == pytest.approx(expected, rel=0.1)
    assert sample.error == pytest.approx(expected / 1.96, rel=0.25)


def test_a_single_word_or_one_that_cannot_be_left_out_adds_nothing() -> None:
    values = np.random.default_rng(0).normal(size=20)
    for group in (np.asarray([]), np.asarray([1.0]), np.asarray([1.0, np.nan])):
        assert stretch(mean_of(values), Design.of(20), [group], LEVEL) == 1


def test_p_is_below_one_minus_the_level_where_the_null_is_outside_the_limits() -> None:
    statistic, design = crossed_words(8, 1.0)(np.random.default_rng(1))
    sample = expect(Bootstrap, bootstrap(statistic, design, rng=np.random.default_rng(2), level=LEVEL))
    assert sample.stretch > 1.5
    low, high = sample.limits
    width = high - low
    assert sample.p(low - 0.02 * width) < 1 - LEVEL < sample.p(low + 0.02 * width)
    assert sample.p(high + 0.02 * width) < 1 - LEVEL < sample.p(high - 0.02 * width)


def test_what_words_do_alike_to_two_models_leaves_their_difference_alone() -> None:
    rng = np.random.default_rng(6)
    alike, apart = [], []
    for _ in range(60):
        (one, design), (other, _) = crossed_words(12, 2.0)(rng), crossed_words(12, 0.0)(rng)
        alike.append(stretch(lambda w, a=one, b=other: a(w) + b(w) - a(w), design, (), LEVEL))  # type: ignore[misc]
        apart.append(stretch(lambda w, a=one, b=other: a(w) - b(w), design, (), LEVEL))  # type: ignore[misc]
    assert np.mean(alike) < 1.25 < 2 < np.mean(apart)  # 1.25 is what twelve words cost that do nothing


def test_a_word_that_moves_two_models_apart_makes_their_difference_less_sure() -> None:
    items = mean_of(np.random.default_rng(0).normal(size=30))
    apart = np.asarray([0.0, 3.0, -1.0, 2.0])
    design, still = Design.of(30), np.zeros(4)

    def difference(first: Any, second: Any) -> Difference:
        nothing, rng = (lambda weights: 0 * items(weights)), np.random.default_rng(0)
        return expect(Difference, paired_difference(items, nothing, design, rng=rng, without=([first], [second])))

    found, alike = difference(apart, still), difference(apart, apart)
    assert found.high - found.low > 2 * (alike.high - alike.low)
