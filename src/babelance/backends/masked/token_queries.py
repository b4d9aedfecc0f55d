"""`TokenLogprobs` for a masked language model: which rows and cells a query needs, and the answer made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.backends.masked.batch import ScoringBatch
from babelance.backends.transformers.tokenizing import Encoded, Texts
from babelance.core.query import Answer, TokenLogprobs, Tokens, Unanswered
from babelance.text.align import shared_word_positions

Positions = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """A query whose work is on the sheet: the rows it waits for, and how to read its answer off."""

    rows: tuple[int, ...]
    answer: Callable[[ScoringBatch], Answer]


@dataclass(frozen=True, slots=True)
class QueryContext:
    """What a model's tokenizer and size decide for all queries."""

    texts: Texts
    mask: int
    limit: int | None

    def too_long(self, length: int) -> Unanswered | None:
        if self.limit is None or length <= self.limit:
            return None
        return Unanswered(f"longer than the model's limit of {self.limit} tokens")

    def hide(self, ids: NDArray[np.int32], positions: Positions | int) -> NDArray[np.int32]:
        hidden = ids.copy()
        hidden[positions] = self.mask
        return hidden


def plan_rows(query: TokenLogprobs, rules: QueryContext, sheet: ScoringBatch) -> PendingAnswer | Unanswered:
    text = rules.texts.get(query.text)
    if reason := _reason_unusable(text, rules):
        return reason
    if query.mask == "none":
        return _plan_plain(query, text, rules, sheet)
    common = _shared_positions(query, text, rules)
    if isinstance(common, Unanswered):
        return common
    return _plan_each(text, common, rules, sheet) if query.mask == "each" else _plan_changed(text, common, rules, sheet)


def _reason_unusable(text: Encoded, rules: QueryContext) -> Unanswered | None:
    words = text.ids[text.words]
    if not len(words):
        return Unanswered("empty text")
    if rules.texts.unknown is not None and np.all(words == rules.texts.unknown):
        return Unanswered("every token is unknown")
    return rules.too_long(len(text.ids))


def _shared_positions(query: TokenLogprobs, text: Encoded, rules: QueryContext) -> Positions | Unanswered:
    """Positions of the tokens that `text` shares with the contrast; all of them if there is none."""
    if query.contrast is None:
        return text.words
    other = rules.texts.get(query.contrast)
    if reason := rules.too_long(len(other.ids)):
        return reason
    first, second = (text, other) if query.text_is_first else (other, text)
    found = shared_word_positions(first.ids.tolist(), second.ids.tolist(), first.special, second.special)
    return found[0 if query.text_is_first else 1]


def _plan_each(
    text: Encoded, positions: Positions, rules: QueryContext, sheet: ScoringBatch
) -> PendingAnswer | Unanswered:
    if not len(positions):
        return Unanswered("no shared tokens")
    gold = text.ids[positions]
    rows = [sheet.row(rules.hide(text.ids, position)) for position in positions]
    cells = [sheet.cell(row, position, token) for row, position, token in zip(rows, positions, gold, strict=True)]
    return PendingAnswer(
        tuple(rows), lambda done: _tokens(text, positions, rules, done.logprobs(cells), done.hits(cells))
    )


def _plan_changed(
    text: Encoded, common: Positions, rules: QueryContext, sheet: ScoringBatch
) -> PendingAnswer | Unanswered:
    changed = np.setdiff1d(text.words, common)
    if not len(changed):
        return Unanswered("no modified tokens")
    row = sheet.row(rules.hide(text.ids, changed))
    gold, size = text.ids[changed], len(changed)
    crossed = sheet.cells_of(row, np.repeat(changed, size), np.tile(gold, size))

    def answer(done: ScoringBatch) -> Answer:
        table = done.logprobs(crossed).reshape(size, size)
        own = [crossed[index * size + index] for index in range(size)]
        mean = table.mean(axis=0, dtype=np.float64).astype(np.float32)
        return _tokens(text, changed, rules, done.logprobs(own), done.hits(own), crossed=mean)

    return PendingAnswer((row,), answer)


def _plan_plain(query: TokenLogprobs, text: Encoded, rules: QueryContext, sheet: ScoringBatch) -> PendingAnswer:
    positions = text.words
    row = sheet.plain_row(text.ids, text.special)
    cells = sheet.cells_of(row, positions, text.ids[positions])

    def answer(done: ScoringBatch) -> Answer:
        received = done.attention[row]
        attention = None if received is None else received[positions]
        embedding = done.embedding[row] if query.embed else None
        values, hits = done.logprobs(cells), done.hits(cells)
        return _tokens(text, positions, rules, values, hits, attention=attention, embedding=embedding)

    return PendingAnswer((row,), answer)


def _tokens(
    text: Encoded,
    positions: Positions,
    rules: QueryContext,
    logprobs: NDArray[np.float32],
    hits: NDArray[np.bool_],
    *,
    attention: NDArray[np.float32] | None = None,
    crossed: NDArray[np.float32] | None = None,
    embedding: NDArray[np.float32] | None = None,
) -> Tokens:
    return Tokens(
        tokens=rules.texts.names(text.ids[positions]),
        positions=positions.astype(np.int32),
        logprobs=logprobs,
        length=len(text.words),
        hits=hits,
        attention=attention,
        mean_over_masks=crossed,
        embedding=embedding,
    )
