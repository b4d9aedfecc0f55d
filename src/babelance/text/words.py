"""Finds words of a list in text: whole words, upper and lower case alike, in any script.

A word is whole if no letter, digit, combining mark or underscore stands beside it, so *her* is in *to her.* but not in
*there*. In languages that do not put spaces between words (`spaced=False`) a word is found wherever it stands.
Straight and curly apostrophes are the same, and so are composed and decomposed letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import regex

_EDGE = r"[^\pL\pM\pN_]"


def re2_pattern(words: Iterable[str], *, names: Iterable[str] = (), spaced: bool = True) -> str:
    """For RE2 (pyarrow), which walks megabytes of text at once; the group `word` is what was found. `names` are found
    as they are written, so that *will* is not *Will*."""
    kinds = [f"(?i:{_alternatives(words)})", *([_alternatives(names)] if names else [])]
    expression = f"(?P<word>{'|'.join(kinds)})"
    return f"(?:^|{_EDGE}){expression}(?:$|{_EDGE})" if spaced else expression


def pattern(words: Iterable[str], *, spaced: bool = True) -> regex.Pattern[str]:
    """The same for one sentence at a time, of which it finds every word.

    `regex` and not `re`, to which the vowel signs of Indic scripts are no part of a word."""
    expression = f"(?P<word>{_alternatives(words)})"
    return regex.compile(rf"(?<!\w){expression}(?!\w)" if spaced else expression, regex.IGNORECASE)


@lru_cache(maxsize=100_000)
def plain(word: str) -> str:
    """The form by which words are compared and counted."""
    return unicodedata.normalize("NFC", word.replace("’", "'")).lower()


def _alternatives(words: Iterable[str]) -> str:
    """Longest first, so that *step mother* is not taken for *mother*."""
    forms = {unicodedata.normalize(form, word) for word in words for form in ("NFC", "NFD")}
    return "|".join(_escape(word) for word in sorted(forms, key=lambda word: (-len(word), word)))


def _escape(word: str) -> str:
    return re.escape(word.replace("’", "'")).replace("'", "['’]").replace(r"\ ", " ")
