"""`Fill` for a masked language model: candidates in a slot, each with as many masks as it has sub-words in its place.

The masks are put into the text and the text is tokenised as a whole, so that what stands beside the slot is tokenised
as it would be beside a mask. Where the sub-words of a candidate come from is told in `fill_slots`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from babelance.backends.masked.fill_slots import Slots, pieces_alone, pieces_in_place, pieces_of, slots_of
from babelance.backends.masked.queries import PendingAnswer, QueryContext, Readings, ScoringBatch
from babelance.backends.transformers.texts import Texts
from babelance.core.query import Answer, Choices, Fill, Unanswered

ALONE = ("stereoset", "every-piece")
"""Scorings of released code, which cuts a candidate into sub-words by itself, not in its place."""


@dataclass(frozen=True, slots=True)
class _Masked:
    """The ids of a text with masks, and the positions at which the candidates are read."""

    ids: NDArray[np.int32]
    positions: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Frame:
    """One query at work: its text in parts, how many masks its hidden part has, and its texts with masks in the slot.

    Candidates of equal length share a text, and queries whose hidden parts have equally many masks share their rows.
    """

    query: Fill
    slots: Slots
    masks: int
    context: QueryContext
    batch: ScoringBatch
    known: dict[int, _Masked | Unanswered] = field(default_factory=dict)

    def masked(self, count: int) -> _Masked | Unanswered:
        if count not in self.known:
            self.known[count] = _mask_slot(self.context.texts.tokenizer.mask_token * count, count, self)
        return self.known[count]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One candidate: groups of cells, one group for each piece, and the rows they are on."""

    name: str
    groups: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]


def plan_fill(query: Fill, context: QueryContext, batch: ScoringBatch) -> PendingAnswer | Unanswered:
    slots = slots_of(query)
    if isinstance(slots, Unanswered):
        return slots
    frame = _Frame(query, slots, _hidden_masks(query, slots, context.texts), context, batch)
    planned = [_plan_candidate(*pair, frame) for pair in zip(query.candidates, _pieces(frame), strict=True)]
    scored = [entry for entry in planned if isinstance(entry, _Candidate)]
    pairs = zip(query.candidates, planned, strict=True)
    missing = tuple((name, entry.reason) for name, entry in pairs if isinstance(entry, Unanswered))
    if not scored:
        return Unanswered(missing[0][1] if missing else "no candidates")
    rows = tuple(dict.fromkeys(row for candidate in scored for row in candidate.rows))
    return PendingAnswer(rows, lambda done: _choices_of(query, scored, missing, done))


def _pieces(frame: _Frame) -> list[list[int]]:
    query, texts = frame.query, frame.context.texts
    if query.scoring in ALONE:
        return pieces_alone(query, texts)
    return pieces_in_place(query, frame.slots, texts)


def _plan_candidate(name: str, pieces: Sequence[int], frame: _Frame) -> _Candidate | Unanswered:
    unknown, scoring = frame.context.texts.unknown, frame.query.scoring
    if not pieces:
        return Unanswered("has no tokens")
    if unknown is not None and unknown in pieces and scoring != "every-piece":
        return Unanswered("has an unknown token")
    plans = {
        "together": _all_at_once,
        "every-piece": _every_piece,
        "first-piece": _all_at_once,
        "within-word": _within_word,
        "left-to-right": _one_by_one,
        "stereoset": _tokenised_again_each_time,
    }
    planned = plans[scoring](pieces, frame)
    return planned if isinstance(planned, Unanswered) else _Candidate(name, *planned)


_Cells = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]] | Unanswered


def _all_at_once(pieces: Sequence[int], frame: _Frame) -> _Cells:
    masked = frame.masked(len(pieces))
    if isinstance(masked, Unanswered):
        return masked
    row = frame.batch.row(masked.ids)
    return tuple((cell,) for cell in frame.batch.cells_of(row, masked.positions, pieces)), (row,)


def _every_piece(pieces: Sequence[int], frame: _Frame) -> _Cells:
    masked = frame.masked(len(pieces))
    if isinstance(masked, Unanswered):
        return masked
    row = frame.batch.row(masked.ids)
    groups = (tuple(frame.batch.cell(row, position, piece) for position in masked.positions) for piece in pieces)
    return tuple(groups), (row,)


