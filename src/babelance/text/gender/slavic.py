"""Gender in Russian and Ukrainian, from the dictionaries of pymorphy3.

A noun has its gender in the dictionary. Where that is masculine or common, an adjective before it or a past tense
after it may still say that a woman is meant: врач сказала.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from babelance.core.errors import MissingExtra

_NEAR = 3
"""So many words before and after a noun are looked at."""
_COMMON = frozenset(("ms-f", "GNdr", "Ms-f"))
_NOUNS = ("NOUN", "ADJF", "PRTF")
_SETS_ASIDE = frozenset(("plur", "Surn", "Name", "Patr"))
"""Readings as a plural or as a name."""
Parses = tuple[Any, ...]


@cache
def _analyzer(language: str) -> Any:
    try:
        import pymorphy3
    except ImportError as error:
        raise MissingExtra("pymorphy3", "morphology") from error
    return pymorphy3.MorphAnalyzer(lang=language)


@lru_cache(maxsize=100_000)
def parses(word: str, language: str) -> Parses:
    return tuple(_analyzer(language).parse(word))


def lemmas(word: str, language: str) -> Iterator[str]:
    """The word and its dictionary forms; of adjectives and participles also the form of a woman."""
    yield word
    for parse in parses(word, language):
        yield parse.normal_form
        if parse.tag.POS in ("ADJF", "PRTF"):
            bent = [parse.inflect({"nomn", gender}) for gender in ("masc", "femn")]
            yield from (form.word for form in bent if form)


def noun_gender(
    sentence: Sequence[str], position: int, language: str, listed: Container[tuple[str, ...]]
) -> str | None:
    """`female`, `male` or `neutral`; None if the word at that position is no noun that tells.

    Of several readings (механику: of a mechanic, of mechanics) one with a listed dictionary form comes first, then a
    person, then the most frequent.
    """
    own = _own_gender(sentence[position].lower(), language, listed)
    if own is None and not sentence[position].isupper():  # left in English, or a name: the verb still tells
        return _past_tense(sentence[position + 1 : position + 2], language)
    if own in ("male", "common") and (marked := _agreement(sentence, position, language)):
        return marked
    return "neutral" if own in ("common", "neuter") else own


def _own_gender(word: str, language: str, listed: Container[tuple[str, ...]]) -> str | None:
    nouns = [
        parse for parse in parses(word, language) if parse.tag.POS in _NOUNS and _SETS_ASIDE.isdisjoint(_marks(parse))
    ]
    if not nouns:
        return None
    best = min(nouns, key=lambda parse: ((parse.normal_form,) not in listed, "anim" not in parse.tag))
    if any(mark in str(best.tag) for mark in _COMMON):
        return "common"
    genders = {parse.tag.gender for parse in nouns if parse.normal_form == best.normal_form and "anim" in parse.tag}
    if {"masc", "femn"} <= genders:
        return "common"
    return {"masc": "male", "femn": "female", "neut": "neuter"}.get(str(best.tag.gender))


def _marks(parse: Any) -> frozenset[str]:
    return frozenset(str(parse.tag).replace(" ", ",").split(","))


def _agreement(sentence: Sequence[str], position: int, language: str) -> str | None:
    """An adjective before the noun, or the past tense after it where the noun is the subject."""
    for word in reversed(sentence[max(0, position - _NEAR) : position]):
        best = parses(word.lower(), language)[0].tag
        if best.POS not in ("ADJF", "PRTF"):
            break
        if best.gender == "femn" and "nomn" in best:
            return "female"
    if not any("nomn" in parse.tag for parse in parses(sentence[position].lower(), language)):
        return None
    return _past_tense(sentence[position + 1 : position + 1 + _NEAR], language)


def agreement_of_indeclinable(sentence: Sequence[str], position: int, language: str) -> str | None:
    """A noun with one form for all cases serves both genders; the verb beside it tells: портьє вітала."""
    if not any("Fixd" in _marks(parse) for parse in parses(sentence[position].lower(), language)):
        return None
    return _past_tense(sentence[position + 1 : position + 2], language)


def _past_tense(words: Sequence[str], language: str) -> str | None:
    for word in words:
        best = parses(word.lower(), language)[0].tag
        if best.POS == "VERB" and best.tense == "past" and best.gender:
            return {"femn": "female", "masc": "male"}.get(best.gender)
        if best.POS in ("NOUN", "NPRO", None) or not word[0].isalpha():
            return None
    return None


_FUNCTION_WORDS = frozenset(("ADVB", "CONJ", "PRCL", "NPRO", "PREP", "NUMR", "VERB", "INFN", "PRED", "INTJ"))
_NAMES = frozenset(("Surn", "Name", "Patr", "Geox"))


def is_person(word: str, language: str) -> bool:
    """An animate noun? Readings as a name do not count. The Russian dictionary knows which reading is the frequent
    one; the Ukrainian does not, so that there no reading may be another part of speech (*як* is *as* and a yak)."""
    readings = [parse for parse in parses(word.lower(), language) if _NAMES.isdisjoint(_marks(parse))]
    if language == "ru":
        readings = readings[:1]
    if any(parse.tag.POS in _FUNCTION_WORDS for parse in readings):
        return False
    nouns = [parse for parse in readings if parse.tag.POS == "NOUN"]
    return bool(nouns) and all("anim" in parse.tag for parse in nouns)


def is_adjective(word: str, language: str) -> bool:
    """An adjective or participle by its likeliest reading."""
    return parses(word.lower(), language)[0].tag.POS in ("ADJF", "PRTF")


def is_named(word: str, language: str) -> bool:
    """A person as the subject or the predicate of a sentence: an animate noun in the nominative, one only."""
    return is_person(word, language) and any(
        parse.tag.POS == "NOUN" and "nomn" in parse.tag and "plur" not in parse.tag
        for parse in parses(word.lower(), language)
    )


def is_several(sentence: Sequence[str], position: int, language: str) -> bool:
    """People in the nominative plural, as the subject or behind *это* or a dash: это учителя, not сын учителя."""
    if (
        position
        and sentence[position - 1].lower() not in _BEFORE_SEVERAL
        and not _is_plural_adjective(sentence[position - 1], language)
    ):
        return False
    people = [
        _marks(parse) for parse in parses(sentence[position].lower(), language) if {"NOUN", "anim"} <= _marks(parse)
    ]
    named = [marks for marks in people if "nomn" in marks]
    return bool(named) and all("plur" in marks for marks in named)


def _is_plural_adjective(word: str, language: str) -> bool:
    return any({"ADJF", "plur", "nomn"} <= _marks(parse) for parse in parses(word.lower(), language))


_BEFORE_SEVERAL = frozenset(("это", "эти", "те", "они", "—", "–", "-", "це", "ці", "вони"))


def reading(word: str, language: str) -> Any:
    """The tag of a predicate: as a person if it can be one (*бондарь* is a cooper and a verb), else the likeliest."""
    readings = parses(word.lower(), language)
    people = (
        parse
        for parse in readings
        if parse.tag.POS == "NOUN" and {"anim", "nomn"} <= _marks(parse) and _SETS_ASIDE.isdisjoint(_marks(parse))
    )
    return next(people, readings[0]).tag
