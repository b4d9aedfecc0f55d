"""Which groups of people does a text mention: a gender, a country or those who come from there, a religion?

Words for women and men are the language's `gender_words`. Countries, their people and religions stand in
`data/group_words.toml`, as words and as stems (*irak\\**: Iraker, irakische), so that case forms are found as well.
Lower case in that file is found in any case, a word with a capital only as it is written (*Turkey*, *Đức*).
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import regex

from babelance.core.language import Language, parse_words
from babelance.core.registry import LANGUAGES

Axis = Literal["any", "gender", "country", "religion"]
LISTED: tuple[Axis, ...] = ("country", "religion")
_LETTER = r"[\pL\pM\pN_]"
_FLAGS = regex.VERSION1 | regex.FULLCASE


class _Entry(NamedTuple):
    word: str
    axis: str
    group: str
    """Empty: a word that only looks like one of the others."""


def groups_in(text: str, code: str, axis: Axis = "any") -> tuple[str, ...]:
    """The groups that a text in that language mentions, in alphabetical order; none in a language without a file."""
    base = code.partition("-")[0]
    if base not in LANGUAGES:
        return ()
    groups: set[str] = set()
    for finder, entries in _finders(base):
        for match in finder.finditer(unicodedata.normalize("NFC", text)):
            entry = entries[(match.lastindex or 1) - 1]
            if entry.group and axis in ("any", entry.axis):
                groups.add(entry.group)
    return tuple(sorted(groups))


@cache
def _finders(code: str) -> tuple[tuple[regex.Pattern[str], tuple[_Entry, ...]], ...]:
    """Gender apart from the rest: *Frenchwoman* is both."""
    language = LANGUAGES.get(code)
    listed = _names_in(code)
    gender = [_Entry(word, "gender", kind) for kind in ("female", "male") for word in _gender_words(language, kind)]
    others = list(_entries(listed))
    lists = [(gender, _edge(language), ""), (others, _edge(language, korean=True), str(listed.get("before", "")))]
    return tuple(_finder(entries, language, edge, before) for entries, edge, before in lists if entries)


def _finder(
    entries: list[_Entry], language: Language, edge: str, before: str
) -> tuple[regex.Pattern[str], tuple[_Entry, ...]]:
    """One group of the pattern for each entry, longest first, so that *India* is not found in *Indiana*."""
    ordered = tuple(sorted(entries, key=lambda entry: (-len(entry.word.rstrip("*")), entry)))
    words = "|".join(f"({_expression(entry.word, language)})" for entry in ordered)
    return regex.compile(f"{edge}(?i:{before})(?:{words})", _FLAGS), ordered


def _expression(word: str, language: Language) -> str:
    stem = word.rstrip("*")
    ending = "" if not language.spaced else rf"{_LETTER}*" if word != stem else rf"(?!{_LETTER})"
    expression = regex.escape(stem, special_only=True).replace("'", "['’]") + ending
    return expression if stem != stem.lower() else f"(?i:{expression})"


def _edge(language: Language, *, korean: bool = False) -> str:
    """What must not stand before a word. Korean writes particles behind words, so that their front shows."""
    if language.code == "ko" and korean:
        return r"(?<!\p{Hangul})"
    return rf"(?<!{_LETTER})" if language.spaced else ""


def _gender_words(language: Language, kind: str) -> tuple[str, ...]:
    return tuple(unicodedata.normalize("NFC", word) for word in language.gender_words.get(kind, ()))


def _entries(listed: Mapping[str, Any]) -> Iterator[_Entry]:
    for word in parse_words(listed.get("none", "")):
        yield _Entry(unicodedata.normalize("NFC", word), "", "")
    for axis in LISTED:
        for group, words in listed.get(axis, {}).items():
            for word in dict.fromkeys(parse_words(words)):
                yield _Entry(unicodedata.normalize("NFC", word), axis, group)


@cache
def _all() -> dict[str, dict[str, Any]]:
    file = files("babelance.languages") / "data" / "group_words.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _names_in(code: str) -> Mapping[str, Any]:
    return _all().get(code, {})
