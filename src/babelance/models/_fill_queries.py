"""`Fill` for a masked language model: candidates in a slot, each with as many masks as it has sub-words in its place.

The masks are put into the text and the text is tokenised as a whole, so that what stands beside the slot is tokenised
as it would be beside a mask. The pieces of a candidate are those it has *in its place*, in the full text: after a space
or not, inside a word or not. Where a token reaches over the candidate's edge, the text up to the edge decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.core.query import SLOT, Answer, Choices, Fill, Unanswered
from babelance.models._sheet import Sheet
from babelance.models._texts import Texts
from babelance.models._token_queries import Noted, Rules


@dataclass(frozen=True, slots=True)
class _Slots:
    """The text around the slot and the hidden part, if any: `parts` are what stays, `order` what goes between."""

    parts: tuple[str, ...]
    order: tuple[str, ...]

    def text(self, **insertions: str) -> str:
        inserted = [insertions[name] for name in self.order] + [""]
        return "".join(part + insertion for part, insertion in zip(self.parts, inserted, strict=True))

    def span(self, name: str, **insertions: str) -> tuple[int, int]:
        """Where the insertion of this name starts and ends in `text(...)`."""
        before = self.order.index(name)
        start = sum(len(part) for part in self.parts[: before + 1])
        start += sum(len(insertions[other]) for other in self.order[:before])
        return start, start + len(insertions[name])


@dataclass(frozen=True, slots=True)
class _Scored:
    """One candidate: groups of cells, one group for each piece, and the rows they are on."""

    name: str
    groups: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]


def texts(query: Fill) -> Iterator[str]:
    """The texts that will be tokenised, as far as they are known beforehand."""
    slots = _slots(query)
    if isinstance(slots, _Slots):
        for candidate in query.candidates:
            yield slots.text(slot=candidate, hidden=query.hidden or "")


def note(query: Fill, rules: Rules, sheet: Sheet) -> Noted | Unanswered:
    slots = _slots(query)
    if isinstance(slots, Unanswered):
        return slots
    found = [_note_candidate(query, candidate, slots, rules, sheet) for candidate in query.candidates]
    scored = [one for one in found if isinstance(one, _Scored)]
    pairs = zip(query.candidates, found, strict=True)
    missing = tuple((name, one.reason) for name, one in pairs if isinstance(one, Unanswered))
    if not scored:
        return Unanswered(missing[0][1] if missing else "no candidates")
    rows = tuple(row for one in scored for row in one.rows)
    return Noted(rows, lambda done: _choices(query, scored, missing, done))


def _slots(query: Fill) -> _Slots | Unanswered:
    before, marker, after = query.text.partition(SLOT)
    if not marker or SLOT in after:
        return Unanswered("the text has no single slot")
    if query.hidden is None:
        return _Slots((before, after), ("slot",))
    at = query.text.find(query.hidden) if query.hidden_at is None else query.hidden_at
    if at < 0 or not query.text.startswith(query.hidden, at):
        return Unanswered("the part to hide is not in the text")
    end = at + len(query.hidden)
    if end <= len(before):
        return _Slots((before[:at], before[end:], after), ("hidden", "slot"))
    start = len(before) + len(SLOT)
    return _Slots((before, query.text[start:at], query.text[end:]), ("slot", "hidden"))


def _note_candidate(query: Fill, name: str, slots: _Slots, rules: Rules, sheet: Sheet) -> _Scored | Unanswered:
    insertions = {"slot": name, "hidden": query.hidden or ""}
    pieces = rules.texts.bare(name) if query.manner == "stereoset" else _pieces("slot", insertions, slots, rules.texts)
    if not pieces:
        return Unanswered("has no tokens")
    if rules.texts.unknown is not None and rules.texts.unknown in pieces:
        return Unanswered("has an unknown token")
    masks = len(_pieces("hidden", insertions, slots, rules.texts)) if query.hidden else 0
    work = {"together": _together, "every-piece": _every_piece, "left-to-right": _in_turn, "stereoset": _anew}
    noted = work[query.manner](pieces, masks, slots, rules, sheet)
    return noted if isinstance(noted, Unanswered) else _Scored(name, *noted)


_Work = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]] | Unanswered


def _together(pieces: Sequence[int], masks: int, slots: _Slots, rules: Rules, sheet: Sheet) -> _Work:
    masked = _masked(len(pieces), masks, slots, rules)
    if isinstance(masked, Unanswered):
        return masked
    ids, places = masked
    row = sheet.row(ids)
    return tuple((cell,) for cell in sheet.cells_of(row, places, pieces)), (row,)


def _every_piece(pieces: Sequence[int], masks: int, slots: _Slots, rules: Rules, sheet: Sheet) -> _Work:
    masked = _masked(len(pieces), masks, slots, rules)
    if isinstance(masked, Unanswered):
        return masked
    ids, places = masked
    row = sheet.row(ids)
    return tuple(tuple(sheet.cell(row, place, piece) for place in places) for piece in pieces), (row,)


def _in_turn(pieces: Sequence[int], masks: int, slots: _Slots, rules: Rules, sheet: Sheet) -> _Work:
    """Row i holds the first i pieces, then one mask; the later pieces are absent, as in StereoSet."""
    masked = _masked(1, masks, slots, rules)
    if isinstance(masked, Unanswered):
        return masked
    ids, places = masked
    place = int(places[0])
    if reason := rules.too_long(len(ids) + len(pieces) - 1):
        return reason
    groups, rows = [], []
    for done, piece in enumerate(pieces):
        row = sheet.row(np.concatenate([ids[:place], pieces[:done], ids[place:]]).astype(np.int32))
        groups.append((sheet.cell(row, place + done, piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


def _anew(pieces: Sequence[int], masks: int, slots: _Slots, rules: Rules, sheet: Sheet) -> _Work:
    """As `_in_turn`, but earlier pieces are decoded to text, put before the mask, and everything is tokenised again."""
    tokenizer, groups, rows = rules.texts.tokenizer, [], []
    for done, piece in enumerate(pieces):
        insertion = tokenizer.decode(pieces[:done]) + tokenizer.mask_token
        ids = rules.texts.get(slots.text(slot=insertion, hidden=tokenizer.mask_token * masks)).ids
        places = np.flatnonzero(ids == rules.mask)
        if reason := rules.too_long(len(ids)):
            return reason
        if len(places) != 1 + masks:
            return Unanswered("the text has mask tokens of its own")
        row = sheet.row(ids)
        groups.append((sheet.cell(row, _of_slot(places, 1, masks, slots)[0], piece),))
        rows.append(row)
    return tuple(groups), tuple(rows)


_Masked = tuple[NDArray[np.int32], NDArray[np.int64]] | Unanswered


def _masked(count: int, masks: int, slots: _Slots, rules: Rules) -> _Masked:
    """The text with `count` masks in the slot and `masks` in the hidden part: ids, and places of the slot's masks."""
    mask = rules.texts.tokenizer.mask_token
    ids = rules.texts.get(slots.text(slot=mask * count, hidden=mask * masks)).ids
    places = np.flatnonzero(ids == rules.mask)
    if reason := rules.too_long(len(ids)):
        return reason
    if len(places) != count + masks:
        return Unanswered("the text has mask tokens of its own")
    return ids, _of_slot(places, count, masks, slots)


