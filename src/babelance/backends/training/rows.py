"""Tokenised text on its way into training: flat files of sub-words, read through memory maps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Rows:
    """The sequences of one part: sub-word ids of all of them one after another, and where each one ends."""

    ids: NDArray[np.uint32]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, row: int) -> NDArray[np.int64]:
        start = self.ends[row - 1] if row else 0
        return self.ids[start : self.ends[row]].astype(np.int64)

    def lengths(self) -> NDArray[np.int64]:
        return np.diff(self.ends, prepend=0)
