"""Reads the rows of a batch with a masked language model and writes down the wanted numbers.

Rows of equal length go through the network together. Their states wait until there are enough for the vocabulary, which
is then worked through in tiles: a tile of logits stays in the processor's cache while its maximum and its sum of
exponentials are taken; 512 states on 250,002 words would otherwise be half a gigabyte, written and read several times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from babelance.backends.masked.queries import Readings, ScoringBatch
from babelance.backends.transformers.leaning import Leaning, Offsets
from babelance.backends.transformers.network import Decoder, EncoderAndHead, linear
from babelance.backends.transformers.texts import batches, default_tokens, even_parts, run_halving_on_low_memory

_PROJECTED = 512
"""States that are projected at once: enough to use the vocabulary matrix well each time it is fetched from memory."""
TILE = 2048
"""Words at a time. The same for any number of states: the order of summing decides the last bit."""


class _PassKind(Enum):
    """Passes of different kinds, which are never in one batch."""

    PLAIN = "nothing hidden"
    CHOSEN = "the last layer at the hidden positions alone"
    WHOLE = "every layer at every position"


class _Waiting(NamedTuple):
    """States of some rows that wait for the projection; `spots[i]` = (row, position) of state i."""

    states: Tensor
    spots: list[tuple[int, int]]


class BatchRunner:
    """Splits the work into passes. What is read together does not change the numbers."""

    def __init__(
        self, network: EncoderAndHead, *, batch_tokens: int | None = None, leaning: Leaning | None = None
    ) -> None:
        self._network = network
        self._leaning = leaning
        self.batch_tokens = batch_tokens or default_tokens(network.device.type)

    def with_leaning(self, leaning: Leaning) -> BatchRunner:
        """The same weights with a known bias."""
        return BatchRunner(self._network, batch_tokens=self.batch_tokens, leaning=leaning)

    def read(self, batch: ScoringBatch, readings: Readings) -> Iterator[int]:
        """Work through the batch; yields the number of rows newly done whenever there are some."""
        waiting: list[_Waiting] = []
        for rows in self._passes(batch):
            waiting += self._read_rows(batch, rows, readings)
            if self._network.decoder is None or sum(len(some.spots) for some in waiting) >= _PROJECTED:
                yield self._project(batch, waiting, readings)
                waiting = []
        yield self._project(batch, waiting, readings)

    def _passes(self, batch: ScoringBatch) -> list[list[int]]:
        """Rows of one kind and length, first needed first."""
        lengths = [len(ids) for ids in batch.rows]
        kinds = [self._kind(batch, row) for row in range(len(lengths))]
        groups = ([row for row, its in enumerate(kinds) if its is kind] for kind in dict.fromkeys(kinds))
        parts = [part for group in groups for part in batches(lengths, group, tokens=self.batch_tokens)]
        return sorted(parts, key=lambda rows: rows[0])

    def _kind(self, batch: ScoringBatch, row: int) -> _PassKind:
        """How a row is read follows from the row alone: the kinds differ in the last bit."""
        if row in batch.specials:
            return _PassKind.PLAIN
        few = min(self._network.max_positions, len(batch.rows[row]) // 2)
        return _PassKind.CHOSEN if len(batch.positions(row)) <= few else _PassKind.WHOLE

    def _read_rows(self, batch: ScoringBatch, rows: Sequence[int], readings: Readings) -> list[_Waiting]:
        kind, waiting = self._kind(batch, rows[0]), list[_Waiting]()

        def read(part: Sequence[int]) -> None:
            if kind is _PassKind.PLAIN:
                waiting.append(self._read_plain(batch, part, readings))
            else:
                waiting.append((self._read_chosen if kind is _PassKind.CHOSEN else self._read_whole)(batch, part))

        largest = run_halving_on_low_memory(rows, read, name="text")
        if largest < len(rows):
            self.batch_tokens = max(1, largest * len(batch.rows[rows[0]]))
        return waiting

    @torch.inference_mode()
    def _read_whole(self, batch: ScoringBatch, rows: Sequence[int]) -> _Waiting:
        return _states_at_cells(batch, rows, self._network.read(self._ids(batch, rows)))

    @torch.inference_mode()
    def _read_chosen(self, batch: ScoringBatch, rows: Sequence[int]) -> _Waiting:
        """Fewer lines pass the last layer: they are made up to the number that a matrix product needs, too."""
        ids = self._ids(batch, rows, fewest=-(-_fewest_lines() // self._network.max_positions))
        positions = [batch.positions(row) for row in rows]
        count = max(*map(len, positions), -(-_fewest_lines() // len(ids)))
        table = np.resize(np.stack([np.resize(own, count) for own in positions]), (len(ids), count))
        states = self._network.read_at(ids, torch.from_numpy(table).to(ids.device))
        at = [(line, column) for line, own in enumerate(positions) for column in range(len(own))]
        spots = [(row, position) for row, own in zip(rows, positions, strict=True) for position in own]
        return _pick(states, at, spots)

    @torch.inference_mode()
    def _read_plain(self, batch: ScoringBatch, rows: Sequence[int], readings: Readings) -> _Waiting:
        given = self._network.read_plain(self._ids(batch, rows))
        hidden = given.hidden.float().cpu().numpy()
        attention = None if given.attention is None else given.attention.cpu().numpy()
        for line, row in enumerate(rows):
            words = ~batch.specials[row]
            readings.embedding[row] = hidden[line, words].mean(axis=0)
            readings.attention[row] = None if attention is None else attention[line].copy()
        return _states_at_cells(batch, rows, given.states)

    def _ids(self, batch: ScoringBatch, rows: Sequence[int], *, fewest: int = 1) -> Tensor:
        """The rows, filled up with copies where matrix products would round by their number (`_fewest_lines`)."""
        ids = np.stack([batch.rows[row] for row in rows]).astype(np.int64)
        count = max(fewest, len(ids), -(-_fewest_lines() // ids.shape[1]))
        return torch.from_numpy(np.resize(ids, (count, ids.shape[1]))).to(self._network.device)

    @torch.inference_mode()
    def _project(self, batch: ScoringBatch, waiting: Sequence[_Waiting], readings: Readings) -> int:
        """Project what waits and mark its rows as done; returns how many rows that were."""
        if not waiting:
            return 0
        states = torch.cat([some.states for some in waiting])
        spots = [spot for some in waiting for spot in some.spots]

        def score(part: Sequence[int]) -> None:
            self._score(batch, states[part], [spots[number] for number in part], readings)

        for part in even_parts(range(len(spots)), 2 * _PROJECTED):
            run_halving_on_low_memory(part, score, name="token")
        rows = {row for row, _ in spots}
        for row in rows:
            readings.done[row] = True
        return len(rows)

    def _score(self, batch: ScoringBatch, states: Tensor, spots: Sequence[tuple[int, int]], readings: Readings) -> None:
        copies = -(-_fewest_lines() // len(spots))
        table = _cells_at(batch, spots)
        spot, token = (torch.from_numpy(table[:, column]).to(states.device) for column in (0, 1))
        features = self._network.features(states.repeat(copies, 1))
        contexts = (_context(batch, row, position) for row, position in spots)
        offsets = self._leaning.offsets([*contexts]) if self._leaning else None
        logprobs, hits = token_logprobs(features, self._network.decoder, spot, token, offsets)
        readings.write(table[:, 2], logprobs.cpu().numpy(), hits.cpu().numpy())


def _context(batch: ScoringBatch, row: int, position: int) -> NDArray[np.int32]:
    """What is seen at a place: all other tokens of the row."""
    return np.delete(batch.rows[row], position)


def token_logprobs(
    features: Tensor, decoder: Decoder | None, spots: Tensor, tokens: Tensor, offsets: Offsets | None = None
) -> tuple[Tensor, Tensor]:
    """For each pair of a spot (a line of `features`) and a token: its log-probability, and whether none is likelier.

    Without a decoder, the features are logits. `offsets` are added to the logits of the first lines. Sums are kept in
    float32 and relative to the largest logit so far, whatever the number format of the model.
    """
    words = (features if decoder is None else decoder.weight).shape[-1 if decoder is None else 0]
    top = torch.full((len(features),), float("-inf"), device=features.device)
    total = torch.zeros_like(top)
    scores = torch.empty(len(tokens), device=features.device)
    for start in range(0, words, TILE):
        logits = _tile(features, decoder, start)
        if offsets is not None:
            offsets.add_to(logits, start)
        inside = (tokens >= start) & (tokens < start + TILE)
        scores[inside] = logits[spots[inside], tokens[inside] - start]
        higher = torch.maximum(top, logits.amax(dim=-1))
        total = total * torch.exp(top - higher) + logits.sub_(higher[:, None]).exp_().sum(dim=-1)
        top = higher
    return scores - (top + torch.log(total))[spots], scores == top[spots]


def _tile(features: Tensor, decoder: Decoder | None, start: int) -> Tensor:
    """Float32 logits of the words from `start` on; the caller may overwrite them."""
    if decoder is None:
        return features[:, start : start + TILE].to(torch.float32, copy=True)
    bias = None if decoder.bias is None else decoder.bias[start : start + TILE]
    return linear(features, decoder.weight[start : start + TILE], bias).float()


def _states_at_cells(batch: ScoringBatch, rows: Sequence[int], states: Tensor) -> _Waiting:
    at = [(line, position) for line, row in enumerate(rows) for position in batch.positions(row)]
    return _pick(states, at, [(rows[line], position) for line, position in at])


def _pick(states: Tensor, at: Sequence[tuple[int, int]], spots: list[tuple[int, int]]) -> _Waiting:
    """The states at these places of (line, column), under their names (row, position)."""
    index = torch.tensor(at, device=states.device)
    return _Waiting(states[index[:, 0], index[:, 1]], spots)


def _cells_at(batch: ScoringBatch, spots: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """One line for each cell at these spots: index of the spot, token, cell."""
    at = {spot: index for index, spot in enumerate(spots)}
    rows = dict.fromkeys(row for row, _ in spots)
    lines = [
        (at[row, position], token, cell)
        for row in rows
        for (position, token), cell in batch.cells[row].items()
        if (row, position) in at
    ]
    return np.asarray(lines, np.int64)


def _fewest_lines() -> int:
    """The fewest lines of a matrix product whose rounding does not depend on their number (tried out with MKL)."""
    return 8 * torch.get_num_threads()