def _of_slot(places: NDArray[np.int64], count: int, masks: int, slots: _Slots) -> NDArray[np.int64]:
    return places[:count] if slots.order[0] == "slot" else places[masks:]


def _pieces(name: str, insertions: dict[str, str], slots: _Slots, texts: Texts) -> list[int]:
    """The sub-words of an insertion in its place."""
    text, span = slots.text(**insertions), slots.span(name, **insertions)
    inside = _covering(texts, text, span)
    if inside is None:
        inside = _covering(texts, text[: span[1]], span)
    return texts.bare(insertions[name]) if inside is None else inside


def _covering(texts: Texts, text: str, span: tuple[int, int]) -> list[int] | None:
    """The tokens on these characters; None if one of them reaches over the edge, or places are not known."""
    encoded = texts.get(text)
    if encoded.offsets is None:
        return None
    start, end = encoded.offsets[:, 0], encoded.offsets[:, 1]
    inside = (start < span[1]) & (end > span[0]) & ~encoded.special
    over = (end[inside] > span[1]) | (_trimmed(text, start[inside]) < span[0])
    return None if over.any() or not inside.any() else encoded.ids[inside].tolist()


def _trimmed(text: str, starts: NDArray[np.int32]) -> NDArray[np.int64]:
    """Starts of tokens, spaces at the front not counted: some tokenizers give a word the space before it."""
    return np.asarray([start + len(text[start:]) - len(text[start:].lstrip()) for start in starts.tolist()], np.int64)


def _choices(query: Fill, scored: Sequence[_Scored], missing: tuple[tuple[str, str], ...], done: Sheet) -> Answer:
    values = [_value(query, [done.logprobs(list(group)) for group in one.groups]) for one in scored]
    return Choices(
        names=tuple(one.name for one in scored),
        logprobs=np.asarray(values, np.float64),
        pieces=tuple(len(one.groups) for one in scored),
        missing=missing,
    )


def _value(query: Fill, groups: Sequence[NDArray[np.float32]]) -> float:
    table = np.asarray(groups, np.float64)
    if query.manner == "stereoset":
        return float(np.log(np.exp(table).mean()))
    return float(table.mean() if query.manner == "left-to-right" else table.sum())
