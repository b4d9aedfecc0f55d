"""The values that a bootstrap is made of: a statistic on every resample, and on everything but one unit."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.core.parallel import ParallelMap, map_locally
from babelance.stats.resample import Design, draws, leave_out_each, matrices_of

LARGE = 2**25
"""Items times draws, from which a bootstrap is worth sending to other machines: 17,000 items and the usual draws."""
PARTS = 8


def draw_values(
    statistic: Statistic, design: Design, rng: np.random.Generator, count: int, parallel_map: ParallelMap
) -> NDArray[np.float64]:
    """The value of each draw: the same numbers in the same order, in one part or in several."""
    if parallel_map is map_locally or design.n * count < LARGE:
        return np.concatenate([statistic(weights) for weights in draws(design, count, rng)])
    drawing = _Drawing(statistic, design, deepcopy(rng), count)
    rng.spawn(len(design.strata))  # as `draws` does: what the caller draws next must not depend on the way
    return np.concatenate(list(parallel_map(drawing, range(PARTS))))


@dataclass(frozen=True, eq=False)
class _Drawing:
    """Draws everything up to the end of its part and looks at that part: drawing costs little beside the statistic, and
    numbers of a generator cannot be skipped."""

    statistic: Statistic
    design: Design
    rng: np.random.Generator
    count: int

    def __call__(self, part: int) -> NDArray[np.float64]:
        matrices = draws(self.design, self.count, deepcopy(self.rng))
        total = matrices_of(self.design, self.count)
        first, last = (total * edge // PARTS for edge in (part, part + 1))
        return np.concatenate([np.empty(0), *(self.statistic(weights) for weights in islice(matrices, first, last))])


def jackknife(statistic: Statistic, design: Design) -> tuple[float, float]:
    """(standard error, acceleration), over units within strata; NaN where a part cannot be left out."""
    rows: list[list[NDArray[np.float64]]] = [[] for _ in design.strata]
    for stratum, weights in leave_out_each(design):
        rows[stratum].append(statistic(weights))
    values = [np.concatenate(parts) for parts in rows]
    # What each part adds to the estimate; sums over independent parts, so blocks give the same as single units.
    influence = [(stratum.mean() - stratum) * (len(stratum) - 1) / len(stratum) for stratum in values]
    variance = sum(float(np.sum(stratum**2)) * len(stratum) / (len(stratum) - 1) for stratum in influence)
    flat = np.concatenate(influence)
    square = float(np.sum(flat**2))
    return sqrt(variance), float(np.sum(flat**3)) / (6 * square**1.5) if square > 0 else nan
