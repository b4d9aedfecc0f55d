"""Tests by counting. A p-value from m random draws is (b + 1) / (m + 1): never 0, and the sample itself counts.

All are two-sided.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babelance.stats.distributions import fair_coin

EXACT = 16
"""Up to this many differences all sign patterns are counted (65,536 of them)."""


def sign_flip(differences: ArrayLike, *, rng: np.random.Generator, count: int = 10_000) -> float:
    """Could the mean be this far from 0 if every difference were as likely to have the other sign?

    Exact for up to 16 non-zero differences. For clusters pass one sum per cluster.
    """
    values = np.asarray(differences, dtype=np.float64)
    values = values[values != 0]
    if len(values) <= EXACT:
        return float(_extreme(_all_signs(len(values)) @ values, values).mean())
    rows = max(1, 2**22 // len(values))
    extreme = 0
    for start in range(0, count, rows):
        signs = rng.choice([-1.0, 1.0], size=(min(rows, count - start), len(values)))
        extreme += int(_extreme(signs @ values, values).sum())
    return (extreme + 1) / (count + 1)


def binomial(successes: int, n: int, chance: float) -> float:
    """Exact test of `successes` of `n` against the probability `chance`; 1 if nothing was tried."""
    if not n or chance == 0.5:
        return fair_coin(successes, n) if n else 1.0
    from scipy.stats import binomtest

    return float(binomtest(successes, n, chance).pvalue)


def bootstrap_p(draws: NDArray[np.float64], null: float) -> float:
    """How far in the tail of the bootstrap draws does `null` lie?"""
    return min(1.0, 2 * min(tails(draws, null)))


def tails(draws: NDArray[np.float64], null: float) -> tuple[float, float]:
    """The shares of draws at or below `null`, and at or above it."""
    below, above = int(np.sum(draws <= null)), int(np.sum(draws >= null))
    return (below + 1) / (len(draws) + 1), (above + 1) / (len(draws) + 1)


def _all_signs(n: int) -> NDArray[np.float64]:
    bits = np.arange(2**n)[:, None] >> np.arange(n) & 1
    return 1 - 2 * bits.astype(np.float64)


def _extreme(sums: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.bool_]:
    # Sums in another order differ in the last bits; such ties count as extreme.
    slack = 1e-12 * np.abs(values).sum()
    return np.asarray(np.abs(sums) >= abs(values.sum()) - slack)
