"""Reads the rows of a sheet with a masked language model and writes the wanted numbers back, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from babelance.backends.masked.batch import ScoringBatch
from babelance.backends.masked.heads import EncoderAndHead
from babelance.backends.masked.projection import score
from babelance.backends.transformers.batching import batches, default_tokens, even_parts, run_halving_on_low_memory

_PROJECTED = 512
"""States that are projected at once: enough to use the vocabulary matrix well each time it is fetched from memory."""


class _PassKind(Enum):
    """Passes of different kinds, which are never in one batch."""

    PLAIN = "nothing hidden"
    CHOSEN = "the last layer at the hidden positions alone"
    WHOLE = "every layer at every position"


class _Waiting(NamedTuple):
    """States of a batch that wait for the projection; `spots[i]` = (row, position) of state i."""

    states: Tensor
    spots: list[tuple[int, int]]


class BatchRunner:
    """Splits the work into batches. What is read and how it is batched does not change the numbers."""

    def __init__(self, split: EncoderAndHead, *, batch_tokens: int | None = None) -> None:
        self._split = split
        self.batch_tokens = batch_tokens or default_tokens(split.device.type)
        self._waiting: list[_Waiting] = []

    def read(self, sheet: ScoringBatch) -> Iterator[int]:
        """Work through the sheet; yields the number of rows newly done whenever there are some."""
        lengths = [len(ids) for ids in sheet.rows]
        pending = [row for row in range(len(sheet.rows)) if not sheet.done[row]]
        sheet.start()
        for batch in self._order_rows(sheet, lengths, pending):
            self._read(sheet, batch)
            if self._enough():
                yield self._project(sheet)
        yield self._project(sheet)

    def _order_rows(self, sheet: ScoringBatch, lengths: Sequence[int], pending: Sequence[int]) -> list[list[int]]:
        ways = {row: self._way(sheet, row) for row in pending}
        groups = ([row for row in pending if ways[row] is way] for way in dict.fromkeys(ways.values()))
        parts = [part for group in groups for part in batches(lengths, group, tokens=self.batch_tokens)]
        return sorted(parts, key=lambda batch: batch[0])

    def _way(self, sheet: ScoringBatch, row: int) -> _PassKind:
        """How a row is read follows from the row alone: the ways differ in the last bit."""
        if sheet.plain[row]:
            return _PassKind.PLAIN
        few = min(self._split.max_positions, len(sheet.rows[row]) // 2)
        return _PassKind.CHOSEN if len(_positions(sheet, row)) <= few else _PassKind.WHOLE

    def _read(self, sheet: ScoringBatch, batch: Sequence[int]) -> None:
        ways = {
            _PassKind.PLAIN: self._read_plain,
            _PassKind.CHOSEN: self._read_chosen,
            _PassKind.WHOLE: self._read_masked,
        }
        work = ways[self._way(sheet, batch[0])]
        largest = run_halving_on_low_memory(batch, lambda part: work(sheet, part), name="text")
        if largest < len(batch):
            self.batch_tokens = max(1, largest * len(sheet.rows[batch[0]]))

    @torch.inference_mode()
    def _read_masked(self, sheet: ScoringBatch, batch: Sequence[int]) -> None:
        states = self._split.read(self._ids(sheet, batch))
        self._wait(sheet, batch, states)

    @torch.inference_mode()
    def _read_chosen(self, sheet: ScoringBatch, batch: Sequence[int]) -> None:
        """Fewer lines pass the last layer: they are made up to the number that a matrix product needs, too."""
        ids = self._ids(sheet, batch, fewest=-(-_fewest_rows() // self._split.max_positions))
        places = [_positions(sheet, row) for row in batch]
        count = max(*map(len, places), -(-_fewest_rows() // len(ids)))
        table = np.resize(np.stack([np.resize(place, count) for place in places]), (len(ids), count))
        states = self._split.read_at(ids, torch.from_numpy(table).to(ids.device))
        spots = [(row, column) for row, place in enumerate(places) for column in range(len(place))]
        named = [(row, position) for row, place in zip(batch, places, strict=True) for position in place]
        self._put_aside(states, spots, named)

    @torch.inference_mode()
    def _read_plain(self, sheet: ScoringBatch, batch: Sequence[int]) -> None:
        found = self._split.read_plain(self._ids(sheet, batch))
        hidden = found.hidden.float().cpu().numpy()
        attention = None if found.attention is None else found.attention.cpu().numpy()
        for place, row in enumerate(batch):
            words = ~sheet.specials[row]
            sheet.embedding[row] = hidden[place, words].mean(axis=0)
            sheet.attention[row] = None if attention is None else attention[place].copy()
        self._wait(sheet, batch, found.states)

    def _ids(self, sheet: ScoringBatch, batch: Sequence[int], *, fewest: int = 1) -> Tensor:
        """The batch, filled up with copies where matrix products would round by the number of rows (see `_filled`)."""
        rows = np.stack([sheet.rows[row] for row in batch]).astype(np.int64)
        count = max(fewest, _rows_with_fillers(*rows.shape))
        return torch.from_numpy(np.resize(rows, (count, rows.shape[1]))).to(self._split.device)

    def _wait(self, sheet: ScoringBatch, batch: Sequence[int], states: Tensor) -> None:
        spots = [(place, position) for place, row in enumerate(batch) for position in _positions(sheet, row)]
        self._put_aside(states, spots, [(batch[place], position) for place, position in spots])

    def _put_aside(self, states: Tensor, spots: list[tuple[int, int]], named: list[tuple[int, int]]) -> None:
        """Keep the states at `spots` for the projection, under the names (row, position)."""
        if spots:
            index = torch.tensor(spots, device=states.device)
            self._waiting.append(_Waiting(states[index[:, 0], index[:, 1]], named))

    def _enough(self) -> bool:
        return self._split.decoder is None or sum(len(waiting.spots) for waiting in self._waiting) >= _PROJECTED

    @torch.inference_mode()
    def _project(self, sheet: ScoringBatch) -> int:
        """Project what waits and mark its rows as done; returns how many rows that were."""
        if not self._waiting:
            return 0
        states = torch.cat([waiting.states for waiting in self._waiting])
        spots = [spot for waiting in self._waiting for spot in waiting.spots]
        self._waiting.clear()
        for part in even_parts(range(len(spots)), 2 * _PROJECTED):
            run_halving_on_low_memory(
                part, lambda some: self._score(sheet, states[some], [spots[i] for i in some]), name="token"
            )
        rows = {row for row, _ in spots}
        for row in rows:
            sheet.done[row] = True
        return len(rows)

    def _score(self, sheet: ScoringBatch, states: Tensor, spots: Sequence[tuple[int, int]]) -> None:
        copies = -(-_fewest_rows() // len(spots))
        table = _cells_at(sheet, spots)
        spot, token = (torch.from_numpy(table[:, column]).to(states.device) for column in (0, 1))
        features = self._split.features(states.repeat(copies, 1))
        logprobs, hits = score(features, self._split.decoder, spot, token)
        sheet.write(table[:, 2], logprobs.cpu().numpy(), hits.cpu().numpy())


def _positions(sheet: ScoringBatch, row: int) -> list[int]:
    return sorted({position for position, _ in sheet.cells[row]})


def _cells_at(sheet: ScoringBatch, spots: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """One line for each cell at these spots: index of the spot, token, cell."""
    at = {spot: index for index, spot in enumerate(spots)}
    rows = dict.fromkeys(row for row, _ in spots)
    lines = [
        (at[row, position], token, cell)
        for row in rows
        for (position, token), cell in sheet.cells[row].items()
        if (row, position) in at
    ]
    return np.asarray(lines, np.int64)


def _rows_with_fillers(rows: int, length: int) -> int:
    """How many rows to read instead of `rows`, so that each is rounded as in any other batch."""
    return max(rows, -(-_fewest_rows() // length))


def _fewest_rows() -> int:
    """The fewest lines of a matrix product whose rounding does not depend on their number (tried out with MKL)."""
    return 8 * torch.get_num_threads()
