"""Where in a translation the person is that a word of its English source names.

A word is aligned by the list of translations of its occupation; without one, by the other nouns for people and their
order. Both look at one sentence alone, so that an item has the same class in any company and in any run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from babelance.text.gender import slavic
from babelance.text.gender.marks import Gender, Marks, Phrase
from babelance.text.gender.nouns import determiner, gender_at, listed
from babelance.text.gender.spelling import forms

Way = Literal["by its translation", "by another noun", "by its place"]


@dataclass(frozen=True, slots=True)
class Entity:
    """`place` is the noun's in the words of the translation."""

    place: int
    word: str
    gender: Gender
    way: Way


def find(
    marks: Marks, translation: Sequence[str], *, entity: str, share: float, others: Sequence[str]
) -> Entity | None:
    """The translated entity; `share` is how far into the source it stands (0 to 1), `others` are other people there."""
    taken = {place for other in others for place in _translations(marks, translation, other)}
    ways: tuple[tuple[Way, list[int]], ...] = (
        ("by its translation", list(_translations(marks, translation, entity))),
        ("by another noun", [place for place in _people(marks, translation) if place not in taken]),
        ("by its place", [place for place in _nouns(marks, translation) if place not in taken]),
    )
    for way, places in ways:
        if places:
            place = min(places, key=lambda at: abs(at / len(translation) - share))
            return Entity(place, translation[place], gender_at(marks, translation, place), way)
    return None


def _translations(marks: Marks, sentence: Sequence[str], entity: str) -> Iterator[int]:
    phrases = marks.occupations.get(entity.lower(), frozenset())
    return (place for place in range(len(sentence)) if _begins(phrases, sentence, place, marks.language))


def _begins(phrases: frozenset[Phrase], sentence: Sequence[str], place: int, language: str) -> bool:
    heads = set(forms(sentence[place], language))
    return any(
        phrase[0] in heads and tuple(word.lower() for word in sentence[place + 1 : place + len(phrase)]) == phrase[1:]
        for phrase in phrases
    )


def _people(marks: Marks, sentence: Sequence[str]) -> Iterator[int]:
    return (place for place in range(len(sentence)) if listed(marks, sentence, place))


def _nouns(marks: Marks, sentence: Sequence[str]) -> Iterator[int]:
    return (place for place in range(len(sentence)) if _may_be_person(marks, sentence, place))


def _may_be_person(marks: Marks, sentence: Sequence[str], place: int) -> bool:
    word = sentence[place]
    if not word[0].isalpha() or word.lower() in marks.determiners:
        return False
    if marks.language in ("ru", "uk"):
        return slavic.is_person(word, marks.language)
    if marks.language in ("he", "ar"):
        return word.startswith({"he": "ה", "ar": "ال"}[marks.language]) and len(word) > 3
    follows_article = place > 0 and determiner(marks, sentence[place - 1 : place + 1], 1) is not None
    return follows_article and (marks.language != "de" or word[0].isupper())