def _within_word(pieces: Sequence[int], frame: _Frame) -> _Cells:
    """Row i holds the first i pieces in the place of their masks; the later ones stay masked."""
    masked = frame.masked(len(pieces))
    if isinstance(masked, Unanswered):
        return masked
    groups, rows = [], []
    for done, piece in enumerate(pieces):
        ids = masked.ids.copy()
        ids[masked.positions[:done]] = pieces[:done]
        row = frame.batch.row(ids)
        groups.append((frame.batch.cell(row, int(masked.positions[done]), piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


def _one_by_one(pieces: Sequence[int], frame: _Frame) -> _Cells:
    """Row i holds the first i pieces, then one mask; the later pieces are absent, as in StereoSet."""
    masked = frame.masked(1)
    if isinstance(masked, Unanswered):
        return masked
    ids, position = masked.ids, int(masked.positions[0])
    if reason := frame.context.too_long(len(ids) + len(pieces) - 1):
        return reason
    groups, rows = [], []
    for done, piece in enumerate(pieces):
        row = frame.batch.row(np.concatenate([ids[:position], pieces[:done], ids[position:]]).astype(np.int32))
        groups.append((frame.batch.cell(row, position + done, piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


def _tokenised_again_each_time(pieces: Sequence[int], frame: _Frame) -> _Cells:
    """As `_one_by_one`, but earlier pieces are decoded to text before the mask, and everything is tokenised again."""
    tokenizer, groups, rows = frame.context.texts.tokenizer, [], []
    for done, piece in enumerate(pieces):
        masked = _mask_slot(tokenizer.decode(pieces[:done]) + tokenizer.mask_token, 1, frame)
        if isinstance(masked, Unanswered):
            return masked
        row = frame.batch.row(masked.ids)
        groups.append((frame.batch.cell(row, int(masked.positions[0]), piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


def _mask_slot(insertion: str, count: int, frame: _Frame) -> _Masked | Unanswered:
    """The text with the insertion, which has `count` masks, in the slot, and the hidden part masked."""
    context, slots, masks = frame.context, frame.slots, frame.masks
    ids = context.texts.get(slots.text(slot=insertion, hidden=context.texts.tokenizer.mask_token * masks)).ids
    if reason := context.too_long(len(ids)):
        return reason
    positions = np.flatnonzero(ids == context.mask)
    if len(positions) != count + masks:
        return Unanswered("the text has mask tokens of its own")
    if slots.order[0] == "slot":
        return _Masked(ids, positions[:count])
    if frame.query.read == "slot":
        return _Masked(ids, positions[masks:])
    neighbours = positions[1] + np.arange(count)
    return _Masked(ids, neighbours) if neighbours[-1] < len(ids) else Unanswered("the second mask is too near the end")


def _hidden_masks(query: Fill, slots: Slots, texts: Texts) -> int:
    """How many sub-words the hidden part has: in its place beside a masked slot, or alone as in the released code."""
    if query.hidden is None:
        return 0
    if query.scoring == "every-piece":
        return len(texts.bare(query.hidden))
    return len(pieces_of("hidden", texts.tokenizer.mask_token, query.hidden, slots, texts))


def _choices_of(
    query: Fill, scored: Sequence[_Candidate], missing: tuple[tuple[str, str], ...], done: Readings
) -> Answer:
    values = [_value(query, [done.logprobs(list(group)) for group in candidate.groups]) for candidate in scored]
    return Choices(
        names=tuple(candidate.name for candidate in scored),
        logprobs=np.asarray(values, np.float64),
        pieces=tuple(len(candidate.groups) for candidate in scored),
        missing=missing,
    )


def _value(query: Fill, groups: Sequence[NDArray[np.float32]]) -> float:
    table = np.asarray(groups, np.float64)
    if query.scoring == "stereoset":
        return float(np.log(np.exp(table).mean()))
    if query.scoring == "first-piece":
        return float(table[0].sum())
    return float(table.mean() if query.scoring == "left-to-right" else table.sum())
