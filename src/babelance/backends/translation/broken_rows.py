"""Which rows of a batch met something that is no number while they were translated.

Beam search goes on over such scores and writes words all the same, so that the words do not show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


class BrokenRows:
    """Looks at the scores of every step, as a processor of `generate` does, and changes nothing. A forbidden piece has
    −∞, which is no fault; a maximum that is no number, or beyond all of them, is one."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._broken = [False] * rows

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        best = scores.amax(dim=-1).view(self._rows, -1)
        self._broken = [old or new for old, new in zip(self._broken, (~best.isfinite()).any(1).tolist(), strict=True)]
        return scores

    def __getitem__(self, row: int) -> bool:
        return self._broken[row]
