"""Is it better than nothing? Small one-sided tests for a handful of tasks."""

from __future__ import annotations

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
