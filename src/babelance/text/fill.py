"""Fills the slots of a template, with the grammar that the language needs at the seams.

    {name}             the word of that slot, in its first form
    {name:form}        another form of it: stored with the word, or made by a rule of the language
    {she|he}           the part for the gender asked for: female first, male second

A word is a text, or several named forms of it. `fill("a {job}", {"job": "engineer"}, language)` says *an engineer*,
because the language's `fit` looks at both seams of every word put in. The first letter of the result is a capital.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import regex as re  # Indic vowel signs belong to words, which the standard library does not know

from babelance.core.errors import DataError
from babelance.core.language import Language

Word = str | Mapping[str, str]
GENDERS = ("female", "male")
_SLOT = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class FilledText:
    """The text, and where the word of each slot starts and ends in it (the last one if a slot occurs twice)."""

    text: str
    spans: Mapping[str, tuple[int, int]]


def fill(template: str, words: Mapping[str, Word], language: Language, *, gender: str | None = None) -> str:
    """The template with all its slots filled."""
    return fill_with_spans(template, words, language, gender=gender).text


def fill_with_spans(
    template: str, words: Mapping[str, Word], language: Language, *, gender: str | None = None
) -> FilledText:
    """Like `fill`, with the place of every word. Slots are filled from left to right."""
    before, rest, spans = "", template, dict[str, tuple[int, int]]()
    while slot := _SLOT.search(rest):
        name = slot[1].partition(":")[0]
        word = _alternative(slot[1], gender) if "|" in slot[1] else _word(slot[1], words, language)
        before, word, rest = _seams(before + rest[: slot.start()], word, rest[slot.end() :], language)
        spans[name] = len(before), len(before) + len(word)
        before += word
    text = before + rest
    return FilledText(text[:1].upper() + text[1:], spans)


def swap(text: str, old: str, new: str, language: Language) -> str:
    """The text with the whole word `old` replaced, and the seams put right: *a man* → *an engineer*."""
    edge = r"\b" if language.spaced else ""
    before, rest = "", text
    while match := re.search(f"{edge}{re.escape(old)}{edge}", rest):
        before, word, rest = _seams(before + rest[: match.start()], new, rest[match.end() :], language)
        before += word
    return before + rest


def form_of(word: Word, form: str, language: Language) -> str:
    """A stored form, or one made by a rule of the language; the empty name is the first form."""
    stored = {"": word} if isinstance(word, str) else word
    first = next(iter(stored.values()))
    if form in stored:
        return stored[form]
    if form and form not in language.forms:
        known = ", ".join([*stored, *language.forms])
        raise DataError(f"The word '{first}' has no form '{form}' in '{language.code}'. It has: {known}.")
    return language.forms[form](first) if form else first


def slots(template: str) -> tuple[str, ...]:
    """What stands in the braces of a template, alternatives left out."""
    return tuple(slot for slot in _SLOT.findall(template) if "|" not in slot)


def _word(slot: str, words: Mapping[str, Word], language: Language) -> str:
    name, _, form = slot.partition(":")
    if name not in words:
        raise DataError(f"Slot '{{{slot}}}' has no word. Known slots: {', '.join(words)}.")
    return form_of(words[name], form, language)


def _alternative(slot: str, gender: str | None) -> str:
    parts = slot.split("|")
    if gender not in GENDERS or len(parts) != len(GENDERS):
        raise DataError(f"'{{{slot}}}' needs a female and a male part and a gender to choose by, not {gender!r}.")
    return parts[GENDERS.index(gender)]


def _seams(before: str, word: str, after: str, language: Language) -> tuple[str, str, str]:
    return language.fit(before, word, after) if language.fit else (before, word, after)
