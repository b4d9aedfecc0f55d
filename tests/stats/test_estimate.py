from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from babelance.core.item import Item
from babelance.core.reason import Reason
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.stats.estimate import PointEstimate, estimate
from babelance.stats.intervals import wilson, wilson_p
from tests.expecting import expect, present

SIGNED, PERCENT, ITEMS = Scale(-1, 1, ideal=0, chance=0), Scale(0, 100, ideal=50, chance=50), Resample()


@dataclass(frozen=True)
class Mean:
    """A measure that averages its column `score` and multiplies."""

    interval: str = "bca"
    times: float = 1.0
    scale: Scale = SIGNED
    resample: Resample = ITEMS
    refuse: str | None = None
    title = "mean"

    def statistic(self, scores: Any) -> Any:
        values = self.times * scores.floats("score")
        return lambda weights: weights @ values / weights.sum(axis=-1)

    def undefined(self, scores: Any) -> Any:
        return self.refuse


SHARE = Mean("wilson", 100.0, PERCENT)


def scores_of(values: Any, **tags: Any) -> Any:
    rows = [dict(zip(tags, names, strict=True)) for names in zip(*tags.values(), strict=True)] or [{}] * len(values)
    return Scores(
        tuple(
            Scored(Item(str(i), "en", {}, row), {"score": value})
            for i, (value, row) in enumerate(zip(values, rows, strict=True))
        )
    )


def estimated(measure: Any, scores: Scores, **settings: Any) -> PointEstimate | Reason:
    return estimate(measure, scores, **settings)


def numbers_of(measure: Any, scores: Scores, **settings: Any) -> PointEstimate:
    return expect(PointEstimate, estimated(measure, scores, **settings))


def test_a_share_has_wilson_its_own_test_and_the_effect_it_could_show() -> None:
    numbers = numbers_of(SHARE, scores_of([1] * 130 + [0] * 82))
    interval = wilson(130, 212)
    assert numbers.method == "wilson.95"
    assert_allclose([numbers.low, numbers.high], [100 * interval.low, 100 * interval.high])
    assert_allclose(numbers.value, 61.32, atol=0.005)
    assert_allclose(present(numbers.p), wilson_p(130, 212, 0.5))
    assert_allclose(present(numbers.mde), 9.62, atol=0.005)


def test_ties_are_half_a_success() -> None:
    numbers = numbers_of(SHARE, scores_of([1, 1, 1, 0, 0.5, 0.5]))
    assert_allclose(numbers.value, 100 * 4 / 6)
    assert_allclose(present(numbers.p), wilson_p(4, 6, 0.5))
    assert numbers_of(SHARE, scores_of([0.5] * 9)).p == 1


@pytest.mark.parametrize("n", [5, 12, 57, 212])
def test_a_share_is_significant_exactly_where_its_interval_leaves_out_chance(n: int) -> None:
    """57 items: 21 right have [25.5, 49.8], so p must be below 0.05; an exact binomial test has 0.063."""
    for right in range(n + 1):
        numbers = numbers_of(SHARE, scores_of([1] * right + [0] * (n - right)))
        assert (present(numbers.p) < 0.05) == (not numbers.low <= 50 <= numbers.high)


def test_a_mean_is_significant_exactly_where_its_interval_leaves_out_the_null() -> None:
    rng = np.random.default_rng(7)
    for size, shift in ((4, 0.3), (9, 0.4), (30, 0.2), (80, 0.1)):
        numbers = numbers_of(Mean(), scores_of(np.clip(rng.normal(shift, 0.4, size), -1, 1)), count=300)
        for null in np.linspace(-1, 1, 81):
            assert (numbers.test(null) < 0.05) == (not numbers.low <= null <= numbers.high)


