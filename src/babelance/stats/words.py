"""How much less sure is a number because the same words come up again and again?

What item i adds to the value is its influence ψ_i (the infinitesimal jackknife). Independent units u alone would give
the variance Σ_u ψ_u², with ψ_u the sum over the items of u. Units that share a word vary together, which adds for each
word w, as in variances with several ways of clustering (Cameron, Gelbach and Miller 2011),

    ψ_w² − Σ_u ψ_{w,u}²            ψ_w, ψ_{w,u}: the sums over the items of w, and over those of w and u

Words that all items share cannot be seen this way. There the measure says what its value would be without each one, and
the jackknife within each group of m words adds (m − 1) / m Σ (T_(w) − mean)². A group of one word adds nothing: nobody
knows what another word would have given.

Few words are a small sample, too, so the quantile is that of Student's t with the freedom of the sum (Satterthwaite).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.stats.distributions import student_quantile
from babelance.stats.resample import CELLS, Design

Floats = NDArray[np.float64]
_STEP = 1e-3
"""How much the weight of an item is changed to see what it adds."""


class Variance(NamedTuple):
    value: float
    freedom: int


def stretch(statistic: Statistic, design: Design, without: Sequence[Floats], level: float) -> float:
    """By what factor limits that know of units alone lie too near the value; at least 1."""
    groups = [group[np.isfinite(group)] for group in without]
    between = [_jackknife(group) for group in groups if len(group) > 1]
    if not design.words and not between:
        return 1.0
    influence = _influence(statistic, design.n)
    of_units = Variance(float(np.sum(_sums(influence, design.unit) ** 2)), design.freedom)
    parts = [of_units, _of_words(influence, design), *between]
    if not of_units.value > 0:
        return 1.0
    total = sum(part.value for part in parts)
    freedom = total**2 / sum(part.value**2 / part.freedom for part in parts if part.value > 0)
    quantiles = [student_quantile((1 + level) / 2, freedom) for freedom in (freedom, of_units.freedom)]
    return max(1.0, sqrt(total / of_units.value) * quantiles[0] / quantiles[1])


def _of_words(influence: Floats, design: Design) -> Variance:
    """Never below 0: that words make units differ would be chance."""
    count = len(design.words)
    added = sum(_together(influence[items], design.unit[items], count) for items in design.words)
    return Variance(max(0.0, added), max(1, count - 1))


def _together(influence: Floats, unit: NDArray[np.intp], words: int) -> float:
    return float(influence.sum()) ** 2 * words / max(1, words - 1) - float(np.sum(_sums(influence, unit) ** 2))


def _sums(influence: Floats, unit: NDArray[np.intp]) -> Floats:
    """Over the items of each unit."""
    return np.asarray(np.bincount(np.unique(unit, return_inverse=True)[1], weights=influence), np.float64)


def _jackknife(group: Floats) -> Variance:
    count = len(group)
    return Variance((count - 1) / count * float(np.sum((group - group.mean()) ** 2)), count - 1)


def _influence(statistic: Statistic, n: int) -> Floats:
    return np.concatenate([statistic(up) - statistic(2 - up) for up in _nudged(n)]) / (2 * _STEP)


def _nudged(n: int) -> Iterator[Floats]:
    """Weights of 1, in each row a little more for one item."""
    most = max(1, CELLS // n)
    for start in range(0, n, most):
        rows = np.arange(start, min(n, start + most))
        weights = np.ones((len(rows), n))
        weights[np.arange(len(rows)), rows] += _STEP
        yield weights
