"""Quantiles and tails of the normal, Student's t and the binomial distribution.

They are those of `scipy.stats`, to the same bits for the first two. Importing `scipy.stats` takes half a second, more
than all else that a rerun on stored answers does; `scipy.special` has what it computes with.
"""

from __future__ import annotations

from scipy.special import bdtr, ndtr, ndtri, stdtr, stdtrit


def normal_quantile(share: float) -> float:
    return float(ndtri(share))


def normal_tail(z: float) -> float:
    """P(Z > z)."""
    return float(ndtr(-z))


def student_quantile(share: float, freedom: float) -> float:
    """`freedom` may be infinite."""
    return float(stdtrit(freedom, share))


def student_tail(t: float, freedom: float) -> float:
    """P(T > t)."""
    return float(stdtr(freedom, -t))


def fair_coin(successes: int, n: int) -> float:
    """Two-sided: how likely is a split at least as uneven of n tosses? Both tails are the same."""
    return min(1.0, 2 * float(bdtr(min(successes, n - successes), n, 0.5)))
