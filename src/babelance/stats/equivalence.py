"""Are two things the same, as far as it matters? Two one-sided tests (Schuirmann 1987) over paired differences.

"Not significantly different" says nothing: few repetitions never are. Equivalence has to be shown: both that the mean
difference is above −margin and that it is below +margin. At the level α this is the same as the 1 − 2α interval lying
inside of the margins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from babelance.stats.distributions import student_quantile, student_tail


@dataclass(frozen=True, slots=True)
class Equivalence:
    """`p` is the larger of the two one-sided p-values; `low` and `high` are the 90 % interval that belongs to 5 %."""

    mean: float
    low: float
    high: float
    margin: float
    p: float
    count: int


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """With Student's 95 % interval and two-sided p-value against 0."""

    mean: float
    low: float
    high: float
    p: float
    count: int


def equivalence(differences: Sequence[float], margin: float) -> Equivalence | None:
    """None if there are fewer than two differences."""
    if len(differences) < 2:
        return None
    centre, error, free = _summary(differences)
    if error == 0:
        p = 0.0 if abs(centre) < margin else 1.0
        return Equivalence(centre, centre, centre, margin, p, len(differences))
    p = max(student_tail((centre + margin) / error, free), student_tail((margin - centre) / error, free))
    reach = student_quantile(0.95, free) * error
    return Equivalence(centre, centre - reach, centre + reach, margin, p, len(differences))


def mean_difference(differences: Sequence[float]) -> MeanDifference | None:
    if len(differences) < 2:
        return None
    centre, error, free = _summary(differences)
    if error == 0:
        return MeanDifference(centre, centre, centre, float(centre == 0), len(differences))
    reach = student_quantile(0.975, free) * error
    p = 2 * student_tail(abs(centre) / error, free)
    return MeanDifference(centre, centre - reach, centre + reach, p, len(differences))


def _summary(differences: Sequence[float]) -> tuple[float, float, int]:
    count = len(differences)
    return mean(differences), stdev(differences) / sqrt(count), count - 1
