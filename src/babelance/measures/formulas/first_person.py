"""Which gender does a sentence in the first person give its speaker: she, he, both, or none?

In Russian the past tense, short adjectives and participles, and words such as *сам* agree with the speaker: *я устал*,
*я устала*. Read is what stands in the same clause as *я*: from it to the next comma, conjunction or other subject. A
sentence without any word of the first person has been put into the third: there its pronouns tell, as in `tgbi`.
Belarusian, Croatian, Czech, Polish, Serbian, Slovak, Slovene and Ukrainian: `first_person_slavic`.

Rules are words and endings, no parser: what they do not know is `unclassified`, which every result counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from babelance.core.errors import InputError
from babelance.core.language import parse_words
from babelance.languages.reading.pronouns import classifier
from babelance.measures.formulas.first_person_slavic import RULES, gender_of_speaker, latin_serbian

Classify = Callable[[str], str]

_SENTENCE_PARTS = re.compile(r"[а-яё]+(?:-[а-яё]+)*|[^\s\w]")
_CLAUSE_ENDS = frozenset(',.;:!?—–…()«»"“”') | frozenset(parse_words("а но или что чтобы который которая если когда"))
_FIRST_PERSON = frozenset(
    parse_words("я меня мне мной мною мой моя моё мое мои моего моей моих моим моими моём мы нас нам наш")
)
_OTHERS = frozenset(parse_words("он она оно они ты вы кто все никто это"))
_WORDS = {
    "she": frozenset(parse_words("сама одна должна рада готова уверена такая самая первая единственная та")),
    "he": frozenset(parse_words("сам один должен рад готов уверен такой самый первый единственный тот")),
}
_SHORT_MALE = re.compile(r".{2,}(?:[ае]н|лён|жён|шён|ждён)$")
_SHORT_FEMALE = re.compile(r".{2,}(?:[ае]на|ён[ан]а)$")
_PAST_MALE = re.compile(r".*[аеёиоуыюя]л(?:ся)?$|.*(?:шёл|шел)(?:ся)?$")
_PAST_FEMALE = re.compile(r".*[аеёиоуыюя]ла(?:сь)?$|.*[гкхсзбпр]ла(?:сь)?$|.*шла(?:сь)?$")
_STEMS = frozenset(
    parse_words("""
        мог смог помог сберёг сберег берёг лёг лег достиг постиг привык отвык вырос рос принёс принес нёс нес вёз вез
        отвёз привёз привез перенёс перенес унёс вынес замёрз замерз погиб исчез спас умер упёрся заперся
        увлёкся увлекся отвлёкся отвлекся испёк испек пёк пек стриг сжёг сжег избег подверг
    """)
)
"""Past tenses of men that do not end in -л."""
_NOUNS = frozenset(
    parse_words("""
        стол футбол гол пол угол посол персонал материал журнал канал капитал потенциал скандал финал вокзал зал бал
        балл металл сигнал идеал дела тела сила школа скала пчела стрела игла метла угла стола пола бокала журнала
        персонала канала зала идеала масла числа кресла весла ремесла тепла стекла мужчина женщина жена цена сцена
        стена вина война страна сторона измена смена перемена план экран ресторан диван океан стакан роман туман
        обман карман
    """)
)
"""Nouns that look like a past tense or a short adjective."""
_LONG_FEMALE = re.compile(r".{2,}(?:ая|яя)$")
_LONG_MALE = re.compile(r".{2,}(?:ый|ий)$")
_BETWEEN = frozenset(
    parse_words("не очень всегда такая такой самая самый довольно слишком более тоже и ещё еще уже была был")
)
"""What may stand between *я* and an adjective that is about the speaker."""


def first_person(code: str) -> Classify:
    """Text in that language → she, he, both or unclassified."""
    if code not in _RULES:
        raise InputError(
            f"There are no rules for the gender of a speaker in '{code}', only in: {', '.join(sorted(_RULES))}."
        )
    return _RULES[code]


def _russian(text: str) -> str:
    words = _SENTENCE_PARTS.findall(text.lower())
    if not _FIRST_PERSON & set(words):
        pronoun = classifier("ru")(text)
        return pronoun if pronoun in ("she", "he", "both") else "unclassified"
    genders = {gender for clause in _clauses(words) for gender in _genders(clause)}
    return "both" if len(genders) > 1 else next(iter(genders), "unclassified")


def _clauses(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """What stands after each *я* in its clause."""
    for index, word in enumerate(words):
        if word != "я":
            continue
        end = next((i for i in range(index + 1, len(words)) if words[i] in _CLAUSE_ENDS | _OTHERS), len(words))
        yield words[index + 1 : end]


def _genders(clause: Sequence[str]) -> Iterator[str]:
    """The first word that agrees with the speaker decides, and the adjective right after *я*."""
    for index, word in enumerate(clause):
        gender = _gender(word) or (_adjective(word) if set(clause[:index]) <= _BETWEEN else None)
        if gender:
            yield gender
            return


def _gender(word: str) -> str | None:
    if word in _NOUNS:
        return None
    for gender, words in _WORDS.items():
        if word in words:
            return gender
    if word in _STEMS or _PAST_MALE.fullmatch(word) or _SHORT_MALE.fullmatch(word):
        return "he"
    return "she" if _PAST_FEMALE.fullmatch(word) or _SHORT_FEMALE.fullmatch(word) else None


def _adjective(word: str) -> str | None:
    if _LONG_FEMALE.fullmatch(word):
        return "she"
    return "he" if _LONG_MALE.fullmatch(word) else None


_RULES: dict[str, Classify] = {
    "ru": _russian,
    **{code: partial(gender_of_speaker, rules=rules) for code, rules in RULES.items()},
    "sr": lambda text: gender_of_speaker(latin_serbian(text), RULES["hr"]),
}
