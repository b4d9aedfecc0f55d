"""Where in a translation the person is that a word of its English source names.

A word is aligned by the list of translations of its occupation, or where it was left in English; without either, by
the other nouns that may be people and their order. All look at one sentence alone, so that an item has the same class
in any company and in any run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from babelance.text.gender import slavic
from babelance.text.gender.agents import may_be_agent
from babelance.text.gender.marks import Gender, Marks, Phrase
from babelance.text.gender.nouns import determiner, gender_at, is_thing, listed
from babelance.text.gender.spelling import forms

Way = Literal["by its translation", "by another noun", "by its place"]
DOUBT = 0.1
"""A noun in no list of people must stand so much nearer to where the person is in the source, in shares of a sentence,
than one that is."""


@dataclass(frozen=True, slots=True)
class Entity:
    """`position` is the noun's in the words of the translation."""

    position: int
    word: str
    gender: Gender
    way: Way


def find(
    marks: Marks, translation: Sequence[str], *, entity: str, share: float, others: Mapping[str, float]
) -> Entity | None:
    """The translated entity; `share` is how far into the source it stands (0 to 1), `others` are other people there,
    with theirs."""

    def far(position: int, from_share: float = share) -> float:
        return abs(position / len(translation) - from_share)

    def entity_at(position: int, way: Way) -> Entity:
        known = way != "by its place" or may_be_agent(translation, position, marks.language)
        return Entity(
            position, translation[position], gender_at(marks, translation, position) if known else "unknown", way
        )

    if positions := _translations_of(marks, translation, entity):
        return entity_at(min(positions, key=far), "by its translation")
    positions_of = {other: _translations_of(marks, translation, other) for other in others}
    taken = {position for positions in positions_of.values() for position in positions}
    lost = [others[other] for other, positions in positions_of.items() if not positions]

    def is_near(position: int) -> bool:
        return all(far(position) <= far(position, theirs) for theirs in lost)

    people = set(filter(is_near, _people(marks, translation))) - taken
    nouns = set(filter(is_near, _nouns(marks, translation))) - taken
    if not people | nouns:
        return None
    position = min(sorted(people | nouns), key=lambda at: far(at) + (0 if at in people else DOUBT))
    return entity_at(position, "by another noun" if position in people else "by its place")


def _translations_of(marks: Marks, sentence: Sequence[str], entity: str) -> list[int]:
    """Where its translations are; of a construction worker, where nothing says construction, those of a worker."""
    return list(_translations(marks, sentence, entity)) or (
        list(_translations(marks, sentence, entity.split()[-1])) if " " in entity else []
    )


def _translations(marks: Marks, sentence: Sequence[str], entity: str) -> Iterator[int]:
    """Those of the list, and the English word itself where it was left."""
    phrases = marks.occupations.get(entity.lower(), frozenset())
    english = tuple(entity.lower().split())
    return (
        position
        for position in range(len(sentence))
        if _begins(phrases, sentence, position, marks.language)
        or (
            tuple(word.lower() for word in sentence[position : position + len(english)]) == english
            # Spanish *mover* is a verb, *el mover* was left in English.
            and (not marks.determiners or _follows_article(marks, sentence, position))
        )
    )


def _begins(phrases: frozenset[Phrase], sentence: Sequence[str], position: int, language: str) -> bool:
    heads = set(forms(sentence[position], language))
    return any(
        phrase[0] in heads
        and tuple(word.lower() for word in sentence[position + 1 : position + len(phrase)]) == phrase[1:]
        for phrase in phrases
    )


def _people(marks: Marks, sentence: Sequence[str]) -> Iterator[int]:
    return (
        position
        for position in range(len(sentence))
        if listed(marks, sentence, position) and not is_thing(marks, sentence[position])
    )


def _nouns(marks: Marks, sentence: Sequence[str]) -> Iterator[int]:
    return (position for position in range(len(sentence)) if _may_be_person(marks, sentence, position))


def _may_be_person(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    word = sentence[position]
    if not word[0].isalpha() or word.lower() in marks.determiners or word.lower() in marks.skipped:
        return False
    if marks.language in ("ru", "uk"):
        return slavic.is_person(word, marks.language)
    if marks.language in ("he", "ar"):
        return word.startswith({"he": "ה", "ar": "ال"}[marks.language]) and len(word) > 3
    return _follows_article(marks, sentence, position) and (marks.language != "de" or word[0].isupper())


def _follows_article(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    return position > 0 and determiner(marks, sentence[position - 1 : position + 1], 1) is not None
