"""Codes of languages: BCP 47 (RFC 5646), well-formed, as `de`, `zh-Hant`, `pt-BR` or `sr-Latn-RS`.

Codes come from files, signatures and command lines, and go into file names, model specs and the arguments of programs.
So they are checked wherever they come in: `../../x` and `de; rm x` are no languages.
"""

from __future__ import annotations

import re
from functools import lru_cache

from babelance.core.errors import InputError

PATTERN = (
    r"[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}"  # language: de, zh-yue
    r"(?:-[A-Za-z]{4})?"  # script: Hant
    r"(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"  # region: BR, 419
    r"(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"  # variants: valencia, 1996
    r"(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*"  # extensions: u-co-phonebk
    r"(?:-[xX](?:-[A-Za-z0-9]{1,8})+)?"  # private use
)
_WHOLE = re.compile(PATTERN)
MOST_CHARACTERS = 64


@lru_cache(maxsize=4096)
def is_language_tag(text: str) -> bool:
    return len(text) <= MOST_CHARACTERS and _WHOLE.fullmatch(text) is not None


def require_language_tag(text: str) -> str:
    """The code as it was given; raises `InputError` if it is none."""
    if not is_language_tag(text):
        raise InputError(f"{text[:80]!r} is no BCP 47 code of a language. Write de, zh-Hant or pt-BR, for example.")
    return text


def language_tag_or_none(text: str) -> str:
    """The same, but nothing is allowed, too: where the language need not be known."""
    return require_language_tag(text) if text else text
