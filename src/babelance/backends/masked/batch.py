"""The work of one window of queries: token sequences to read, and places in them to score. Equal work is there once.

A *row* is a token sequence. A *cell* is one number wanted of a row: the log-probability of a token at a position.
Queries note their rows and cells here and read the numbers off when the rows are done; a row that several queries
need (or several measures, or both sentences of a pair once their difference is hidden) is computed once.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int32]


class ScoringBatch:
    def __init__(self) -> None:
        self.rows: list[Ids] = []
        self.plain: list[bool] = []
        """plain: nothing is hidden in the row, and attention and embedding are wanted too."""
        self.specials: dict[int, NDArray[np.bool_]] = {}
        self.cells: list[dict[tuple[int, int], int]] = []
        self.done: list[bool] = []
        self.tokens = 0
        self._size = 0
        self._found: dict[tuple[bool, bytes], int] = {}
        self._logprobs = np.empty(0, np.float32)
        self._hits = np.empty(0, bool)
        self.attention: dict[int, NDArray[np.float32] | None] = {}
        self.embedding: dict[int, NDArray[np.float32]] = {}

    def row(self, ids: Ids) -> int:
        """The row with these ids (some of them masks)."""
        return self._row(ids, plain=False)

    def plain_row(self, ids: Ids, special: NDArray[np.bool_]) -> int:
        row = self._row(ids, plain=True)
        self.specials[row] = special
        return row

    def cell(self, row: int, position: int, token: int) -> int:
        """The cell for the log-probability of `token` at `position` of `row`."""
        cells = self.cells[row]
        key = (int(position), int(token))
        if key not in cells:
            cells[key] = self._size
            self._size += 1
            self.done[row] = False
        return cells[key]

    def cells_of(self, row: int, positions: Iterable[int], tokens: Iterable[int]) -> list[int]:
        return [self.cell(row, position, token) for position, token in zip(positions, tokens, strict=True)]

    def start(self) -> None:
        """Make room for the results; no cells are added after this."""
        self._logprobs = np.full(self._size, np.nan, np.float32)
        self._hits = np.zeros(self._size, bool)

    def write(self, cells: NDArray[np.int64], logprobs: NDArray[np.float32], hits: NDArray[np.bool_]) -> None:
        self._logprobs[cells] = logprobs
        self._hits[cells] = hits

    def logprobs(self, cells: list[int]) -> NDArray[np.float32]:
        return self._logprobs[cells]

    def hits(self, cells: list[int]) -> NDArray[np.bool_]:
        return self._hits[cells]

    def _row(self, ids: Ids, *, plain: bool) -> int:
        key = (plain, ids.tobytes())
        if key not in self._found:
            self._found[key] = len(self.rows)
            self.rows.append(ids)
            self.plain.append(plain)
            self.cells.append({})
            self.done.append(False)
            self.tokens += len(ids)
        return self._found[key]
