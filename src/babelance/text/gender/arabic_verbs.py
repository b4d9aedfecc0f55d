"""Arabic verbs: is the subject that nobody writes a woman, a man or several people?

    قررت أن تستقيل   she decided        ستحضر الاجتماع   she will come to
    درس القانون      he studied law     يعرفون           they know

Written without vowels *she did* and *I did* are one word (ذهبت), and so are *she does* and *you do* (تذهب). They are
read as she: who translates a sentence about somebody writes about somebody. Where the vowel is written it decides.

Where a noun follows it may be the subject (وصل القطار, the train arrived), so the verb counts if it is one that
people alone do, by the list below. A present tense belongs to the verb of the list that has its consonants.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from babelance.core.language import parse_words
from babelance.text.gender.arabic_verb_lists import (
    ALSO_NOUNS,
    ALSO_NOUNS_IN_TA,
    NO_VERBS,
    WHAT_PEOPLE_DO,
    WHAT_PEOPLE_DO_MORE_SELDOM,
    WHAT_THINGS_DO_TOO,
)
from babelance.text.gender.marks import Gender
from babelance.text.gender.spelling import plain_letters

_PEOPLE = WHAT_PEOPLE_DO + WHAT_PEOPLE_DO_MORE_SELDOM
_IMPERSONAL = re.compile(
    r"(?:س?ي(?:جب|نبغي|قال|حكي|لزم|توجب|ستوجب|مكن|تعين|بدو|ستحيل|جوز|كفي|تضح|حتمل|صعب|سهل|عد|عتبر)$|ت(?:قع|بين|عد|عتبر)$)"
)
_OF_IMPERSONAL = re.compile(r"س?ي(?:مكن|لزم|كفي|عجب|هم|سعد|سر|ناسب|قلق|حزن|ضايق|زعج)(ه|ها|هما|هم|هن)$")
_OBJECT = r"(?:ه|ها|هم|هما|هن|ني|نا|ك|كم|كما)"
_SUFFIX = re.compile(rf"(\w\w+?){_OBJECT}$")
_SEVERAL = re.compile(rf"(?:س?ي\w+(?:ون{_OBJECT}?|وا|ان|و{_OBJECT})|\w{{3,}}وا)$")
_TO_THEM = re.compile(r"(\w\w+?)و(?:ه|ها|هم|هما|ني|نا|ك|كم)$")
"""They deceived him (خدعوه): the ا of *they* is not written before a pronoun."""
_YET_ONE = frozenset(parse_words("يكون سيكون يخون يصون يهون يدعو يشكو يرجو يبدو يتلو ينمو يعفو يغزو"))
_PRESENT = re.compile(r"س?([يت])(\w{2,})$")
_DOING = re.compile(r"ت\w\wي\w$")
"""The noun of a verb (تعليم)."""
PASSIVE = frozenset(parse_words(plain_letters("حكم قبض أغمي يغمى أفرج سمح نقل عثر ألقي", "ar")))
"""Whom something was done to stands behind a preposition: حكم عليها, أغمي عليه."""
_SHORT = frozenset(parse_words("اتي ري نوي روي عي ودي"))
"""*Come, see, intend, tell*: their consonants are too few."""
_WEAK = re.compile("[اويىءئؤ]")
_DERIVED = re.compile(r"(?:است\w?|ا\wت|ان\w)[^\Wاوي]\w$")
"""استفعل, افتعل, انفعل; their nouns have another ا."""


ALSO_PRESENT = frozenset(parse_words("تعرف تقدم تصرف تحرك تغير توقف تدرب تحسن تطور"))
"""*He got to know, went forward, behaved* have no object; with one they are *she knows, presents, spends*."""


class Verb(NamedTuple):
    """`known` if people alone do it; `has_object` if a pronoun is written with it (ساعدته)."""

    gender: Gender
    known: bool
    object: str = ""
    is_past: bool = True


def read(word: str, *, behind_particle: bool = False, behind_has: bool = False) -> Verb | None:
    """The verb of somebody who is not named, or None. `behind_particle`: only a present tense can follow (لم, لن, سوف);
    `behind_has`: only a verb can (لقد)."""
    has_article = word.startswith("ال")  # ألح has none
    word = plain_letters(word, "ar")
    if (has_article and word not in _pasts()) or (word in NO_VERBS and not behind_particle) or word.endswith("ة"):
        return None
    if _is_of_several(word):
        return Verb("neutral", known=True)
    past = _past(word)
    if past and not behind_particle:
        return past
    return _present(word, behind_particle) or (_unlisted_past(word, behind_has) if not behind_particle else None)


def is_past(word: str) -> bool:
    """A past tense of the list without a pronoun: this person *studied*."""
    return plain_letters(word, "ar") in _pasts_of_people()


def _is_of_several(word: str) -> bool:
    if word in _YET_ONE:
        return False
    to_them = _TO_THEM.match(word)
    if _SEVERAL.match(word) or (to_them and to_them.group(1) in _pasts()):
        return True
    women = re.match(r"س?ي(\w{3,})ن$", word)  # يستيقظن, but not يسكن
    return women is not None and _skeleton(word[1:]) not in _skeletons() and _skeleton(women.group(1)) in _skeletons()


def _past(word: str) -> Verb | None:
    """A past tense of the lists, with a pronoun or without one."""
    if word in _pasts():
        return Verb(_pasts()[word], word in _pasts_of_people())
    pronoun = _SUFFIX.match(word)
    if pronoun is None:
        return None
    written = word[pronoun.end(1) :]
    for stem in _bare_stems(pronoun.group(1)):
        if stem in _pasts() and (written == "ني" or stem not in _nouns()):
            return Verb(_pasts()[stem], stem in _pasts_of_people(), object=written)
    return None


def _bare_stems(stem: str) -> tuple[str, ...]:
    """Before a pronoun ى is written ا: أعطاه."""
    return (stem, f"{stem[:-1]}ي") if stem.endswith("ا") else (stem,)


def _unlisted_past(word: str, behind_has: bool) -> Verb | None:
    """She by its -ت, which nouns in *-at* have as well; he by a shape that no noun has, or behind *has*."""
    if word.endswith("تني") and len(word) > 5:
        return Verb("female", known=False, object="ني")
    if word.endswith("ت") and len(word) > 3 and not word.endswith(("ات", "يت")):  # *I* walked is مشيت, she مشت
        return Verb("female", known=False)
    if behind_has:
        pronoun = _SUFFIX.match(word)
        bare = pronoun.group(1) if pronoun else word
        return Verb("female" if bare.endswith("ت") else "male", known=False)
    return Verb("male", known=False) if _DERIVED.match(word) else None


def _present(word: str, behind_particle: bool) -> Verb | None:
    shape = _PRESENT.match(word)
    if not shape or (not behind_particle and (_IMPERSONAL.match(word) or _DOING.match(word))):
        return None
    known = (
        shape.group(2) in _SHORT or word.startswith("تت") or not _skeletons_of(shape.group(2)).isdisjoint(_skeletons())
    )
    if shape.group(1) == "ي":
        return Verb("male", known, is_past=False) if known or behind_particle or len(word) > 3 else None
    # Nouns begin with ت, too (تعليم); *she will* cannot be one.
    return Verb("female", known, is_past=False) if known or behind_particle or word.startswith("ست") else None


def _skeletons_of(stem: str) -> frozenset[str]:
    pronoun = _SUFFIX.match(stem)
    return frozenset(_skeleton(form) for form in (stem, pronoun.group(1) if pronoun else stem))


def _skeleton(stem: str) -> str:
    return _WEAK.sub("", stem)


def of_impersonal(word: str) -> str:
    """*It is possible for her* and the like: the pronoun that is written with it, or nothing."""
    match = _OF_IMPERSONAL.match(plain_letters(word, "ar"))
    return match.group(1) if match else ""


def is_impersonal(word: str) -> bool:
    return bool(_IMPERSONAL.match(plain_letters(word, "ar")))


@cache
def _pasts() -> dict[str, Gender]:
    """Every form of both lists."""
    return _inflect(WHAT_THINGS_DO_TOO) | _inflect(_PEOPLE)


@cache
def _pasts_of_people() -> frozenset[str]:
    return frozenset(_inflect(_PEOPLE))


def _inflect(verbs: str) -> dict[str, Gender]:
    """He, she (دعا has دعت), the two of them, all of them; where two are alike (ملأ and *both were bored*), he."""
    table: dict[str, Gender] = {}
    for verb in parse_words(verbs):
        stem = verb[:-1] if verb.endswith(("ا", "ى")) else verb
        table |= {f"{verb}ا": "neutral", f"{stem}تا": "neutral", f"{stem}وا": "neutral", f"{stem}ت": "female"}
    table |= dict.fromkeys(parse_words(verbs), "male")
    return {plain_letters(form, "ar"): gender for form, gender in table.items()} | dict.fromkeys(
        parse_words(plain_letters(verbs, "ar")), "male"
    )


@cache
def _nouns() -> frozenset[str]:
    """Nouns that look like verbs where a pronoun is written with them: his work, his story. Of the short verbs that are
    seldom, all."""
    of_three = (verb for verb in parse_words(plain_letters(WHAT_PEOPLE_DO_MORE_SELDOM, "ar")) if len(verb) < 4)
    listed = parse_words(plain_letters(ALSO_NOUNS, "ar"))
    return frozenset((*listed, *of_three, *(f"{noun}ت" for noun in parse_words(ALSO_NOUNS_IN_TA))))


@cache
def _skeletons() -> frozenset[str]:
    """Of what people do; of one consonant only nothing can be told."""
    verbs = parse_words(plain_letters(_PEOPLE, "ar"))
    return frozenset(skeleton for verb in verbs if len(skeleton := _skeleton(verb)) > 1)
