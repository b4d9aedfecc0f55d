"""Is it better than nothing? Small one-sided tests for a handful of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


def better_than_chance(right: int, total: int, chance: float) -> float:
    """The probability that someone who guesses is right at least so often (exact)."""
    from scipy.stats import binom

    return float(binom.sf(right - 1, total, chance)) if total else 1.0


def larger(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The probability of differences this large if pairs differ by chance alone (Wilcoxon's signed rank test)."""
    from scipy.stats import wilcoxon

    differences = np.asarray(first - second, np.float64)
    if len(differences) < 2 or not np.any(differences):
        return 1.0
    return float(wilcoxon(differences, alternative="greater").pvalue)


@dataclass(frozen=True)
class Kinship:
    """How near words are to words of their own kind and of others (mean cosine), and the share of shuffles of the
    kinds that part them as clearly."""

    own: float
    other: float
    p: float


def kinship(vectors: NDArray[np.float32], kinds: Sequence[str], *, shuffles: int = 1999) -> Kinship:
    """Words of one kind share their cosines, so kinds are shuffled: a test word by word would count them twice."""
    rows = np.asarray(vectors, np.float64)
    rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-30)
    upper = np.triu_indices(len(rows), 1)
    cosines, kind = (rows @ rows.T)[upper], np.unique(np.asarray(kinds), return_inverse=True)[1]
    rng = np.random.default_rng(0)
    orders = np.stack([kind, *(rng.permutation(kind) for _ in range(shuffles))])
    same = orders[:, upper[0]] == orders[:, upper[1]]
    if not same[0].any() or same[0].all():
        return Kinship(0.0, 0.0, 1.0)
    own, other = (np.where(part, cosines, 0).sum(axis=1) / part.sum(axis=1) for part in (same, ~same))
    gaps = own - other
    return Kinship(float(own[0]), float(other[0]), float(np.mean(gaps >= gaps[0] - 1e-12)))
