"""What a score would be on the same items without the bias in question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic


@dataclass(frozen=True, slots=True, eq=False)
class Null:
    """`value` on all items, and how sure it is in itself: `error` is the standard error of a null that is simulated.

    One of three kinds: a constant; a `statistic` of the same items, which is then redrawn with them; or `draws`, values
    under many shuffles of what carries the bias, whose distribution is the test.

    `blocks` goes on from "nothing that could be told from …": why no difference from this null is a finding, because
    something else than the bias makes up most of the score. Empty if nothing does.

    `is_score`: it is the score itself, by definition, so there is nothing to test and nothing to correct for.

    `least` is the share of a single shuffle among all that there are, where that is known: no test by shuffles can be
    surer.

    `in_pairs`: score − null is a mean over pairs of units (`Resample.cluster`). Where these have nothing in common,
    redrawing them makes it look far less sure than it is (`stats/mean_of_pairs.py`).
    """

    name: str
    value: float
    error: float = 0.0
    statistic: Statistic | None = None
    draws: NDArray[np.float64] | None = None
    least: float = 0.0
    blocks: str = ""
    is_score: bool = False
    in_pairs: bool = False

    @classmethod
    def of_statistic(cls, name: str, statistic: Statistic, n: int, *, blocks: str = "", is_score: bool = False) -> Null:
        return cls(name, float(statistic(np.ones(n))), statistic=statistic, blocks=blocks, is_score=is_score)

    @classmethod
    def of_draws(cls, name: str, draws: NDArray[np.float64], *, least: float = 0.0) -> Null | None:
        """None if hardly a shuffle leaves something to measure."""
        finite = draws[np.isfinite(draws)]
        if len(finite) < max(20, len(draws) / 2):
            return None
        error = float(finite.std(ddof=1) / np.sqrt(len(finite)))
        return cls(name, float(finite.mean()), error, draws=finite, least=least)
