"""Which gender does a text tell: of the person it is about, by pronouns, nouns for women and men, or a name.

It is asked of sources: what they leave open, a translation may leave open; what they tell, it should keep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Literal

from babelance.core.language import Language
from babelance.core.registry import LANGUAGES
from babelance.languages.reading.pronouns import classifier, language_of

ToldGender = Literal["she", "he", "both", "open"]
_LETTER = r"[\w\u0300-\u036f\u0900-\u097f]"
_GENDERS = {"female": "she", "male": "he"}


@cache
def teller(code: str) -> Callable[[str], ToldGender]:
    """Text in that language → the gender it tells. In a language without a file nothing is told."""
    base = code.partition("-")[0]
    if code not in LANGUAGES and base not in LANGUAGES:
        return lambda text: "open"
    language = language_of(code)
    patterns = {class_name: _pattern(language, gender) for gender, class_name in _GENDERS.items()}
    # Where pronouns leave gender open, `he` in a list of pronoun classes does not make a sentence tell it.
    by_pronoun = classifier(code) if language.pronoun_classes and not language.registers else None

    def tell(text: str) -> ToldGender:
        named = by_pronoun(text) if by_pronoun else ""
        she, he = (
            named in (name, "both") or bool(pattern and pattern.search(text)) for name, pattern in patterns.items()
        )
        if she and he:
            return "both"
        return "she" if she else "he" if he else "open"

    return tell


def _pattern(language: Language, gender: str) -> re.Pattern[str] | None:
    """Nouns in upper or lower case, names with their capital; whole words in scripts with blanks."""
    words = [f"(?i:{re.escape(word)})" for word in _longest_first(language.gender_words.get(gender, ()))]
    names = [re.escape(name) for name in _longest_first(language.names.get(gender, ())) if name[:1].isupper()]
    if not words and not names:
        return None
    either = "|".join([*words, *names])
    return re.compile(rf"(?<!{_LETTER})(?:{either})(?!{_LETTER})" if language.spaced else either)


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))
