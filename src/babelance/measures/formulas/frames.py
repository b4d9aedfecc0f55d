"""What groups add to the scores of sentences that differ in the group alone, beside what the sentences add.

    score = part of the frame + part of the group, fitted by least squares for any weighting of the items

Where every frame has every group, differences between the parts are those of plain means. Where frames lack some groups
(a limit, or a file of somebody's own), a group must not look harsh for the sentences that it happens to be in.
"""

from __future__ import annotations

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
    """(..., groups); NaN for a group without items."""
    names, group = mentions.groups_of(scores)
    frame = np.empty(len(scores), dtype=np.intp)
    frames = mentions.frames_of(scores)
    for number, places in enumerate(frames):
        frame[places] = number
    shape = len(frames), len(names)
    counted, summed = (_into_cells(frame * len(names) + group, some, shape) for some in (np.ones(len(values)), values))

    def parts(weights: Weights) -> Floats:
        rows = weights.reshape(-1, len(values))
        chunks = np.array_split(rows, max(1, len(rows) * shape[0] * shape[1] // CELLS))
        fits = [_fit(*((table @ chunk.T).T.reshape(-1, *shape) for table in (counted, summed))) for chunk in chunks]
        return np.concatenate(fits).reshape(*weights.shape[:-1], len(names))

    return parts


def _into_cells(cells: NDArray[np.intp], values: Floats, shape: tuple[int, int]) -> csr_array:
    """A table that adds up weighted values in the cell of their frame and group."""
    from scipy.sparse import csr_array

    return csr_array((values, (cells, np.arange(len(cells)))), shape=(shape[0] * shape[1], len(cells)))


def _fit(counts: Floats, sums: Floats) -> Floats:
    """From weightings x frames x groups to the parts of groups: the frames' are eliminated, the rest is solved."""
    of_frame = np.maximum(counts.sum(axis=2), np.finfo(float).tiny)[..., None]
    shares, of_group = (counts / of_frame).transpose(0, 2, 1), counts.sum(axis=1)
    identity = np.eye(counts.shape[2])
    left = of_group[:, None, :] * identity - shares @ counts
    left += (RIDGE * of_group.sum(axis=1) + (of_group.sum(axis=1) == 0))[:, None, None] * identity
    right = sums.sum(axis=1) - (shares @ sums.sum(axis=2)[..., None])[..., 0]
    return np.where(of_group > 0, np.linalg.solve(left, right[..., None])[..., 0], np.nan)
