"""Draws and left-out parts are weights; a weight says how often an item is there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from babelance.stats import resample
from babelance.stats.resample import Design, draws, leave_out_each

NAMES = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "x", "y", "z"])), min_size=1, max_size=30)


def draw_all(design: Any, count: Any = 50, seed: Any = 0) -> Any:
    return np.concatenate(list(draws(design, count, np.random.default_rng(seed))))


def parts(design: Any, **options: Any) -> Any:
    return np.concatenate([weights for _, weights in leave_out_each(design, **options)])


def test_without_tags_every_item_is_a_unit() -> None:
    weights = draw_all(Design.of(7), 40)
    assert weights.shape == (40, 7)
    assert_array_equal(weights.sum(axis=1), 7)


def test_strata_keep_their_sizes_in_every_draw() -> None:
    strata = np.array(list("aabbbbc" + "c" * 5))
    weights = draw_all(Design.of(len(strata), strata=strata))
    for name in "abc":
        assert_array_equal(weights[:, strata == name].sum(axis=1), (strata == name).sum())


def test_clusters_are_drawn_whole() -> None:
    cluster = np.array(["x", "y", "x", "z", "y"])
    weights = draw_all(Design.of(5, cluster=cluster))
    assert_array_equal(weights[:, 0], weights[:, 2])
    assert_array_equal(weights[:, 1], weights[:, 4])
    assert_array_equal(weights[:, [0, 1, 3]].sum(axis=1), 3)


def test_items_without_a_cluster_stand_alone() -> None:
    assert Design.of(4, cluster=["", "x", "", "x"]).units == 3


def test_a_cluster_that_spans_strata_is_drawn_whole_among_its_like() -> None:
    strata = ["pro", "anti", "pro", "anti", "non", "non"]
    cluster = ["nurse", "nurse", "smith", "smith", "clerk", "cook"]
    design = Design.of(6, strata=strata, cluster=cluster)
    weights = draw_all(design)
    assert len(design.strata) == 2
    assert_array_equal(weights[:, 0], weights[:, 1])
    assert_array_equal(weights[:, 0] + weights[:, 2], 2)
    assert_array_equal(weights[:, 4] + weights[:, 5], 2)


def test_a_stratum_of_one_unit_does_not_look_certain() -> None:
    weights = draw_all(Design.of(5, strata=list("abbbb")), 200)
    assert weights[:, 0].std() > 0


def test_each_unit_is_drawn_once_on_average() -> None:
    weights = draw_all(Design.of(6, strata=list("aabbbb")), 20_000)
    assert_allclose(weights.mean(axis=0), 1, atol=0.03)  # 4 standard errors


def test_draws_do_not_depend_on_how_they_are_cut(monkeypatch: Any) -> None:
    design = Design.of(9, strata=list("aaabbbccc"))
    whole = draw_all(design)
    monkeypatch.setattr(resample, "CELLS", 30)
    pieces = list(draws(design, 50, np.random.default_rng(0)))
    assert max(map(len, pieces)) == 3
    assert_array_equal(np.concatenate(pieces), whole)


def test_matrices_stay_small_for_many_items() -> None:
    weights = next(draws(Design.of(100_000), 2000, np.random.default_rng(0)))
    assert weights.size <= resample.CELLS


def test_left_out_rows_are_leave_one_out_with_the_weight_taken_over() -> None:
    weights = parts(Design.of(3))
    assert_array_equal(weights, [[0, 1.5, 1.5], [1.5, 0, 1.5], [1.5, 1.5, 0]])


def test_left_out_strata_keep_their_sizes() -> None:
    strata = np.array(list("aaabbbbb"))
    weights = parts(Design.of(8, strata=strata))
    assert_allclose(weights[:, strata == "a"].sum(axis=1), 3)
    assert_allclose(weights[:, strata == "b"].sum(axis=1), 5)


def test_many_units_are_left_out_in_blocks_each_once() -> None:
    weights = parts(Design.of(5000, strata=["a"] * 1000 + ["b"] * 4000))
    assert len(weights) == 400
    assert_array_equal((weights == 0).sum(axis=0), 1)


def test_names_must_fit_the_items() -> None:
    with pytest.raises(ValueError, match="3 items but 2 names"):
        Design.of(3, strata=["a", "b"])


@settings(deadline=None, max_examples=60)
@given(NAMES, st.integers(0, 5))
def test_a_weight_of_two_is_a_copy_and_of_zero_an_absence(names: Any, seed: Any) -> None:
    strata, cluster = zip(*names, strict=True)
    values = np.random.default_rng(seed).normal(size=len(names))
    for weights in draw_all(Design.of(len(names), strata=strata, cluster=cluster), 5, seed):
        copies = np.repeat(values, weights.astype(int))
        assert_allclose(np.average(values, weights=weights), copies.mean(), atol=1e-12)


@settings(deadline=None, max_examples=60)
@given(NAMES, st.randoms())
def test_the_order_of_items_does_not_matter(names: Any, random: Any) -> Any:
    """Strata and clusters are the same sets of items, however the file is sorted."""
    shuffled = list(enumerate(names))
    random.shuffle(shuffled)

    def strata_of(rows: Any) -> Any:
        design = Design.of(len(rows), strata=[row[1][0] for row in rows], cluster=[row[1][1] for row in rows])
        return sorted(map(len, design.strata)), {
            frozenset(rows[i][0] for i in np.flatnonzero(design.unit == unit)) for unit in range(design.units)
        }

    assert strata_of(shuffled) == strata_of(list(enumerate(names)))
