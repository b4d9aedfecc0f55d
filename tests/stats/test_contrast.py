"""Score minus null: interval and test agree, and nothing is found too often where there is nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from babelance.core.item import Item
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores
from babelance.measures.mbe import Mbe
from babelance.stats.contrast import Contrast, against_draws, contrast
from babelance.stats.estimate import PointEstimate
from tests.expecting import expect, present
from tests.stats.test_estimate import PERCENT, SHARE, Mean, numbers_of, scores_of


def contrast_of(measure: Any, scores: Scores, numbers: PointEstimate, null: Null, **settings: Any) -> Contrast:
    return expect(Contrast, contrast(measure, scores, numbers, null, **settings))


def test_a_constant_null_moves_the_interval() -> None:
    scores = scores_of([1] * 130 + [0] * 82)
    numbers = numbers_of(SHARE, scores)
    against_null = contrast_of(SHARE, scores, numbers, Null("ideal", 50.0))
    assert (against_null.low, against_null.high) == (numbers.low - 50, numbers.high - 50)
    assert against_null.p == numbers.p


def test_a_null_that_is_not_certain_makes_the_difference_less_certain() -> None:
    scores = scores_of([1] * 130 + [0] * 82)
    numbers = numbers_of(SHARE, scores)
    sure, unsure = (contrast_of(SHARE, scores, numbers, Null("random", 50.0, error)) for error in (0.0, 4.0))
    assert unsure.low < sure.low < sure.high < unsure.high
    assert unsure.p > sure.p and present(unsure.mde) > present(sure.mde)


def test_what_score_and_null_have_in_common_cancels_out() -> None:
    rng = np.random.default_rng(0)
    common = rng.normal(0, 1, 60)
    measure = Mean(scale=PERCENT)
    scores = scores_of(common + 0.2 + rng.normal(0, 0.05, 60))
    null = Null.of_statistic("length", measure.statistic(scores_of(common)), 60)
    numbers = numbers_of(measure, scores)
    against_null = contrast_of(measure, scores, numbers, null, count=400)
    assert against_null.low > 0.15 and against_null.high < 0.25 and against_null.p < 0.05
    assert numbers.high - numbers.low > 5 * (against_null.high - against_null.low)


@settings(max_examples=60, deadline=None)
@given(some.floats(-4, 4), some.floats(0.2, 20), some.integers(0, 9))
def test_interval_and_test_against_shuffles_agree(value: float, shape: float, seed: int) -> None:
    draws = np.random.default_rng(seed).gamma(shape, size=200)
    against_null = against_draws(shape + value * shape**0.5, (draws if seed % 2 else 2 * shape - draws), 0.95)
    assert (against_null.p < 0.05) == (not against_null.low <= 0 <= against_null.high)
    assert against_null.low <= against_null.value <= against_null.high or against_null.p < 0.2


@pytest.mark.parametrize("shape", [0.5, 3.0, 50.0])
def test_a_score_that_is_itself_a_shuffle_stands_out_as_often_as_it_may(shape: float) -> None:
    """4000 scores: misses of 5 % lie between 4 and 6 % with p > 0.99; some more is left for the curve."""
    rng = np.random.default_rng(3)
    found = [against_draws(value, rng.gamma(shape, size=200), 0.95).p for value in rng.gamma(shape, size=4000)]
    assert 0.03 < np.mean(np.asarray(found) < 0.05) < 0.07
    assert np.mean(np.asarray(found) < 0.001) < 0.006


def test_shuffles_that_change_nothing_show_nothing() -> None:
    against_null = against_draws(0.25, np.full(100, 0.25), 0.95)
    assert (against_null.value, against_null.p, against_null.mde) == (0, 1, None)


@pytest.mark.parametrize(
    ("likelihoods", "lengths"),
    [((2.0, 0.4, -0.6, -0.2), (3, 3, 3, 3)), ((-1.6, 0.1, -0.4, 0.4), (4, 5, 4, 5))],
)
def test_four_sentences_do_not_show_a_difference_from_lengths(
    likelihoods: tuple[float, ...], lengths: tuple[int, ...]
) -> None:
    """In the first all resamples are alike, which four items are by luck once in eight times; in the second they are
    not, but leaving out any one sentence changes nothing: p was below 0.05 and 1e-30."""
    groups = ("male", "male", "female", "female")
    scores = Scores(
        tuple(
            Scored(
                Item(str(index), "en", {"text": "x"}, {"group": group}),
                {"likelihood": likelihoods[index], "length": lengths[index], "embedding": np.ones(2)},
            )
            for index, group in enumerate(groups)
        )
    )
    null = expect(Null, Mbe().null(scores))
    against_null = contrast(Mbe(), scores, numbers_of(Mbe(), scores, count=200), null, count=200)
    assert expect(Reason, against_null) == "too few items to say how surely score and null differ (4)"


@pytest.mark.parametrize("count", [4, 5, 8, 12])
def test_differences_that_are_alike_by_luck_are_as_sure_as_their_number_allows(count: int) -> None:
    """A tiny spread of a few items would give p below 0.0001."""
    values = np.linspace(0.4, 0.6, count)
    alike = values - 0.2 + 1e-5 * np.arange(count)
    measure: Any = Mean()
    scores = scores_of(values)
    null = Null.of_statistic("close", measure.statistic(scores_of(alike)), count)
    against_null = contrast(measure, scores, numbers_of(measure, scores), null)
    if 2.0 ** (1 - count) > 0.05:
        assert isinstance(against_null, Reason) and "too few items" in against_null
    else:
        assert isinstance(against_null, Contrast) and against_null.low > 0 and against_null.p == 2.0 ** (1 - count)
