"""Which gender a sentence like *this person is a carpenter* gives the person it is about.

Every noun for people counts, and what follows *is*: with an article as a noun (*un charpentier*), alone as an
adjective or a noun. What only agrees with the word for a person (*cette personne est gentille*) says nothing. Words
that nothing is known about are `unknown`, which is not the same as open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from babelance.text.gender import slavic
from babelance.text.gender.marks import Gender, Marks
from babelance.text.gender.nouns import determiner, ending, gender_at, listed
from babelance.text.gender.spelling import forms, words

_FEMALE_OR_MALE: dict[str, Gender] = {"she": "female", "he": "male"}
_SLAVIC = ("ru", "uk")
_WITHOUT_COPULA = ("ru", "uk", "ar")
_PRONOUNS = frozenset(("هو", "هي", "إنه", "إنها"))
_PRO_DROP = ("es", "it", "pt")
_ENDS = frozenset('.,;:!?()«»"')
_HINDI_VOWELS = {"ी": "she", "ा": "he", "े": "he"}
_TRADE = re.compile(r"[^\Wا]{2}ا[^\Wاة]$")
"""Arabic nouns of trades (حداد, نحات); adjectives of this shape are in the list of what is invariant."""
_LOWERED_NOUNS = ("er", "aar", "eur", "ist", "ent", "ant", "or", "loog", "arts", "cus")
"""Endings of Dutch nouns; a noun without an article cannot be told from an adjective but by these."""


def genders(marks: Marks, text: str) -> frozenset[Gender]:
    """All that the nouns and the predicate of a sentence say; empty if there is neither."""
    sentence = words(text, marks.language)
    return frozenset((*_of_nouns(marks, sentence), *_of_predicate(marks, sentence)))


def _of_nouns(marks: Marks, sentence: Sequence[str]) -> Iterator[Gender]:
    return (
        gender_at(marks, sentence, place)
        for place in range(len(sentence))
        if _person(marks, sentence[place]) is None
        and _names_somebody(marks, sentence, place)
        and not _of_another(marks, sentence, place)
    )


def _names_somebody(marks: Marks, sentence: Sequence[str], place: int) -> bool:
    if listed(marks, sentence, place):
        return sentence[place].lower() not in marks.skipped
    return marks.language in _SLAVIC and slavic.is_named(sentence[place], marks.language)


def _of_another(marks: Marks, sentence: Sequence[str], place: int) -> bool:
    """Of nouns in a row the first names the person in Arabic: معلم مدرسة is a teacher of a school."""
    return (
        marks.language == "ar"
        and place > 0
        and not sentence[place].startswith("و")
        and _names_somebody(marks, sentence, place - 1)
        and _person(marks, sentence[place - 1]) is None
    )


def _of_predicate(marks: Marks, sentence: Sequence[str]) -> Iterator[Gender]:
    if marks.language == "hi":
        yield from _hindi(marks, sentence)
        return
    place = _head(marks, sentence)
    if place is None or _names_somebody(marks, sentence, place) or _person(marks, sentence[place]) is not None:
        return
    if place + 1 < len(sentence) and _names_somebody(marks, sentence, place + 1):
        return  # an adjective before a noun that has been counted
    if marks.language in _SLAVIC:
        yield _slavic(marks, sentence, place)
    elif determiner(marks, sentence, place) is not None:
        yield gender_at(marks, sentence, _noun_behind(marks, sentence, place))
    elif _is_about_somebody(marks, sentence):
        yield _bare(marks, sentence, place)


def _is_about_somebody(marks: Marks, sentence: Sequence[str]) -> bool:
    """A word for a person, or no subject at all in a language that leaves pronouns out: es simpática."""
    if any(_person(marks, word) is not None or word.lower() in _PRONOUNS for word in sentence):
        return True
    start = next((word.lower() for word in sentence if word.lower() not in marks.skipped), "")
    return marks.language in _PRO_DROP and start in marks.copulas


def _head(marks: Marks, sentence: Sequence[str]) -> int | None:
    """Where the predicate begins: behind the copula or dash, its adverbs and its article."""
    starts = [at + 1 for at, word in enumerate(sentence) if word.lower() in marks.copulas]
    if not starts and marks.language in _WITHOUT_COPULA:
        starts = [at + 1 for at, word in enumerate(sentence) if _person(marks, word) or word.lower() in _PRONOUNS]
    if not starts:
        return None
    for place in range(starts[0], len(sentence)):
        word = sentence[place].lower()
        if word in _ENDS:
            return None
        if word[0].isalpha() and not _stands_before(marks, word):
            return place
    return None


def _stands_before(marks: Marks, word: str) -> bool:
    """An article or an adverb, which the predicate follows."""
    if word in marks.skipped or word in marks.determiners:
        return True
    return marks.language in _SLAVIC and slavic.parses(word, marks.language)[0].tag.POS == "ADVB"


def _noun_behind(marks: Marks, sentence: Sequence[str], place: int) -> int:
    """Dutch adjectives after an article end in -e, and the noun follows: een goede spreekster."""
    follows = place + 1 < len(sentence) and sentence[place + 1][0].isalpha()
    return place + 1 if marks.language == "nl" and follows and sentence[place].endswith("e") else place


def _bare(marks: Marks, sentence: Sequence[str], place: int) -> Gender:
    """An adjective, or a noun without an article."""
    word = sentence[place]
    if marks.language == "de" and word[0].islower():
        return "neutral"  # adjectives behind *ist* have no ending
    if any(form in marks.invariant for form in forms(word, marks.language)):
        return "neutral"
    if marks.language == "ar" and any(_TRADE.match(form) for form in forms(word, "ar")):
        return "male"
    if marks.feminine_agents and word.endswith(marks.feminine_agents):
        return "female"
    kind = ending(marks, word)
    if marks.language == "nl":
        return _FEMALE_OR_MALE.get(kind or "") or ("unknown" if word.endswith(_LOWERED_NOUNS) else "neutral")
    if kind and marks.language != "de" and kind in {_person(marks, other) for other in sentence}:
        return "neutral"  # it agrees with the word for a person
    return _FEMALE_OR_MALE.get(kind or "") or ("neutral" if kind == "open" else "unknown")


def _hindi(marks: Marks, sentence: Sequence[str]) -> Iterator[Gender]:
    """Verbs and adjectives agree with the person; the last that does decides (खाना बनाती है: the meal is masculine)."""
    people = {_person(marks, word) for word in sentence} - {None}
    for place in reversed(range(len(sentence))):
        word = sentence[place]
        if word in marks.skipped or not word[0].isalpha() or listed(marks, sentence, place):
            continue
        kind = _HINDI_VOWELS.get(word[-1]) if word[:-1] in marks.adjectives else ending(marks, word)
        if kind in ("she", "he"):
            yield "neutral" if kind in people else _FEMALE_OR_MALE[kind]
            return
        if kind is None and word[-1] in "ीा" and _is_last_verb(sentence, place):
            yield _FEMALE_OR_MALE[_HINDI_VOWELS[word[-1]]]
            return
        if kind is None and sentence[place + 1 : place + 2] in (("है",), ("हैं",)):
            yield "unknown"
            return


def _is_last_verb(sentence: Sequence[str], place: int) -> bool:
    """A Hindi sentence ends with its verb, which agrees with the subject unless that has ने: वह जज बनी।"""
    rest = [word for word in sentence[place + 1 :] if word[0].isalpha()]
    return place > 1 and not rest and not {"ने", "उसने", "उन्होंने", "इसने"} & set(sentence)


def _slavic(marks: Marks, sentence: Sequence[str], place: int) -> Gender:
    tag = slavic.reading(sentence[place], marks.language)
    kind = {"femn": "she", "masc": "he"}.get(str(tag.gender), "")
    if tag.POS == "VERB" and not kind:
        return "neutral"
    if tag.POS not in ("NOUN", "ADJF", "ADJS", "PRTF", "PRTS", "VERB"):
        return "unknown"
    if tag.POS != "NOUN" and "plur" in tag:
        return "neutral"
    if tag.POS != "NOUN" and kind in {_person(marks, other) for other in sentence}:
        return "neutral"
    return _FEMALE_OR_MALE.get(kind, "unknown")


def _person(marks: Marks, word: str) -> str | None:
    """The grammatical gender of a word for a person, `she` or `he`; None for other words."""
    return next((marks.people[form] for form in forms(word, marks.language) if form in marks.people), None)
