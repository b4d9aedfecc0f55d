"""`Fill` for a masked language model: candidates in a slot, each with as many masks as it has sub-words in its place.

The masks are put into the text and the text is tokenised as a whole, so that what stands beside the slot is tokenised
as it would be beside a mask. Where the sub-words of a candidate come from is told in `_fill_slots`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from babelance.backends.masked.batch import ScoringBatch
from babelance.backends.masked.fill_slots import Slots, pieces_alone, pieces_in_place, pieces_of, slots_of
from babelance.backends.masked.token_queries import PendingAnswer, QueryContext
from babelance.backends.transformers.tokenizing import Texts
from babelance.core.query import Answer, Choices, Fill, Unanswered

ALONE = ("stereoset", "every-piece")
"""Manners of released code, which cuts a candidate into sub-words by itself, not in its place."""


@dataclass(frozen=True, slots=True)
class _Masked:
    """The ids of a text with masks, and the places where the candidates are read."""

    ids: NDArray[np.int32]
    places: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Frame:
    """One query at work: its text in parts, how many masks its hidden part has, and its texts with masks in the slot.

    Candidates of equal length share a text, and queries whose hidden parts have equally many masks share their rows.
    """

    query: Fill
    slots: Slots
    masks: int
    rules: QueryContext
    sheet: ScoringBatch
    known: dict[int, _Masked | Unanswered] = field(default_factory=dict)

    def masked(self, count: int) -> _Masked | Unanswered:
        if count not in self.known:
            self.known[count] = _mask_slot(self.rules.texts.tokenizer.mask_token * count, count, self)
        return self.known[count]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One candidate: groups of cells, one group for each piece, and the rows they are on."""

    name: str
    groups: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]


def plan_rows(query: Fill, rules: QueryContext, sheet: ScoringBatch) -> PendingAnswer | Unanswered:
    slots = slots_of(query)
    if isinstance(slots, Unanswered):
        return slots
    frame = _Frame(query, slots, _hidden_masks(query, slots, rules.texts), rules, sheet)
    found = [_plan_candidate(*pair, frame) for pair in zip(query.candidates, _pieces(frame), strict=True)]
    scored = [one for one in found if isinstance(one, _Candidate)]
    pairs = zip(query.candidates, found, strict=True)
    missing = tuple((name, one.reason) for name, one in pairs if isinstance(one, Unanswered))
    if not scored:
        return Unanswered(missing[0][1] if missing else "no candidates")
    rows = tuple(dict.fromkeys(row for one in scored for row in one.rows))
    return PendingAnswer(rows, lambda done: _choices_of(query, scored, missing, done))


def _pieces(frame: _Frame) -> list[list[int]]:
    query, texts = frame.query, frame.rules.texts
    if query.scoring in ALONE:
        return pieces_alone(query, texts)
    return pieces_in_place(query, frame.slots, texts)


def _plan_candidate(name: str, pieces: Sequence[int], frame: _Frame) -> _Candidate | Unanswered:
    unknown, manner = frame.rules.texts.unknown, frame.query.scoring
    if not pieces:
        return Unanswered("has no tokens")
    if unknown is not None and unknown in pieces and manner != "every-piece":
        return Unanswered("has an unknown token")
    work = {"together": _together, "every-piece": _every_piece, "left-to-right": _in_turn, "stereoset": _anew}
    noted = work[manner](pieces, frame)
    return noted if isinstance(noted, Unanswered) else _Candidate(name, *noted)


_Work = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]] | Unanswered


def _together(pieces: Sequence[int], frame: _Frame) -> _Work:
    masked = frame.masked(len(pieces))
    if isinstance(masked, Unanswered):
        return masked
    row = frame.sheet.row(masked.ids)
    return tuple((cell,) for cell in frame.sheet.cells_of(row, masked.places, pieces)), (row,)


def _every_piece(pieces: Sequence[int], frame: _Frame) -> _Work:
    masked = frame.masked(len(pieces))
    if isinstance(masked, Unanswered):
        return masked
    row = frame.sheet.row(masked.ids)
    return tuple(tuple(frame.sheet.cell(row, place, piece) for place in masked.places) for piece in pieces), (row,)


def _in_turn(pieces: Sequence[int], frame: _Frame) -> _Work:
    """Row i holds the first i pieces, then one mask; the later pieces are absent, as in StereoSet."""
    masked = frame.masked(1)
    if isinstance(masked, Unanswered):
        return masked
    ids, place = masked.ids, int(masked.places[0])
    if reason := frame.rules.too_long(len(ids) + len(pieces) - 1):
        return reason
    groups, rows = [], []
    for done, piece in enumerate(pieces):
        row = frame.sheet.row(np.concatenate([ids[:place], pieces[:done], ids[place:]]).astype(np.int32))
        groups.append((frame.sheet.cell(row, place + done, piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


def _anew(pieces: Sequence[int], frame: _Frame) -> _Work:
    """As `_in_turn`, but earlier pieces are decoded to text, put before the mask, and everything is tokenised again."""
    tokenizer, groups, rows = frame.rules.texts.tokenizer, [], []
    for done, piece in enumerate(pieces):
        masked = _mask_slot(tokenizer.decode(pieces[:done]) + tokenizer.mask_token, 1, frame)
        if isinstance(masked, Unanswered):
            return masked
        row = frame.sheet.row(masked.ids)
        groups.append((frame.sheet.cell(row, int(masked.places[0]), piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


def _mask_slot(insertion: str, count: int, frame: _Frame) -> _Masked | Unanswered:
    """The text with the insertion, which has `count` masks, in the slot, and the hidden part masked."""
    rules, slots, masks = frame.rules, frame.slots, frame.masks
    ids = rules.texts.get(slots.text(slot=insertion, hidden=rules.texts.tokenizer.mask_token * masks)).ids
    if reason := rules.too_long(len(ids)):
        return reason
    places = np.flatnonzero(ids == rules.mask)
    if len(places) != count + masks:
        return Unanswered("the text has mask tokens of its own")
    if slots.order[0] == "slot":
        return _Masked(ids, places[:count])
    if frame.query.read == "slot":
        return _Masked(ids, places[masks:])
    neighbours = places[1] + np.arange(count)
    return _Masked(ids, neighbours) if neighbours[-1] < len(ids) else Unanswered("the second mask is too near the end")


def _hidden_masks(query: Fill, slots: Slots, texts: Texts) -> int:
    """How many sub-words the hidden part has: in its place beside a masked slot, or alone as in the released code."""
    if query.hidden is None:
        return 0
    if query.scoring == "every-piece":
        return len(texts.bare(query.hidden))
    return len(pieces_of("hidden", texts.tokenizer.mask_token, query.hidden, slots, texts))


def _choices_of(
    query: Fill, scored: Sequence[_Candidate], missing: tuple[tuple[str, str], ...], done: ScoringBatch
) -> Answer:
    values = [_value(query, [done.logprobs(list(group)) for group in one.groups]) for one in scored]
    return Choices(
        names=tuple(one.name for one in scored),
        logprobs=np.asarray(values, np.float64),
        pieces=tuple(len(one.groups) for one in scored),
        missing=missing,
    )


def _value(query: Fill, groups: Sequence[NDArray[np.float32]]) -> float:
    table = np.asarray(groups, np.float64)
    if query.scoring == "stereoset":
        return float(np.log(np.exp(table).mean()))
    return float(table.mean() if query.scoring == "left-to-right" else table.sum())
