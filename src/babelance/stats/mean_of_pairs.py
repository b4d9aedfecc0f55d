"""How sure is a mean over all two different units, where units may have nothing in common?

    T = mean over units s < t of K(s, t)

K splits into the mean, what each unit adds to all of its pairs, and the rest of the pair: K = μ + h_s + h_t + r_st.

    Var T = 4 Var(h) / n + 2 Var(r) / (n (n - 1))

Both variances are estimated without bias from the table of all K (Hoeffding's parts; the round robin of the analysis
of variance). If units have nothing in common, h is 0. Redrawing units knows nothing of that: it takes what chance
leaves of h for h, and the variance of T for up to three times what it is (a degenerate U-statistic).

The interval is Student's t with a degree of freedom less than there are units.
"""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.stats.distributions import student_quantile, student_tail
from babelance.stats.resample import CELLS, Design

FEWEST = 4
"""Units that it takes to tell what a pair adds from what its units do."""
MOST = 100
"""Their pairs are all looked at one by one; more units are redrawn."""


class MeanOfPairs(NamedTuple):
    value: float
    error: float
    freedom: int

    def limits(self, level: float) -> tuple[float, float]:
        reach = student_quantile((1 + level) / 2, self.freedom) * self.error
        return self.value - reach, self.value + reach

    def p(self, null: float) -> float:
        """Two-sided."""
        return 2 * student_tail(abs(self.value - null) / self.error, self.freedom)


def mean_of_pairs(statistic: Statistic, design: Design) -> MeanOfPairs | None:
    """None where units are too few or too many, two of them cannot be compared, or nothing varies."""
    count = design.units
    if not FEWEST <= count <= MOST:
        return None
    table = _table(statistic, design)
    if not np.isfinite(table).all():
        return None
    variance = _variance(table)
    error = sqrt(variance) if variance > 0 else 0.0
    value = float(statistic(np.ones(design.n)))
    return MeanOfPairs(value, error, count - 1) if error > 1e-9 * abs(value) else None


def _table(statistic: Statistic, design: Design) -> NDArray[np.float64]:
    """K of each two units: the statistic of their items alone. The diagonal is 0."""
    table = np.zeros((design.units, design.units))
    pairs = np.asarray(list(combinations(range(design.units), 2)))
    for some in np.array_split(pairs, max(1, len(pairs) * design.n // CELLS)):
        weights = (design.unit == some[:, :1]) | (design.unit == some[:, 1:])
        table[some[:, 0], some[:, 1]] = table[some[:, 1], some[:, 0]] = statistic(weights.astype(np.float64))
    return table


def _variance(table: NDArray[np.float64]) -> float:
    count = len(table)
    mean = table.sum() / (count * (count - 1))
    of_unit = (table.sum(axis=1) / (count - 1) - mean) * (count - 1) / (count - 2)
    rest = table - mean - of_unit[:, None] - of_unit
    np.fill_diagonal(rest, 0.0)
    of_pair = float((rest**2).sum()) / (count * (count - 3))
    of_units = max(0.0, float(of_unit.var(ddof=1)) - of_pair / (count - 2))
    return 4 * of_units / count + 2 * of_pair / (count * (count - 1))
