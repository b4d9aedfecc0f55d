"""The work of one window of queries: token sequences to read from left to right, and the tokens in them to score.

A *line* is the ids of one text after its start token. A line that several queries need is there once. What is wanted of
a line are the log-probabilities of some of its tokens, each given the ones before it, and now and then its embedding.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Ids = tuple[int, ...]


class Lines:
    """Lines by number, what is wanted of each, and what was found."""

    def __init__(self) -> None:
        self.ids: list[Ids] = []
        self.wanted: list[set[int]] = []
        """Positions whose token is scored; never 0, which nothing precedes."""
        self.embedded: list[bool] = []
        self.embedding: dict[int, NDArray[np.float32]] = {}
        self.tokens = 0
        self._number: dict[Ids, int] = {}
        self._scores: list[tuple[NDArray[np.float32], NDArray[np.bool_]]] = []

    def add(self, ids: Ids, positions: Iterable[int], *, embed: bool = False) -> int:
        """The number of the line with these ids; the positions are wanted, too."""
        if ids not in self._number:
            self._number[ids] = len(self.ids)
            self.ids.append(ids)
            self.wanted.append(set())
            self.embedded.append(False)
            self.tokens += len(ids)
        number = self._number[ids]
        self.wanted[number].update(positions)
        self.embedded[number] |= embed
        return number

    def start(self) -> None:
        """Make room for the results; nothing is added after this."""
        self._scores = [(np.full(len(ids), np.nan, np.float32), np.zeros(len(ids), bool)) for ids in self.ids]

    def write(self, number: int, position: int, logprob: float, hit: bool) -> None:
        logprobs, hits = self._scores[number]
        logprobs[position], hits[position] = logprob, hit

    def logprobs(self, number: int, positions: NDArray[np.int32] | slice = slice(None)) -> NDArray[np.float32]:
        return self._scores[number][0][positions]

    def hits(self, number: int, positions: NDArray[np.int32] | slice = slice(None)) -> NDArray[np.bool_]:
        return self._scores[number][1][positions]
