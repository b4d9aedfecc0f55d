"""Two models on the same items: is the difference more than noise?

Both statistics see the same draws, so what makes an item easy or hard for both of them cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babelance.core.measure import Statistic
from babelance.core.reason import Reason
from babelance.stats.bootstrap import bootstrap
from babelance.stats.estimate import agreeing
from babelance.stats.method import rare
from babelance.stats.permute import binomial
from babelance.stats.resample import Design

Without = Sequence[NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Difference:
    """a minus b, its interval, and the p-value of no difference."""

    value: float
    low: float
    high: float
    p: float
    method: str


def paired_difference(
    statistic_a: Statistic,
    statistic_b: Statistic,
    design: Design,
    *,
    rng: np.random.Generator,
    outcomes: tuple[ArrayLike, ArrayLike] | None = None,
    level: float = 0.95,
    count: int = 2000,
    without: tuple[Without, Without] = ((), ()),
) -> Difference | Reason:
    """The difference of two statistics on the same items, redrawn together; a reason says why there is none.

    `outcomes` are the 0/1 scores (0.5 for a tie) of a and b per item, if the statistics are shares of them: p is then
    the exact McNemar test instead of the bootstrap's, unless clusters or words make the items dependent. If no draw
    differs from the value, the method is `constant` and the interval has no width: see `intervals.bca`. `without` are
    the values of a and b without one of the words that all items share, see `bootstrap`.
    """
    sample = bootstrap(
        lambda weights: statistic_a(weights) - statistic_b(weights),
        design,
        rng=rng,
        level=level,
        count=count,
        without=[a - b for a, b in zip(*without, strict=True)],
    )
    if isinstance(sample, Reason):
        return sample
    low, high = sample.limits
    exact = outcomes is not None and design.units == design.n and sample.stretch == 1
    p = mcnemar(*discordant_counts(*outcomes)) if outcomes is not None and exact else sample.p(0.0)
    method = f"{sample.method}+mcnemar" if exact else sample.method
    if exact and (sample.constant or p >= rare(level)):
        # The exact test does not tell them apart, so neither does the interval. Without variation it has no width.
        ends = (low, high) if sample.constant else (min(low, 0.0), max(high, 0.0))
        return Difference(sample.value, *ends, p, method)
    return Difference(sample.value, low, high, agreeing(p, low <= 0 <= high, level), method)


def discordant_counts(a: ArrayLike, b: ArrayLike) -> tuple[int, int]:
    """On how many items a is above b, and below it."""
    first, second = np.asarray(a), np.asarray(b)
    if first.shape != second.shape:
        raise ValueError(f"{first.shape} and {second.shape} outcomes: paired outcomes are of the same items.")
    return int(np.sum(first > second)), int(np.sum(first < second))


def mcnemar(b: int, c: int) -> float:
    """Exact for all counts: the b + c items on which two models differ go either way with probability 1/2."""
    return binomial(b, b + c, 0.5)
