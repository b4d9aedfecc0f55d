"""The minimum detectable effect: how far from the null the truth must be for a test to find it four times in five.

    effect = (t(1 - alpha / 2) + t(power)) * standard error

A result that is not significant says little if the effect that matters is smaller than this.
"""

from __future__ import annotations

from math import inf, sqrt

from babelance.stats.distributions import student_quantile

POWER = 0.8


def detectable_by_error(error: float, *, level: float = 0.95, power: float = POWER, freedom: float = inf) -> float:
    """For any statistic, from its standard error (of a bootstrap, say)."""
    return (student_quantile((1 + level) / 2, freedom) + student_quantile(power, freedom)) * error


def detectable_by_share(n: float, chance: float, *, level: float = 0.95, power: float = POWER) -> float | None:
    """For a share of `n` items against `chance` (both in 0..1), with the error under chance.

    None if not even a share of 0 or 1 is that far away: no result of so few items would be significant.
    """
    effect = detectable_by_error(sqrt(chance * (1 - chance) / n), level=level, power=power) if n else inf
    return effect if effect <= max(chance, 1 - chance) else None
