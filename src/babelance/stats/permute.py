"""Tests by counting. A p-value from m random draws is (b + 1) / (m + 1): never 0, and the sample itself counts.

All are two-sided.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babelance.stats.distributions import fair_coin


def binomial(successes: int, n: int, chance: float) -> float:
    """Exact test of `successes` of `n` against the probability `chance`; 1 if nothing was tried."""
    if not n or chance == 0.5:
        return fair_coin(successes, n) if n else 1.0
    from scipy.stats import binomtest

    return float(binomtest(successes, n, chance).pvalue)


def tails(draws: NDArray[np.float64], null: float) -> tuple[float, float]:
    """The shares of draws at or below `null`, and at or above it."""
    below, above = int(np.sum(draws <= null)), int(np.sum(draws >= null))
    return (below + 1) / (len(draws) + 1), (above + 1) / (len(draws) + 1)
