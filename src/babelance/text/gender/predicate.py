"""Which gender a sentence like *this person is a carpenter* gives the person it is about.

Every noun for people counts, and what follows *is*: with an article as a noun (*un charpentier*), alone as an
adjective or a noun. What only agrees with the word for a person (*cette personne est gentille*) says nothing. Words
that nothing is known about are `unknown`, which is not the same as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babelance.text.gender import arabic, germanic, hindi, slavic
from babelance.text.gender.adverbs import without_adverbs
from babelance.text.gender.agents import may_be_agent
from babelance.text.gender.marks import Gender, Marks
from babelance.text.gender.nouns import (
    PREPOSITIONS,
    determiner,
    ending,
    gender_at,
    holds_article,
    is_thing,
    listed,
)
from babelance.text.gender.several import behind_plural_verb, first_word, is_several, verb_is_plural
from babelance.text.gender.spelling import forms, has_foreign_letters, words

_FEMALE_OR_MALE: dict[str, Gender] = {"she": "female", "he": "male"}
_SLAVIC = ("ru", "uk")
_WITHOUT_COPULA = ("ru", "uk", "ar")
_PRONOUNS = frozenset(("هو", "هي", "إنه", "إنها"))
_PRO_DROP = ("es", "it", "pt")
_ROMANCE = (*_PRO_DROP, "fr")
_WITH_PREPOSITIONS = (*_ROMANCE, "de", "nl")
_ENDS = frozenset('.,;:!?()«»"')


def genders(marks: Marks, text: str) -> frozenset[Gender]:
    """All that the nouns and the predicate of a sentence say; empty if there is neither."""
    text = without_adverbs(marks.language, text)
    sentence = words(text, marks.language)
    if by_verb := by_first_verb(marks, text):
        return frozenset((by_verb,))
    genders_said = frozenset((*_of_nouns(marks, sentence), *_of_predicate(marks, sentence)))
    is_somebody = any(_person(marks, word) is not None for word in sentence)
    return genders_said or frozenset[Gender](("neutral",) if is_somebody else ())


def by_first_verb(marks: Marks, text: str) -> Gender | None:
    """The gender of a subject that is not written, by a verb at the beginning (Arabic), whoever else is named."""
    return arabic.by_first_words(marks, text, words(text, marks.language)) if marks.language == "ar" else None


def _of_nouns(marks: Marks, sentence: Sequence[str]) -> Iterator[Gender]:
    return (
        _of_noun(marks, sentence, position)
        for position in range(len(sentence))
        if _person(marks, sentence[position]) is None
        and _names_somebody(marks, sentence, position)
        and not _of_another(marks, sentence, position)
    )


def _of_noun(marks: Marks, sentence: Sequence[str], position: int) -> Gender:
    if is_several(marks, sentence, position):
        return "neutral"
    gender = gender_at(marks, sentence, position)
    return (_of_adjective_behind(marks, sentence, position) or gender) if gender == "neutral" else gender


def _of_adjective_behind(marks: Marks, sentence: Sequence[str], position: int) -> Gender | None:
    """A noun of both behind *is* may be told apart by the adjective that follows: es auxiliar administrativa."""
    known = listed(marks, sentence, position)
    if marks.language not in _ROMANCE or not known or known[0] != "common":
        return None
    before, behind = sentence[position - 1] if position else "", [*sentence[position + known[1] :], ""]
    adjective = behind[0].lower()
    if before.lower() not in marks.copulas or not adjective or not adjective[0].isalpha():
        return None
    if adjective in PREPOSITIONS or adjective in marks.determiners or adjective in marks.several:
        return None
    return _FEMALE_OR_MALE.get(ending(marks, adjective) or "")


def _names_somebody(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    if listed(marks, sentence, position) and not is_thing(marks, sentence[position]):
        return sentence[position].lower() not in marks.skipped and not _only_agrees(marks, sentence, position)
    if marks.language in _SLAVIC:
        word = sentence[position]
        return slavic.is_named(word, marks.language) or slavic.is_several(sentence, position, marks.language)
    return position == 1 and _is_subject(marks, sentence)


def _only_agrees(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    """An adjective that is a noun elsewhere, last behind a word for a person: esta persona es trabajadora."""
    is_last = position + 1 >= len(sentence) or not sentence[position + 1][0].isalpha()
    if (
        not is_last
        or determiner(marks, sentence, position)
        or marks.invariant.isdisjoint(forms(sentence[position], marks.language))
    ):
        return False
    return any(_person(marks, word) is not None for word in sentence[:position])


def _is_subject(marks: Marks, sentence: Sequence[str]) -> bool:
    """An article and somebody who does something begin the sentence: *la vetrinista è pronta*, not *la voiture*."""
    noun = sentence[1]
    if sentence[0].lower() not in marks.determiners or is_thing(marks, noun):
        return False
    if marks.language == "de" and not noun[0].isupper():
        return False
    return may_be_agent(sentence, 1, marks.language)


def _of_another(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    """Of nouns in a row the first names the person in Arabic: معلم مدرسة is a teacher of a school. Elsewhere a noun
    behind a preposition is no second person: officier de marine."""
    if marks.language == "ar":
        return not sentence[position].startswith("و") and any(
            _names_somebody(marks, sentence, before) and _person(marks, sentence[before]) is None
            for before in range(max(0, position - 2), position)
        )
    if position < 2 or sentence[position - 1].lower() not in PREPOSITIONS:
        return False
    return marks.language in _WITH_PREPOSITIONS and _names_somebody(marks, sentence, position - 2)


def _of_predicate(marks: Marks, sentence: Sequence[str]) -> Iterator[Gender]:
    if marks.language == "hi":
        yield from hindi.of_predicate(marks, sentence, {_person(marks, word) for word in sentence} - {None})
        return
    position = _head(marks, sentence)
    if position is not None and _is_preposition(marks, sentence[position]) and _is_about_somebody(marks, sentence):
        yield _of_been(marks, sentence, position) or "neutral"  # è stata in ritardo, está com pressa
        return
    if position is None or _names_somebody(marks, sentence, position) or _person(marks, sentence[position]) is not None:
        return
    if position + 1 < len(sentence) and _names_somebody(marks, sentence, position + 1):
        return  # an adjective before a noun that has been counted
    if marks.language in _SLAVIC:
        yield _slavic(marks, sentence, position)
    elif verb_is_plural(marks, sentence):
        if first_word(marks, sentence) in marks.several:
            yield "neutral" if ending(marks, sentence[position]) or marks.language == "it" else "unknown"
    elif determiner(marks, sentence, position) is not None:
        yield gender_at(marks, sentence, _noun_behind(marks, sentence, position))
    elif _is_about_somebody(marks, sentence):
        gender = _bare(marks, sentence, position)
        yield (_of_been(marks, sentence, position) or gender) if gender == "neutral" else gender


def _of_been(marks: Marks, sentence: Sequence[str], position: int) -> Gender | None:
    """The Italian participle before a predicate for both agrees with the subject: *non era mai stata felice*."""
    kind = {"stato": "he", "stata": "she"}.get(sentence[position - 1].lower()) if marks.language == "it" else None
    agrees_with_noun = kind in {_person(marks, word) for word in sentence}
    return None if agrees_with_noun else _FEMALE_OR_MALE.get(kind or "")


def _is_preposition(marks: Marks, word: str) -> bool:
    return word.lower() in PREPOSITIONS or holds_article(marks, word.lower())


def _is_about_somebody(marks: Marks, sentence: Sequence[str]) -> bool:
    """A word for a person, or no subject at all in a language that leaves pronouns out: es simpática."""
    if any(_person(marks, word) is not None or word.lower() in _PRONOUNS for word in sentence):
        return True
    return marks.language in _PRO_DROP and first_word(marks, sentence) in marks.copulas


def _head(marks: Marks, sentence: Sequence[str]) -> int | None:
    """Where the predicate begins: behind the copula or dash, its adverbs and its article."""
    starts = [at + 1 for at, word in enumerate(sentence) if word.lower() in marks.copulas]
    if not starts and marks.language in _WITHOUT_COPULA:
        starts = [at + 1 for at, word in enumerate(sentence) if _is_subject_word(marks, word)]
    if not starts and verb_is_plural(marks, sentence):
        starts = behind_plural_verb(marks, sentence)
    if not starts:
        return None
    for position in range(starts[0], len(sentence)):
        word = sentence[position].lower()
        if word in _ENDS:
            return None
        if word[0].isalpha() and (holds_article(marks, word) or not _stands_before(marks, word)):
            return position
    return None


def _is_subject_word(marks: Marks, word: str) -> bool:
    """A pronoun, or the word for a person; in Russian only as the subject (у этого человека нет …)."""
    if word.lower() in _PRONOUNS:
        return True
    return bool(_person(marks, word)) and (
        marks.language not in _SLAVIC
        or slavic.is_named(word, marks.language)
        or word.lower().startswith(("кто", "хто"))
    )


def _stands_before(marks: Marks, word: str) -> bool:
    """An article or an adverb, which the predicate follows."""
    if word in marks.skipped or word in marks.determiners or (marks.language in _PRO_DROP and word.endswith("mente")):
        return True
    return marks.language in _SLAVIC and slavic.parses(word, marks.language)[0].tag.POS == "ADVB"


def _noun_behind(marks: Marks, sentence: Sequence[str], position: int) -> int:
    """Dutch adjectives after an article end in -e, and the noun follows: een goede spreekster."""
    behind = sentence[position + 1].lower() if position + 1 < len(sentence) else "."
    follows = behind[0].isalpha() and behind not in PREPOSITIONS
    return position + 1 if marks.language == "nl" and follows and sentence[position].endswith("e") else position


def _bare(marks: Marks, sentence: Sequence[str], position: int) -> Gender:
    """An adjective, or a noun without an article."""
    word = sentence[position]
    if _is_foreign(marks, word):
        return "unknown"
    if marks.language == "de" and word[0].islower():
        return "neutral" if germanic.is_adjective(marks, word) else "unknown"
    if any(form in marks.invariant for form in forms(word, marks.language)):
        return "neutral"
    if marks.language == "ar":
        return arabic.of_unlisted(marks, sentence, position)
    if marks.feminine_agents and word.endswith(marks.feminine_agents):
        return "female"
    kind = ending(marks, word)
    if marks.language == "nl":
        return _FEMALE_OR_MALE.get(kind or "") or ("neutral" if germanic.is_open(marks, word, kind) else "unknown")
    if kind and marks.language != "de" and kind in {_person(marks, other) for other in sentence}:
        return "neutral"  # it agrees with the word for a person
    return _FEMALE_OR_MALE.get(kind or "") or ("neutral" if kind == "open" else "unknown")


def _is_foreign(marks: Marks, word: str) -> bool:
    """Letters of another language, or an English occupation that was left: its ending tells nothing (*nurse*)."""
    return has_foreign_letters(word, marks.language) or word.lower() in marks.occupations


def _slavic(marks: Marks, sentence: Sequence[str], position: int) -> Gender:
    tag = slavic.reading(sentence[position], marks.language)
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
