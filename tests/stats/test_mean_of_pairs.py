"""A mean over two different units at a time: its error, where units have something in common and where not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from babelance.core.item import Item
from babelance.core.null import Null
from babelance.core.scored import Scored, Scores
from babelance.measures.cb import Cb
from babelance.stats.contrast import Contrast, Difference, contrast
from babelance.stats.estimate import PointEstimate, design_of
from babelance.stats.mean_of_pairs import mean_of_pairs
from babelance.stats.resample import Design
from tests.expecting import present

TEMPLATES, ATTRIBUTES, GROUPS = 10, 6, 12
KEYS = ",".join(f"G{number}" for number in range(GROUPS))


def product_of_units(values: Any) -> Any:
    """The mean over two different units of the product of their values."""

    def statistic(weights: Any) -> Any:
        sums, squares = weights @ values, weights**2 @ values**2
        return (sums**2 - squares) / (weights.sum(axis=-1) ** 2 - (weights**2).sum(axis=-1))

    return statistic


def test_four_units_by_hand() -> None:
    """Products of 3, 1, -1 and 1 are 3, -3, 3, -1, 1, -1: mean 1/3. Units add 1, 1, -3 and 1 to their pairs, with a
    variance of 4; pairs depart by 2/3 (four of them) or -4/3 (two) from that: 16/3 in two degrees of freedom, 8/3. Half
    of that is chance in what units add: 4 - 4/3 = 8/3. So the variance is 4 (8/3) / 4 + 2 (8/3) / 12 = 28/9."""
    present_value = present(mean_of_pairs(product_of_units(np.asarray([3.0, 1.0, -1.0, 1.0])), Design.of(4)))
    assert present_value.value == pytest.approx(1 / 3) and present_value.freedom == 3
    assert present_value.error**2 == pytest.approx(28 / 9)
    assert (
        present_value.p(present_value.limits(0.95)[0])
        == pytest.approx(0.05)
        == pytest.approx(present_value.p(present_value.limits(0.95)[1]))
    )


@pytest.mark.parametrize("values", [[3.0, 1.0, -1.0], [1.0] * 6, list(range(200))])
def test_too_few_units_too_many_and_such_as_are_all_alike_are_redrawn(values: list[float]) -> None:
    assert mean_of_pairs(product_of_units(np.asarray(values)), Design.of(len(values))) is None


def grid(rng: np.random.Generator, common: NDArray[np.float64]) -> tuple[Scores, Null]:
    """Templates x attributes, and the null of `cb`: what attributes do to groups in all templates (`common`), in one
    template, and by luck."""
    values = common + 0.3 * rng.normal(size=(TEMPLATES, 1, GROUPS))
    values = values + 0.5 * rng.normal(size=(TEMPLATES, ATTRIBUTES, GROUPS))
    items = [
        Scored(
            Item(f"{template}/{attribute}", "en", {}, {"template": str(template), "attribute": str(attribute)}),
            {
                "log_ratios": row,
                "variance": row.var(ddof=1),
                "left": row.var(ddof=1),
                "pieces": np.ones(GROUPS),
                "targets": KEYS,
            },
        )
        for template, rows in enumerate(values)
        for attribute, row in enumerate(rows)
    ]
    scores = Scores(tuple(items))
    null = Cb().null(scores)
    assert isinstance(null, Null) and null.statistic is not None
    return scores, null


@pytest.mark.parametrize("system", [0.0, 0.15, 0.5])
def test_its_error_is_how_much_it_varies(system: float) -> None:
    """Nothing in common, hardly anything, and much. What units add is never taken for less than nothing, which makes
    the error a little large where they add nothing; redrawn templates have 1.7 times the error there."""
    common, rng = np.random.default_rng(9).normal(0, system, (ATTRIBUTES, GROUPS)), np.random.default_rng(4)
    values, variances = [], []
    for _ in range(200):
        scores, null = grid(rng, common)
        assert null.statistic is not None
        difference = Difference(Cb().statistic(scores), null.statistic, len(scores))
        present_value = present(mean_of_pairs(difference, design_of(Cb(), scores)))
        values.append(present_value.value)
        variances.append(present_value.error**2)
    assert 0.85 < np.sqrt(np.mean(variances)) / np.std(values) < 1.4


def test_verdicts_of_cb_are_as_sure_as_that() -> None:
    """Attributes that do the same in all templates, a little: redrawing templates finds that in 7 of 40 samples."""
    common, rng = np.random.default_rng(9).normal(0, 0.15, (ATTRIBUTES, GROUPS)), np.random.default_rng(4)
    found = 0
    for _ in range(40):
        scores, null = grid(rng, common)
        numbers = PointEstimate(null.value, 0.0, 0.0, "", None, None)
        compared = contrast(Cb(), scores, numbers, null, count=200)
        assert isinstance(compared, Contrast)
        assert (compared.p < 0.05) == (compared.low > 0 or compared.high < 0)
        found += compared.low > 0
    assert found >= 11, found
