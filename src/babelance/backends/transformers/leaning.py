"""A known bias for a language model: tokens become more likely beside those that they go with in some texts.

    log P'(t | context) = log P(t | context) + strength · s(t, context) − log Z

s(t, context) is the mean of how far t goes with the tokens of the context, weighted by how far that is: 1 where they
stand together only in texts of the first kind, −1 where only in texts of the second, 0 where as often in both. Z makes
probabilities sum to one. Weights are untouched, nothing is trained, and what was put in is known exactly: the odds of
two tokens of which one goes with the context and the other against it change by 2 · strength, in nats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from torch import Tensor

from babelance.core.errors import InputError

MOST_TOKENS = 12_000
"""Different tokens that may be told apart: the table of two by two has half a gigabyte then."""

Floats = NDArray[np.float32]
Context = Sequence[int] | NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Association:
    """How far tokens go together in texts of one kind rather than another: from −1 to 1, and the same both ways."""

    tokens: NDArray[np.int64]
    """Those that are in some text, sorted."""
    table: Floats

    @classmethod
    def of(cls, first: Sequence[Iterable[int]], second: Sequence[Iterable[int]]) -> Association:
        """From the tokens of texts of the first and of the second kind."""
        kinds = [[sorted({int(token) for token in text}) for text in texts] for texts in (first, second)]
        tokens = np.unique(np.asarray([token for texts in kinds for text in texts for token in text], np.int64))
        if len(tokens) > MOST_TOKENS:
            raise InputError(
                f"The texts have {len(tokens):,} different tokens, at most {MOST_TOKENS:,} can be told apart. "
                "Take fewer items with --limit."
            )
        here, there = (_shares_together(texts, tokens) for texts in kinds)
        total = here + there
        table = np.divide(here - there, total, out=np.zeros_like(total), where=total > 0)
        np.fill_diagonal(table, 0)
        return cls(tokens, table.astype(np.float32))

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.tokens.tobytes() + self.table.tobytes()).hexdigest()[:16]


def _shares_together(texts: Sequence[Sequence[int]], tokens: NDArray[np.int64]) -> NDArray[np.float64]:
    """In which share of the texts two tokens stand together."""
    places = [np.searchsorted(tokens, text) for text in texts]
    starts = np.cumsum([0, *map(len, places)])
    columns = np.concatenate(places) if places else np.empty(0, np.int64)
    there = csr_matrix((np.ones(len(columns)), columns, starts), shape=(len(texts), len(tokens)))
    return np.asarray((there.T @ there).toarray() / max(1, len(texts)))


class Offsets(NamedTuple):
    """What is added to the logits: a line for each place, a column for each of the tokens."""

    tokens: Tensor
    table: Tensor

    def add_to(self, logits: Tensor, word: int, line: int = 0) -> None:
        """To logits of the words from `word` on, whose first line is that of `line`; lines beyond the table stay."""
        columns = self.tokens.to(logits.device) - word
        inside = (columns >= 0) & (columns < logits.shape[1])
        table = self.table[line : line + len(logits)].to(logits.device)
        logits[: len(table), columns[inside]] += table[:, inside]


@dataclass(frozen=True, eq=False)
class Leaning:
    """An association at work, with a strength in nats."""

    association: Association
    strength: float

    def offsets(self, contexts: Sequence[Context]) -> Offsets:
        """One line for each context: the tokens that are seen when a token is foretold, itself left out."""
        weight, signed = self._weights
        lines = np.zeros((len(contexts), len(weight)), np.float32)
        for line, context in enumerate(contexts):
            seen = self._places(context)
            total = weight[seen].sum(axis=0)
            lines[line] = np.divide(signed[seen].sum(axis=0), total, out=lines[line], where=total > 0)
        return Offsets(torch.from_numpy(self.association.tokens), torch.from_numpy(self.strength * lines))

    @cached_property
    def _weights(self) -> tuple[Floats, Floats]:
        weight = np.abs(self.association.table)
        return weight, weight * self.association.table

    def _places(self, context: Context) -> NDArray[np.intp]:
        """Of the tokens of a context those that are known, each once."""
        wanted, known = np.unique(np.asarray(context, np.int64)), self.association.tokens
        places = np.searchsorted(known, wanted)
        inside = places < len(known)
        places, wanted = places[inside], wanted[inside]
        return np.asarray(places[known[places] == wanted], np.intp)
