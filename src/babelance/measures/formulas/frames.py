"""What groups add to the scores of sentences that differ in the group alone, beside what the sentences add.

    score = part of the frame + part of the group, fitted by least squares for any weighting of the items

Where every frame has every group, differences between the parts are those of plain means. Where frames lack some groups
(a limit, or a file of somebody's own), a group must not look harsh for the sentences that it happens to be in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.core.scored import Scores, Weights
from babelance.measures.formulas import mentions

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float64]
CELLS = 2**22
"""Frames times groups times weightings that are fitted together: 32 MB."""
RIDGE = 1e-10
"""Parts of groups are known but for a constant: the smallest of all that fit is taken."""


def parts_of_groups(scores: Scores, values: Floats) -> Statistic:
    """(..., groups) for any weighting of the items; NaN for a group without items."""
    cells = _Cells.of(scores)
    counted, summed = cells.table(np.ones(len(values))), cells.table(values)

    def parts(weights: Weights) -> Floats:
        rows = weights.reshape(-1, len(values))
        fits = [_fit(cells.sums(counted, chunk), cells.sums(summed, chunk)) for chunk in cells.chunks(rows)]
        return np.concatenate(fits).reshape(*weights.shape[:-1], cells.shape[1])

    return parts


def parts_of_rows(scores: Scores, rows: Floats) -> Floats:
    """The same of several rows of values, with every item counted once."""
    cells = _Cells.of(scores)
    counted = cells.table(np.ones(rows.shape[1]))
    counts = cells.sums(counted, np.ones((1, rows.shape[1])))
    return np.concatenate([_fit(counts, cells.sums(counted, chunk)) for chunk in cells.chunks(rows)])


@dataclass(frozen=True, eq=False)
class _Cells:
    """The frame and group of every item, as one number, and how many frames and groups there are."""

    cell: NDArray[np.intp]
    shape: tuple[int, int]

    @classmethod
    def of(cls, scores: Scores) -> _Cells:
        names, group = mentions.groups_of(scores)
        frame = np.empty(len(scores), dtype=np.intp)
        frames = mentions.frames_of(scores)
        for number, places in enumerate(frames):
            frame[places] = number
        return cls(frame * len(names) + group, (len(frames), len(names)))

    def table(self, values: Floats) -> csr_array:
        """Adds up weighted values in the cell of their frame and group."""
        from scipy.sparse import csr_array

        size = self.shape[0] * self.shape[1]
        return csr_array((values, (self.cell, np.arange(len(self.cell)))), shape=(size, len(self.cell)))

    def sums(self, table: csr_array, rows: Floats) -> Floats:
        """(rows, frames, groups)"""
        return np.asarray((table @ rows.T).T.reshape(-1, *self.shape))

    def chunks(self, rows: Floats) -> list[Floats]:
        return np.array_split(rows, max(1, len(rows) * self.shape[0] * self.shape[1] // CELLS))


def _fit(counts: Floats, sums: Floats) -> Floats:
    """From weightings x frames x groups to the parts of groups: the frames' are eliminated, the rest is solved."""
    of_frame = np.maximum(counts.sum(axis=2), np.finfo(float).tiny)[..., None]
    shares, of_group = (counts / of_frame).transpose(0, 2, 1), counts.sum(axis=1)
    identity = np.eye(counts.shape[2])
    left = of_group[:, None, :] * identity - shares @ counts
    left += (RIDGE * of_group.sum(axis=1) + (of_group.sum(axis=1) == 0))[:, None, None] * identity
    right = sums.sum(axis=1) - (shares @ sums.sum(axis=2)[..., None])[..., 0]
    return np.where(of_group > 0, np.linalg.solve(left, right[..., None])[..., 0], np.nan)
