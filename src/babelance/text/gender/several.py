"""Is a sentence about several people? They are *they*, whatever gender their noun has: *son escultores*."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.text.gender import slavic
from babelance.text.gender.marks import Marks

_INDEFINITE_ARTICLES = frozenset(("un", "une", "una", "uno", "un'", "um", "uma", "ein", "eine"))
_AND = frozenset(("et", "y", "e", "ed", "und", "en", "и", "та", "و", "और"))
_NEAR = 2


def is_several(marks: Marks, sentence: Sequence[str], position: int) -> bool:
    """Is the noun or the adjective at this position a plural, by its article or its verb?"""
    if marks.language in ("ru", "uk"):
        return slavic.is_several(sentence, position, marks.language)
    near = [word.lower() for word in sentence[max(0, position - _NEAR) : position]]
    if not _INDEFINITE_ARTICLES.isdisjoint(near) or (marks.language == "it" and sentence[position][-1] not in "ie"):
        return False
    return any(_is_article(marks, word) for word in near) or verb_is_plural(marks, sentence)


def verb_is_plural(marks: Marks, sentence: Sequence[str]) -> bool:
    """*Sind* and no *ist*; a man and a woman beside each other are two who are named."""
    small = [word.lower() for word in sentence]
    if not marks.copulas.isdisjoint(small) or not _AND.isdisjoint(small):
        return False
    return any(word in marks.several and not _is_article(marks, word) for word in small)


def behind_plural_verb(marks: Marks, sentence: Sequence[str]) -> list[int]:
    """Where no subject is written or it is *all of them*: erano ricchi, tutti erano calmi."""
    small = [word.lower() for word in sentence]
    verbs = [at for at, word in enumerate(small) if word in marks.several and word not in marks.determiners]
    return [verbs[-1] + 1] if first_word(marks, sentence) in marks.several else []


def first_word(marks: Marks, sentence: Sequence[str]) -> str:
    """The first word but for adverbs."""
    small = (word.lower() for word in sentence)
    return next((word for word in small if word not in marks.skipped and not word.endswith("mente")), "")


def _is_article(marks: Marks, word: str) -> bool:
    return word in marks.several and word in marks.determiners