def test_a_share_of_clustered_items_is_not_wilsons() -> None:
    measure = Mean("wilson", 100.0, PERCENT, Resample(cluster="template"))
    values = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1] * 5
    alone = numbers_of(measure, scores_of(values))
    together = numbers_of(measure, scores_of(values, template=[str(i // 5) for i in range(60)]))
    assert alone.method == "wilson.95"
    assert together.method == "bca.2000.95"


def test_a_share_that_is_not_the_mean_of_its_scores_is_a_mistake_of_the_measure() -> None:
    with pytest.raises(ValueError, match="'bca'"):
        numbers_of(Mean("wilson", 99.0, PERCENT), scores_of([1, 0, 1]))


def test_a_mean_has_bca_and_its_p_agrees() -> None:
    values = np.random.default_rng(0).normal(0.2, 0.4, size=100)
    numbers = numbers_of(Mean(), scores_of(values))
    assert numbers.method == "bca.2000.95"
    assert 0 < numbers.low < numbers.value < numbers.high < 1
    assert present(numbers.p) < 0.05
    assert_allclose(present(numbers.mde), 2.80 * values.std(ddof=1) / 10, rtol=0.1)


def test_level_and_count_are_in_the_method() -> None:
    values = np.random.default_rng(0).normal(size=20)
    assert numbers_of(Mean(), scores_of(values), level=0.9, count=500).method == "bca.500.90"


def test_no_chance_no_p() -> None:
    values = np.random.default_rng(0).normal(size=20) ** 2
    numbers = numbers_of(Mean(scale=Scale(0, inf, ideal=0, chance=None)), scores_of(values))
    assert numbers.p is None
    assert present(numbers.mde) > 0


def test_the_same_items_give_the_same_numbers_and_another_seed_others() -> None:
    scores = scores_of(np.random.default_rng(0).normal(size=30))
    assert numbers_of(Mean(), scores) == numbers_of(Mean(), scores)
    assert numbers_of(Mean(), scores) != numbers_of(Mean(), scores, seed=1)


def test_an_always_neutral_model_is_not_certain() -> None:
    numbers = numbers_of(Mean(scale=Scale(0, 1, ideal=0, chance=4 / 9)), scores_of([0.0] * 100))
    assert (numbers.value, numbers.low, numbers.method) == (0, 0, "constant.95")
    assert_allclose(numbers.high, 0.0295, atol=1e-4)
    assert present(numbers.p) < 1e-20
    assert numbers.mde is None


def test_limits_of_few_items_stay_on_the_scale() -> None:
    numbers = numbers_of(Mean(), scores_of([0.9, 1.0, 0.2]))
    assert numbers.method == "t.95"
    assert -1 <= numbers.low < numbers.value < numbers.high == 1


def test_strata_and_clusters_come_from_the_tags() -> None:
    values = np.random.default_rng(0).normal(size=40).repeat(5)
    template = [str(i // 5) for i in range(200)]
    naive = numbers_of(Mean(), scores_of(values, template=template))
    whole = numbers_of(Mean(resample=Resample(cluster="template")), scores_of(values, template=template))
    assert_allclose((whole.high - whole.low) / (naive.high - naive.low), 5**0.5, rtol=0.15)


def test_one_item_has_a_number_but_no_interval_and_says_why() -> None:
    found = estimated(Mean(), scores_of([0.3]))
    assert isinstance(found, PointEstimate)
    assert (found.value, found.p, found.error) == (0.3, None, None)
    assert "single" in found.no_interval and found.method.startswith("none")
    assert isinstance(estimated(SHARE, scores_of([1])), PointEstimate)


def test_reasons() -> None:
    skipped = Scores((), (Skipped(Item("1", "en", {}), "no shared tokens"),))
    assert estimated(Mean(), skipped) == "no item could be scored: no shared tokens"
    assert estimated(Mean(), Scores(())) == "no items"
    assert estimated(Mean(refuse="40 % of the words are unknown"), scores_of([1, 0])) == "40 % of the words are unknown"
    assert estimated(Mean(), scores_of([1.0, np.nan])) == "nothing to measure in these 2 items"
