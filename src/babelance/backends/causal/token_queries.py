"""`TokenLogprobs` for a causal language model: every token given the ones before it, whatever the query would hide.

With a contrast only the shared tokens are scored (mask="each") or only the others (mask="changed"); the tokens before
the first difference are equal on both sides and cancel. There is no attention worth showing: how much a token receives
depends on how many come after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.backends.causal.lines import Lines
from babelance.backends.causal.start import Start
from babelance.backends.transformers.texts import Texts
from babelance.core.answer_check import NOT_FINITE
from babelance.core.query import Answer, TokenLogprobs, Tokens, Unanswered
from babelance.text.align import shared_positions

Positions = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Pending:
    """A query whose lines are noted, and how to read its answer off."""

    answer: Callable[[Lines], Answer]


@dataclass(frozen=True, slots=True)
class Context:
    """What a model's tokenizer, its size and the choice of a start token decide for all queries."""

    texts: Texts
    start: Start
    limit: int | None

    def encode(self, text: str) -> list[int] | Unanswered:
        """The ids of a text, or why it cannot be read."""
        ids = self.texts.bare(text) if text.strip() else []
        if not ids:
            return Unanswered("empty text")
        if self.texts.unknown is not None and set(ids) == {self.texts.unknown}:
            return Unanswered("every token is unknown")
        return self.too_long(len(self.start.before(ids))) or ids

    def too_long(self, length: int) -> Unanswered | None:
        if self.limit is None or length <= self.limit:
            return None
        return Unanswered(f"longer than the model's limit of {self.limit} tokens")


WORDS = ("within-word", "whole-word")
NOTHING_HIDDEN = Unanswered("a model that reads from left to right hides no words")


def plan(query: TokenLogprobs, context: Context, lines: Lines) -> Pending | Unanswered:
    if query.mask in WORDS:
        return NOTHING_HIDDEN
    ids = context.encode(query.text)
    if isinstance(ids, Unanswered):
        return ids
    words = _scored_positions(query, ids, context)
    if isinstance(words, Unanswered):
        return words
    line = context.start.before(ids)
    positions = words + (len(line) - len(ids))
    positions = positions[positions > 0]
    if not len(positions):
        return Unanswered("only the first token could be scored, and nothing precedes it")
    number = lines.add(line, positions.tolist(), embed=query.embed)

    def answer(done: Lines) -> Answer:
        logprobs = done.logprobs(number, positions)
        if not np.isfinite(logprobs).all():
            return Unanswered(NOT_FINITE)
        return Tokens(
            tokens=context.texts.names([line[position] for position in positions]),
            positions=positions,
            logprobs=logprobs,
            length=len(ids),
            hits=done.hits(number, positions),
            embedding=done.embedding[number] if query.embed else None,
            causal=True,
        )

    return Pending(answer)


def _scored_positions(query: TokenLogprobs, ids: list[int], context: Context) -> Positions | Unanswered:
    """Which tokens of the text are scored."""
    everything = np.arange(len(ids), dtype=np.int32)
    if query.contrast is None or query.mask == "none":
        return everything
    other = context.encode(query.contrast)
    if isinstance(other, Unanswered):
        return other
    common = shared_positions(ids, other)[0] if query.text_is_first else shared_positions(other, ids)[1]
    if query.mask == "each":
        return common if len(common) else Unanswered("no shared tokens")
    changed = np.setdiff1d(everything, common)
    return changed if len(changed) else Unanswered("no modified tokens")
