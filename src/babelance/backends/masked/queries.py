"""What a window of queries needs of a masked language model: rows to read and cells to score, each there once.

A *row* is a token sequence. A *cell* is one number wanted of a row: the log-probability of a token at a position.
Queries note their rows and cells in a `ScoringBatch` and read the numbers off the `Readings` when the rows are done; a
row that several queries need (or several measures, or both sentences of a pair once their difference is hidden) is
computed once. `TokenLogprobs` is planned here, `Fill` in `fill_queries`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.backends.transformers.texts import Encoded, Texts
from babelance.core.query import Answer, TokenLogprobs, Tokens, Unanswered
from babelance.text.align import shared_word_positions
from babelance.text.word_of_token import word_of_token

Ids = NDArray[np.int32]
Positions = NDArray[np.int32]


class ScoringBatch:
    """Rows and cells, which queries only ever add to. What is read of them goes to `Readings`."""

    def __init__(self) -> None:
        self.rows: list[Ids] = []
        self.specials: dict[int, NDArray[np.bool_]] = {}
        """Which tokens are special, of rows in which nothing is hidden and whose attention and embedding are wanted."""
        self.cells: list[dict[tuple[int, int], int]] = []
        """For each row: (position, token) → number of the cell."""
        self.tokens = 0
        self.size = 0
        self._known: dict[tuple[bool, bytes], int] = {}

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
            cells[key] = self.size
            self.size += 1
        return cells[key]

    def cells_of(self, row: int, positions: Iterable[int], tokens: Iterable[int]) -> list[int]:
        return [self.cell(row, position, token) for position, token in zip(positions, tokens, strict=True)]

    def positions(self, row: int) -> list[int]:
        """Where the row has cells."""
        return sorted({position for position, _ in self.cells[row]})

    def _row(self, ids: Ids, *, plain: bool) -> int:
        key = (plain, ids.tobytes())
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(ids)
            self.cells.append({})
            self.tokens += len(ids)
        return self._known[key]


class Readings:
    """The numbers of a batch, as far as its rows are done."""

    def __init__(self, batch: ScoringBatch) -> None:
        self.done = [False] * len(batch.rows)
        self.attention: dict[int, NDArray[np.float32] | None] = {}
        self.embedding: dict[int, NDArray[np.float32]] = {}
        self._logprobs = np.full(batch.size, np.nan, np.float32)
        self._hits = np.zeros(batch.size, bool)

    def write(self, cells: NDArray[np.int64], logprobs: NDArray[np.float32], hits: NDArray[np.bool_]) -> None:
        self._logprobs[cells] = logprobs
        self._hits[cells] = hits

    def logprobs(self, cells: list[int]) -> NDArray[np.float32]:
        return self._logprobs[cells]

    def hits(self, cells: list[int]) -> NDArray[np.bool_]:
        return self._hits[cells]


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """A query whose rows and cells are in the batch: the rows it waits for, and how its answer is read off."""

    rows: tuple[int, ...]
    answer: Callable[[Readings], Answer]


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


def plan_tokens(query: TokenLogprobs, context: QueryContext, batch: ScoringBatch) -> PendingAnswer | Unanswered:
    text = context.texts.get(query.text)
    if reason := _reason_unusable(text, context):
        return reason
    if query.mask == "none":
        return _plan_plain(query, text, context, batch)
    common = _shared_positions(query, text, context)
    if isinstance(common, Unanswered):
        return common
    if query.mask == "changed":
        return _plan_changed(text, common, context, batch)
    if query.mask == "each":
        return _plan_each(text, common, context, batch)
    hidden = _hidden_with(query, text, common)
    return hidden if isinstance(hidden, Unanswered) else _plan_each(text, common, context, batch, hidden)


def _reason_unusable(text: Encoded, context: QueryContext) -> Unanswered | None:
    words = text.ids[text.words]
    if not len(words):
        return Unanswered("empty text")
    if context.texts.unknown is not None and np.all(words == context.texts.unknown):
        return Unanswered("every token is unknown")
    return context.too_long(len(text.ids))


def _shared_positions(query: TokenLogprobs, text: Encoded, context: QueryContext) -> Positions | Unanswered:
    """Positions of the tokens that `text` shares with the contrast; all of them if there is none."""
    if query.contrast is None:
        return text.words
    other = context.texts.get(query.contrast)
    if reason := context.too_long(len(other.ids)):
        return reason
    first, second = (text, other) if query.text_is_first else (other, text)
    both = shared_word_positions(first.ids.tolist(), second.ids.tolist(), first.special, second.special)
    return both[0 if query.text_is_first else 1]


def _hidden_with(query: TokenLogprobs, text: Encoded, positions: Positions) -> list[Positions] | Unanswered:
    """For each of these tokens: itself and the other pieces of its word, the later ones or all."""
    if text.offsets is None:
        return Unanswered("the tokenizer does not say where its tokens stand in a text, so words are not known")
    word = word_of_token(query.text, text.offsets)
    same = [text.words[word[text.words] == word[position]] for position in positions]
    if query.mask == "whole-word":
        return same
    return [pieces[pieces >= position] for pieces, position in zip(same, positions, strict=True)]


def _plan_each(
    text: Encoded,
    positions: Positions,
    context: QueryContext,
    batch: ScoringBatch,
    hidden: Sequence[Positions] | None = None,
) -> PendingAnswer | Unanswered:
    """`hidden`: what is hidden for each of these tokens, if it is more than the token itself."""
    if not len(positions):
        return Unanswered("no shared tokens")
    gold = text.ids[positions]
    rows = [batch.row(context.hide(text.ids, some)) for some in hidden or positions]
    cells = [batch.cell(row, position, token) for row, position, token in zip(rows, positions, gold, strict=True)]
    return PendingAnswer(
        tuple(rows), lambda done: _tokens(text, positions, context, done.logprobs(cells), done.hits(cells))
    )


def _plan_changed(
    text: Encoded, common: Positions, context: QueryContext, batch: ScoringBatch
) -> PendingAnswer | Unanswered:
    changed = np.setdiff1d(text.words, common)
    if not len(changed):
        return Unanswered("no modified tokens")
    row = batch.row(context.hide(text.ids, changed))
    gold, size = text.ids[changed], len(changed)
    table_cells = batch.cells_of(row, np.repeat(changed, size), np.tile(gold, size))

    def answer(done: Readings) -> Answer:
        table = done.logprobs(table_cells).reshape(size, size)
        own = [table_cells[index * size + index] for index in range(size)]
        mean = table.mean(axis=0, dtype=np.float64).astype(np.float32)
        return _tokens(text, changed, context, done.logprobs(own), done.hits(own), mean_over_masks=mean)

    return PendingAnswer((row,), answer)


def _plan_plain(query: TokenLogprobs, text: Encoded, context: QueryContext, batch: ScoringBatch) -> PendingAnswer:
    positions = text.words
    row = batch.plain_row(text.ids, text.special)
    cells = batch.cells_of(row, positions, text.ids[positions])

    def answer(done: Readings) -> Answer:
        received = done.attention[row]
        attention = None if received is None else received[positions]
        embedding = done.embedding[row] if query.embed else None
        values, hits = done.logprobs(cells), done.hits(cells)
        return _tokens(text, positions, context, values, hits, attention=attention, embedding=embedding)

    return PendingAnswer((row,), answer)


def _tokens(
    text: Encoded,
    positions: Positions,
    context: QueryContext,
    logprobs: NDArray[np.float32],
    hits: NDArray[np.bool_],
    *,
    attention: NDArray[np.float32] | None = None,
    mean_over_masks: NDArray[np.float32] | None = None,
    embedding: NDArray[np.float32] | None = None,
) -> Tokens:
    return Tokens(
        tokens=context.texts.names(text.ids[positions]),
        positions=positions.astype(np.int32),
        logprobs=logprobs,
        length=len(text.words),
        hits=hits,
        attention=attention,
        mean_over_masks=mean_over_masks,
        embedding=embedding,
    )
