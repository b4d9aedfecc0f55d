"""Reads lines with a causal language model: as a prefix tree, in batches of rows; projects what is asked, in blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from babelance.backends.causal.attention import Part, Tree
from babelance.backends.causal.decoder import Decoder
from babelance.backends.causal.lines import Ids, Lines
from babelance.backends.causal.tree import Row, rows_of
from babelance.backends.masked.runner import token_logprobs
from babelance.backends.transformers.leaning import Leaning
from babelance.backends.transformers.texts import batches, default_tokens, run_halving_on_low_memory

_PROJECTED = 512
"""States that are projected at once: enough to use the vocabulary matrix well each time it is fetched from memory."""

_STEP = 8
"""The number of nodes of a batch is filled up to a multiple of this."""

_SMALLEST_ROW = 16
"""Rows are filled up to so many places. Products of fewer than 8 are rounded in another way (tried out with MKL), and
the last bit of an answer would depend on what else is asked."""

Wanted = dict[int, list[tuple[int, int]]]
"""Token → the (line, position) it was asked for."""


class _Waiting(NamedTuple):
    """States that wait for the projection, and what is wanted of each."""

    states: Tensor
    wanted: list[Wanted]


class _Prefix(NamedTuple):
    ids: Ids
    parts: dict[int, Part]
    states: Tensor


class Runner:
    """Splits the work into batches. What is read and how it is batched does not change the numbers."""

    def __init__(self, decoder: Decoder, *, batch_tokens: int | None = None, leaning: Leaning | None = None) -> None:
        self._decoder = decoder
        self._leaning = leaning
        self.batch_tokens = batch_tokens or _default_tokens(decoder.device.type)
        self._waiting: list[_Waiting] = []
        self._lines = Lines()
        self._prefixes: list[_Prefix] = []
        self.nodes = 0
        """How many tokens were read, shared ones once."""

    def read(self, lines: Lines, report: Callable[[int], None] = lambda count: None) -> None:
        """Work through all lines; `report` hears how many are newly read."""
        lines.start()
        self._lines = lines
        parts = {number: self._read_part(number) for number in range(len(lines.ids))}
        in_tree = {number: ids for number, ids in parts.items() if ids and self._fits_tree(ids)}
        if in_tree:
            self._read_trees(in_tree, report)
        self._read_lines({number: ids for number, ids in parts.items() if ids and number not in in_tree}, report)
        self._project()
        self._prefixes.clear()

    def with_leaning(self, leaning: Leaning) -> Runner:
        """The same weights with a known bias."""
        return Runner(self._decoder, batch_tokens=self.batch_tokens, leaning=leaning)

    def generate(self, prompts: Sequence[Ids], *, most: Sequence[int], ends: Sequence[int]) -> list[tuple[Ids, bool]]:
        """What the model goes on with after each prompt, and whether it came to an end by itself."""
        found: dict[int, tuple[Ids, bool]] = {}

        def work(part: Sequence[int]) -> None:
            ids = torch.tensor([prompts[index] for index in part], device=self._decoder.device)
            longest = max(most[index] for index in part)
            rows = self._decoder.generate(ids, most=longest, ends=ends).tolist()
            found.update({index: _until_end(row, ends) for index, row in zip(part, rows, strict=True)})

        for batch in batches([len(prompt) for prompt in prompts], range(len(prompts)), tokens=self.batch_tokens):
            run_halving_on_low_memory(batch, work, name="text")
        return [found[index] for index in range(len(prompts))]

    # ── as a tree ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _fits_tree(self, ids: Ids) -> bool:
        limit = self._decoder.tree_limit
        return self._decoder.reads_trees and (limit is None or len(ids) <= limit)

    def _read_trees(self, parts: Mapping[int, Ids], report: Callable[[int], None]) -> None:
        by_prefix: dict[Ids, list[Row]] = {}
        for row in rows_of(list(parts.items())):
            by_prefix.setdefault(row.prefix, []).append(row)
        for prefix in sorted(by_prefix):
            rows = sorted(by_prefix[prefix], key=len, reverse=True)
            self._read_prefix(prefix, rows)
            for row in rows:
                if not len(row):
                    self._take(row, self._prefixes[-1].states[:0])
            for batch in _batches([row for row in rows if len(row)], self.batch_tokens):
                largest = run_halving_on_low_memory(batch, self._read_rows, name="text")
                if largest < len(batch):
                    self.batch_tokens = max(1, largest * len(batch[0]))
                report(sum(len(row.places) for row in batch))

    def _read_part(self, number: int) -> Ids:
        """The tokens that must be read: nothing comes after the last one, so it is scored only."""
        ids, wanted = self._lines.ids[number], self._lines.wanted[number]
        return ids if self._lines.embedded[number] else ids[: max(wanted, default=0)]

    def _read_prefix(self, ids: Ids, rows: Sequence[Row]) -> None:
        """Read a beginning, going on from the longest one that is still there."""
        while self._prefixes and self._prefixes[-1].ids != ids[: len(self._prefixes[-1].ids)]:
            self._prefixes.pop()
        if not ids:
            return
        known = self._prefixes[-1].ids if self._prefixes else ()
        if known != ids:
            new = torch.tensor(ids[len(known) :], device=self._decoder.device)
            parts, states = self._decoder.prefix(new, self._prefixes[-1].parts if known else {})
            before = [self._prefixes[-1].states] if known else []
            self._prefixes.append(_Prefix(ids, parts, torch.cat([*before, states])))
            self.nodes += len(new)
        wanted: dict[int, Wanted] = {}
        for number in dict.fromkeys(number for row in rows for number in row.places):
            for position in self._lines.wanted[number]:
                if position <= len(ids):
                    self._want(wanted, position - 1, number, position)
        self._wait(self._prefixes[-1].states, wanted)

    def _read_rows(self, rows: Sequence[Row]) -> None:
        """All nodes one after the other, with a few of no use at the end: products of few sizes are made ready."""
        count, size, known = sum(map(len, rows)), max(_SMALLEST_ROW, *map(len, rows)), len(rows[0].prefix)
        ids, positions, nodes = np.zeros((3, -(-count // _STEP) * _STEP), np.int64)
        places = np.zeros((len(rows), size), np.int64)
        seen = np.zeros((len(rows), size, size), bool)
        starts = [0, *np.cumsum([len(row) for row in rows]).tolist()]
        for number, (row, start, end) in enumerate(zip(rows, starts, starts[1:], strict=False)):
            ids[start:end], positions[start:end] = row.ids, row.depths
            nodes[start:end] = np.arange(len(row)) + number * size
            places[number, : len(row)] = np.arange(start, end)
            seen[number] = row.visible(size)
        device = self._decoder.device
        mask = self._decoder.mask(torch.from_numpy(seen), known)
        prefix = self._prefixes[-1].parts if known else {}
        tree = Tree(mask, torch.from_numpy(places).to(device), torch.from_numpy(nodes).to(device), prefix)
        states = self._decoder.read(torch.from_numpy(ids).to(device), torch.from_numpy(positions).to(device), tree)
        for row, start, end in zip(rows, starts, starts[1:], strict=False):
            self._take(row, states[start:end])
        self.nodes += count

    def _take(self, row: Row, states: Tensor) -> None:
        """Keep what is wanted of the states of a row."""
        wanted: dict[int, Wanted] = {}
        for number in row.places:
            for position in self._lines.wanted[number]:
                if (node := row.node(number, position - 1)) >= 0:
                    self._want(wanted, node, number, position)
            if self._lines.embedded[number]:
                self._embed(number, self._path(row, number, states))
        self._wait(states, wanted)

    def _path(self, row: Row, number: int, states: Tensor) -> Tensor:
        own = states[row.places[number]]
        return torch.cat([self._prefixes[-1].states, own]) if row.prefix else own

    # ── line by line ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_lines(self, parts: Mapping[int, Ids], report: Callable[[int], None]) -> None:
        numbers = list(parts)
        for batch in batches([len(ids) for ids in parts.values()], range(len(numbers)), tokens=self.batch_tokens):
            some = [numbers[place] for place in batch]
            run_halving_on_low_memory(
                some, lambda some: self._read_batch([parts[number] for number in some], some), name="text"
            )
            report(len(some))

    def _read_batch(self, parts: Sequence[Ids], numbers: Sequence[int]) -> None:
        ids = torch.tensor(parts, device=self._decoder.device)
        states = self._decoder.read_lines(ids)
        embedded = [place for place, number in enumerate(numbers) if self._lines.embedded[number]]
        hidden = self._decoder.hidden(ids[embedded]) if embedded and self._decoder.projection is None else None
        for place, number in enumerate(numbers):
            wanted: dict[int, Wanted] = {}
            for position in self._lines.wanted[number]:
                self._want(wanted, position - 1, number, position)
            self._wait(states[place], wanted)
        for index, place in enumerate(embedded):
            self._embed(numbers[place], states[place] if hidden is None else hidden[index])
        self.nodes += ids.numel()

    # ── projection ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _embed(self, number: int, states: Tensor) -> None:
        """The mean of the states of all tokens but the first, which is the start token."""
        self._lines.embedding[number] = states[1:].float().mean(dim=0).cpu().numpy()

    def _want(self, wanted: dict[int, Wanted], node: int, number: int, position: int) -> None:
        token = self._lines.ids[number][position]
        wanted.setdefault(node, {}).setdefault(token, []).append((number, position))

    def _wait(self, states: Tensor, wanted: dict[int, Wanted]) -> None:
        if wanted:
            self._waiting.append(_Waiting(states[list(wanted)], list(wanted.values())))
        if self._decoder.projection is None:
            self._project()
        elif sum(len(one.wanted) for one in self._waiting) >= _PROJECTED:
            self._project(full_blocks=True)

    @torch.inference_mode()
    def _project(self, *, full_blocks: bool = False) -> None:
        """Score what waits; only whole blocks of it, and leave the others waiting, if there is more to come."""
        if not self._waiting:
            return
        states = torch.cat([one.states for one in self._waiting])
        wanted = [one for waiting in self._waiting for one in waiting.wanted]
        end = len(wanted) // _PROJECTED * _PROJECTED if full_blocks else len(wanted)
        self._waiting = [_Waiting(states[end:].clone(), wanted[end:])] if end < len(wanted) else []
        for start in range(0, end, _PROJECTED):
            run_halving_on_low_memory(
                range(start, min(end, start + _PROJECTED)),
                lambda some: self._score(states[some[0] : some[-1] + 1], wanted[some[0] : some[-1] + 1]),
                name="token",
            )

    def _score(self, states: Tensor, wanted: Sequence[Wanted]) -> None:
        asked = [(spot, token) for spot, tokens in enumerate(wanted) for token in tokens]
        spots, tokens = torch.tensor(asked, device=states.device).T
        filled = states.repeat(-(-_fewest() // len(states)), 1)
        offsets = self._leaning.offsets([self._context(one) for one in wanted]) if self._leaning else None
        logprobs, hits = token_logprobs(filled, self._decoder.projection, spots, tokens, offsets)
        for (spot, token), logprob, hit in zip(asked, logprobs.tolist(), hits.tolist(), strict=True):
            for number, position in wanted[spot][token]:
                self._lines.write(number, position, logprob, hit)

    def _context(self, wanted: Wanted) -> Ids:
        """What precedes a place; the same for all that is wanted of it."""
        number, position = next(iter(wanted.values()))[0]
        return self._lines.ids[number][:position]


def _default_tokens(device: str) -> int:
    """On a processor few enough that states stay in its cache: a decoder's products are as fast with half of them."""
    return default_tokens(device) // 2 if device == "cpu" else default_tokens(device)


def _until_end(ids: Sequence[int], ends: Sequence[int]) -> tuple[Ids, bool]:
    for place, token in enumerate(ids):
        if token in ends:
            return tuple(ids[:place]), True
    return tuple(ids), False


def _batches(rows: Sequence[Row], tokens: int) -> list[list[Row]]:
    """Rows of nearly equal size (they come sorted) together."""
    found: list[list[Row]] = []
    for row in rows:
        if found and sum(map(len, found[-1])) + len(row) <= tokens and 2 * len(row) > len(found[-1][0]):
            found[-1].append(row)
        else:
            found.append([row])
    return found


def _fewest() -> int:
    """The fewest lines of a matrix product whose rounding does not depend on their number (tried out with MKL)."""
    return 8 * torch.get_num_threads()
