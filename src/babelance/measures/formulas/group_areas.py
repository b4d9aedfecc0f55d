"""How well scores tell texts that deserve a label from others, group by group: areas under ROC curves.

    subgroup   the group's texts that deserve the label beside the group's other texts
    bpsn       the other groups' that deserve it beside the group's others (background positive, subgroup negative)
    bnsp       the group's that deserve it beside the other groups' others

An area is the share of pairs (deserves the label, does not) in which the first has the higher score; ties count half.
The other groups' pairs are those with all groups less those within the group, so that all groups take two sortings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.core.scored import Weights
from babelance.measures.formulas.averages import ratio

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Report = Literal["subgroup", "bpsn", "bnsp"]
REPORTS: tuple[Report, ...] = ("subgroup", "bpsn", "bnsp")


def areas(values: Floats, group: Places, deserved: NDArray[np.bool_], report: Report) -> Statistic:
    """(..., groups) for any weighting of the items; NaN for a group without such pairs."""
    members = (group[:, None] == np.arange(group.max(initial=0) + 1)).astype(np.float64)
    upwards = values if report != "bpsn" else -values
    everywhere, within = _Order.of(upwards, np.zeros_like(group)), _Order.of(upwards, group)

    def of(weights: Weights) -> Floats:
        positive, negative = weights * deserved, weights * ~deserved
        positives, negatives = positive @ members, negative @ members
        if report == "subgroup":
            return ratio((positive * within.below(negative)) @ members, positives * negatives)
        if report == "bnsp":
            won = positive * (everywhere.below(negative) - within.below(negative))
            return ratio(won @ members, positives * _of_others(negatives))
        won = negative * (everywhere.below(positive) - within.below(positive))
        return ratio(won @ members, _of_others(positives) * negatives)

    return of


def _of_others(counts: Floats) -> Floats:
    return np.asarray(counts.sum(axis=-1, keepdims=True) - counts)


@dataclass(frozen=True, eq=False)
class _Order:
    """Items by block and value. `starts`: where runs of equal items begin; `run`: that of each item; `first`: the first
    run of the block of each run."""

    order: Places
    starts: Places
    run: Places
    first: Places

    @classmethod
    def of(cls, values: Floats, block: Places) -> _Order:
        order = np.lexsort((values, block))
        new_block = np.diff(block[order], prepend=-1) != 0
        new_run = new_block | (np.diff(values[order], prepend=np.nan) != 0)
        starts, run = np.flatnonzero(new_run), np.empty(len(order), dtype=np.intp)
        run[order] = np.cumsum(new_run) - 1
        first = np.maximum.accumulate(np.where(new_block[starts], np.arange(len(starts)), 0))
        return cls(order, starts, run, first)

    def below(self, weights: Weights) -> Floats:
        """What lies below each item in its block, and half of what is equal."""
        runs = np.add.reduceat(weights[..., self.order], self.starts, axis=-1)
        before = np.cumsum(runs, axis=-1) - runs
        return np.asarray((before - before[..., self.first] + runs / 2)[..., self.run])
