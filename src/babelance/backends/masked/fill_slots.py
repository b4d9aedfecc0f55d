"""The text of a `Fill` in parts, and the sub-words that a word has in its place there.

The pieces of a candidate are those it has *in its place*, in the full text: after a space or not, inside a word or not.
Where a token reaches over the candidate's edge, the text up to the edge decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from babelance.backends.transformers.tokenizing import Texts
from babelance.core.query import SLOT, Fill, Unanswered

_PIECES: WeakKeyDictionary[Texts, dict[tuple[tuple[str, str] | None, str], list[int]]] = WeakKeyDictionary()
"""Sub-words of candidates by what stands around them (None: cut alone), for each tokenizer in use."""
_KEPT = 1 << 18


@dataclass(frozen=True, slots=True)
class Slots:
    """The text around the slot and the hidden part, if any: `parts` are what stays, `order` what goes between.

    `around` is what stands beside the slot up to the next spaces, with the hidden part unhidden.
    """

    parts: tuple[str, ...]
    order: tuple[str, ...]
    around: tuple[str, str]

    def text(self, **insertions: str) -> str:
        inserted = [insertions[name] for name in self.order] + [""]
        return "".join(part + insertion for part, insertion in zip(self.parts, inserted, strict=True))

    def span(self, name: str, **insertions: str) -> tuple[int, int]:
        """Where the insertion of this name starts and ends in `text(...)`."""
        before = self.order.index(name)
        start = sum(len(part) for part in self.parts[: before + 1])
        start += sum(len(insertions[other]) for other in self.order[:before])
        return start, start + len(insertions[name])


def slots_of(query: Fill) -> Slots | Unanswered:
    before, marker, after = query.text.partition(SLOT)
    if not marker or SLOT in after:
        return Unanswered("the text has no single slot")
    around = _last_word(before), after.partition(" ")[0]
    if query.hidden is None:
        return Slots((before, after), ("slot",), around)
    at = query.text.find(query.hidden) if query.hidden_at is None else query.hidden_at
    if at < 0 or not query.text.startswith(query.hidden, at):
        return Unanswered("the part to hide is not in the text")
    end = at + len(query.hidden)
    if end <= len(before):
        return Slots((before[:at], before[end:], after), ("hidden", "slot"), around)
    start = len(before) + len(SLOT)
    return Slots((before, query.text[start:at], query.text[end:]), ("slot", "hidden"), around)


def _last_word(text: str) -> str:
    """With the space before it: a word at the start of a text may have other sub-words."""
    return text[text.rfind(" ") :] if " " in text else text


def pieces_in_place(query: Fill, slots: Slots, texts: Texts) -> list[list[int]]:
    """The sub-words of every candidate: tokenised together, and once for all queries that are alike around the slot.

    No tokenizer looks further than to the next space, so that queries are alike if they are up to there.
    """
    known, hidden = _piece_cache(texts), query.hidden or ""
    new = [name for name in query.candidates if (slots.around, name) not in known]
    texts.prepare(slots.text(slot=name, hidden=hidden) for name in new)
    for name in new:
        known[slots.around, name] = pieces_of("slot", name, hidden, slots, texts)
    return [known[slots.around, name] for name in query.candidates]


def pieces_alone(query: Fill, texts: Texts) -> list[list[int]]:
    """The sub-words of every candidate, cut by itself."""
    known = _piece_cache(texts)
    for name in query.candidates:
        if (None, name) not in known:
            known[None, name] = texts.bare(name)
    return [known[None, name] for name in query.candidates]


def _piece_cache(texts: Texts) -> dict[tuple[tuple[str, str] | None, str], list[int]]:
    known = _PIECES.setdefault(texts, {})
    if len(known) > _KEPT:
        known.clear()
    return known


def pieces_of(name: str, slot: str, hidden: str, slots: Slots, texts: Texts) -> list[int]:
    """The sub-words of one of the two insertions in its place."""
    insertions = {"slot": slot, "hidden": hidden}
    text, span = slots.text(**insertions), slots.span(name, **insertions)
    inside = _tokens_on(texts, text, span)
    if inside is None:
        inside = _tokens_on(texts, text[: span[1]], span)
    return texts.bare(insertions[name]) if inside is None else inside


def _tokens_on(texts: Texts, text: str, span: tuple[int, int]) -> list[int] | None:
    """The tokens on these characters; None if one of them reaches over the edge, or places are not known."""
    encoded = texts.get(text)
    if encoded.offsets is None:
        return None
    start, end = encoded.offsets[:, 0], encoded.offsets[:, 1]
    # A token of the space alone (Ġ) has no characters. It belongs to the word: masks swallow the space before them.
    space = (start == end) & (start == span[0])
    inside = ((start < span[1]) & (end > span[0]) | space) & ~encoded.special
    over = (end[inside] > span[1]) | (_starts_of_words(text, start[inside]) < span[0])
    return None if over.any() or not inside.any() else encoded.ids[inside].tolist()


def _starts_of_words(text: str, starts: NDArray[np.int32]) -> NDArray[np.int64]:
    """Starts of tokens, spaces at the front not counted: some tokenizers give a word the space before it."""
    return np.asarray([start + len(text[start:]) - len(text[start:].lstrip()) for start in starts.tolist()], np.int64)
