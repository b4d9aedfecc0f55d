"""Reads lines with a causal language model: as a prefix tree, in batches of its nodes; projects what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor

from babelance.backends.causal.attention import Parts
from babelance.backends.causal.blocks import key_places
from babelance.backends.causal.decoder import Decoder
from babelance.backends.causal.generation import Continuation, continuations
from babelance.backends.causal.lines import Ids, Lines
from babelance.backends.causal.tree import PrefixTree, tree_of
from babelance.backends.causal.vocabulary import STATES, token_logprobs
from babelance.backends.masked.runner import token_logprobs as logprobs_of_logits
from babelance.backends.transformers.leaning import Leaning
from babelance.backends.transformers.reading import give_back_memory
from babelance.backends.transformers.texts import batches, default_tokens, run_halving_on_low_memory

_PROJECTED = 4 * STATES
"""States that are projected at once: so many that it costs little to lay the vocabulary matrix out each time."""

Wanted = dict[int, list[tuple[int, int]]]
"""Token → the (line, position) it was asked for."""


class _Waiting(NamedTuple):
    """States that wait for the projection, and what is wanted of each."""

    states: Tensor
    wanted: list[Wanted]


class _Before(NamedTuple):
    """What is known of the ancestors of the node that is read next."""

    parts: Parts
    states: Tensor | None


class _Asked(NamedTuple):
    """What is asked of a node: tokens that may come next; and the lines that end here."""

    wanted: Wanted
    ends: list[int]


class Runner:
    """Splits the work into batches. What is read and how it is batched does not change the numbers."""

    def __init__(self, decoder: Decoder, *, batch_tokens: int | None = None, leaning: Leaning | None = None) -> None:
        self._decoder = decoder
        self._leaning = leaning
        self.batch_tokens = batch_tokens or _default_tokens(decoder.device.type)
        self._waiting: list[_Waiting] = []
        self._lines = Lines()
        self._before = _Before({}, None)
        self.nodes = 0
        """How many tokens were read, shared ones once."""

    def read(self, lines: Lines, report: Callable[[int], None] = lambda count: None) -> None:
        """Work through all lines; `report` hears how many are newly read."""
        lines.start()
        self._lines = lines
        parts = {number: self._read_part(number) for number in range(len(lines.ids))}
        in_tree = {number: ids for number, ids in parts.items() if ids and self._fits_tree(ids)}
        if in_tree:
            self._read_tree(in_tree, report)
        self._read_lines({number: ids for number, ids in parts.items() if ids and number not in in_tree}, report)
        self._project()
        self._before = _Before({}, None)

    def with_leaning(self, leaning: Leaning) -> Runner:
        """The same weights with a known bias."""
        return Runner(self._decoder, batch_tokens=self.batch_tokens, leaning=leaning)

    def generate(self, prompts: Sequence[Ids], *, most: Sequence[int], ends: Sequence[int]) -> list[Continuation]:
        """What the model goes on with after each prompt."""
        return continuations(self._decoder, prompts, most=most, ends=ends, batch_tokens=self.batch_tokens)

    # ── as a tree ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _fits_tree(self, ids: Ids) -> bool:
        limit = self._decoder.tree_limit
        return self._decoder.reads_trees and (limit is None or len(ids) <= limit)

    def _read_part(self, number: int) -> Ids:
        """The tokens that must be read: nothing comes after the last one, so it is scored only."""
        ids, wanted = self._lines.ids[number], self._lines.wanted[number]
        return ids if self._lines.embedded[number] else ids[: max(wanted, default=0)]

    def _read_tree(self, parts: Mapping[int, Ids], report: Callable[[int], None]) -> None:
        tree, self._before = tree_of(parts.items()), _Before({}, None)
        asked = self._asked_of(tree)
        work = partial(self._read_nodes, tree, asked)
        start = 0
        while start < len(tree):
            batch = range(start, start + _even_part(len(tree) - start, self.batch_tokens))
            largest = run_halving_on_low_memory(batch, work, name="text")
            if largest < len(batch):
                self.batch_tokens = largest
            start = batch.stop
            give_back_memory()
            report(sum(len(asked[node].ends) for node in batch if node in asked))

    def _asked_of(self, tree: PrefixTree) -> dict[int, _Asked]:
        asked: dict[int, _Asked] = {}
        for number, end in tree.ends.items():
            path, ids = tree.path(end), self._lines.ids[number]
            for position in self._lines.wanted[number]:
                wanted = asked.setdefault(path[position - 1], _Asked({}, [])).wanted
                wanted.setdefault(ids[position], []).append((number, position))
            asked.setdefault(end, _Asked({}, [])).ends.append(number)
        return asked

    def _read_nodes(self, tree: PrefixTree, asked: Mapping[int, _Asked], nodes: Sequence[int]) -> None:
        """Nodes that follow each other, after those that were read last."""
        start, end = nodes[0], nodes[-1] + 1
        states, parts = self._decoder.read(tree, start, end, self._before.parts)
        some = {node - start: asked[node] for node in nodes if node in asked}
        known = states if self._before.states is None else torch.cat([self._before.states, states])
        for node_asked in some.values():
            for number in node_asked.ends:
                if self._lines.embedded[number]:
                    self._embed(number, known[key_places(tree, tree.path(tree.ends[number]), start)])
        self._before = _Before(parts, known[key_places(tree, tree.before(end), start)])
        self.nodes += end - start
        self._wait(states, {offset: node_asked.wanted for offset, node_asked in some.items() if node_asked.wanted})

    # ── line by line ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_lines(self, parts: Mapping[int, Ids], report: Callable[[int], None]) -> None:
        numbers = list(parts)
        for batch in batches([len(ids) for ids in parts.values()], range(len(numbers)), tokens=self.batch_tokens):
            some = [numbers[index] for index in batch]
            run_halving_on_low_memory(
                some, lambda some: self._read_batch([parts[number] for number in some], some), name="text"
            )
            report(len(some))

    def _read_batch(self, parts: Sequence[Ids], numbers: Sequence[int]) -> None:
        ids = torch.tensor(parts, device=self._decoder.device)
        states = self._decoder.read_lines(ids)
        embedded = [row for row, number in enumerate(numbers) if self._lines.embedded[number]]
        hidden = self._decoder.hidden(ids[embedded]) if embedded and self._decoder.projection is None else None
        for row, number in enumerate(numbers):
            wanted: dict[int, Wanted] = {}
            for position in self._lines.wanted[number]:
                self._want(wanted, position - 1, number, position)
            self._wait(states[row], wanted)
        for index, row in enumerate(embedded):
            self._embed(numbers[row], states[row] if hidden is None else hidden[index])
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
        elif sum(len(waiting.wanted) for waiting in self._waiting) >= self._states_at_once:
            self._project(full_blocks=True)

    @property
    def _states_at_once(self) -> int:
        """How many states wait for each other. Offsets of a leaning are a table of places and tokens."""
        return STATES if self._leaning else _PROJECTED

    @torch.inference_mode()
    def _project(self, *, full_blocks: bool = False) -> None:
        """Score what waits; only whole blocks of it, and leave the others waiting, if there is more to come."""
        if not self._waiting:
            return
        states = torch.cat([waiting.states for waiting in self._waiting])
        wanted = [tokens for waiting in self._waiting for tokens in waiting.wanted]
        end = len(wanted) // self._states_at_once * self._states_at_once if full_blocks else len(wanted)
        self._waiting = [_Waiting(states[end:].clone(), wanted[end:])] if end < len(wanted) else []
        for start in range(0, end, self._states_at_once):
            run_halving_on_low_memory(
                range(start, min(end, start + self._states_at_once)),
                lambda some: self._score(states[some[0] : some[-1] + 1], wanted[some[0] : some[-1] + 1]),
                name="token",
            )

    def _score(self, states: Tensor, wanted: Sequence[Wanted]) -> None:
        asked = [(spot, token) for spot, tokens in enumerate(wanted) for token in tokens]
        spots, tokens = torch.tensor(asked, device=states.device).T
        filled = states.repeat(-(-_fewest() // len(states)), 1)
        offsets = self._leaning.offsets([*map(self._context, wanted)]) if self._leaning else None
        projection = self._decoder.projection
        if projection is None:
            logprobs, hits = logprobs_of_logits(filled, None, spots, tokens, offsets)
        else:
            logprobs, hits = token_logprobs(filled, projection, spots, tokens, offsets)
        for (spot, token), logprob, hit in zip(asked, logprobs.tolist(), hits.tolist(), strict=True):
            for number, position in wanted[spot][token]:
                self._lines.write(number, position, logprob, hit)

    def _context(self, wanted: Wanted) -> Ids:
        """What precedes a place; the same for all that is wanted of it."""
        number, position = next(iter(wanted.values()))[0]
        return self._lines.ids[number][:position]


def _default_tokens(device: str) -> int:
    """On a processor few enough that states stay in its cache and take little memory, and so many that the weights,
    which do not, are fetched seldom: with 768 of them a decoder is 4 % faster than with 384."""
    return default_tokens(device) * 3 // 4 if device == "cpu" else default_tokens(device)


def _even_part(count: int, most: int) -> int:
    """The first of parts of nearly equal size, none above `most`."""
    return -(-count // -(-count // most))


def _fewest() -> int:
    """The fewest lines of a matrix product whose rounding does not depend on their number (tried out with MKL)."""
    return 8 * torch.get_num_threads()
