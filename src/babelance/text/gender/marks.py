"""What tells gender in a language: determiners, endings, and nouns for people, one file of `data/` per language.

An entry of a list of nouns is `male/female` (coiffeur/coiffeuse; either side may be empty), one form that serves both
and leaves the gender to its article (analyste), or `=word` where even the article says nothing (la victime). `_` is a
blank.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from babelance.core.errors import InputError
from babelance.text.gender.spelling import plain_letters

Gender = Literal["female", "male", "neutral", "unknown"]
Form = Literal["she", "he", "common", "open"]
"""What a noun says by itself: a woman, a man, nothing without its article, nothing at all."""
Phrase = tuple[str, ...]

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Marks:
    language: str
    determiners: Mapping[str, str]
    """Word → `she`, `he`, `declined` or `open`."""
    endings: tuple[tuple[str, str], ...]
    """(ending, `she`, `he` or `open`), longest first."""
    copulas: frozenset[str]
    skipped: frozenset[str]
    """Words between a copula and its predicate."""
    adjectives: frozenset[str]
    """Adjectives that endings alone do not show: in Hindi stems of those that change with gender, in German and Dutch
    words, which never do."""
    invariant: frozenset[str]
    """Predicates that say nothing about who is meant: one form for both, or always that of the word for a person."""
    several: frozenset[str]
    """Articles and verbs of more than one."""
    things: frozenset[str]
    """Nouns that end like those for people who do something (*Computer*), or mean a deed as well (Arabic مساعدة)."""
    feminine_agents: tuple[str, ...]
    """Endings of nouns for women: *es tapicera* does not only agree with *esta persona*."""
    people: Mapping[str, str]
    """Word for a person → the grammatical gender that predicates agree with, `she` or `he`."""
    nouns: Mapping[Phrase, Form]
    occupations: Mapping[str, frozenset[Phrase]]
    """English occupation → its translations."""

    @cached_property
    def trades(self) -> frozenset[Phrase]:
        """All translations of occupations."""
        return frozenset(phrase for phrases in self.occupations.values() for phrase in phrases)

    @property
    def longest(self) -> int:
        return max(map(len, self.nouns))


@cache
def languages() -> tuple[str, ...]:
    """The languages with a file."""
    return tuple(sorted(file.stem for file in _DATA.glob("*.toml")))


def targets() -> tuple[str, ...]:
    """Those of them that have translations of English occupations."""
    return tuple(code for code in languages() if marks(code).occupations)


def has_marks(code: str) -> bool:
    return code.partition("-")[0] in languages()


@cache
def marks(code: str) -> Marks:
    """The marks of a language; `pt` stands for `pt-BR`."""
    language = code.partition("-")[0]
    if language not in languages():
        raise InputError(f"No marks of gender for '{code}', only for {', '.join(languages())}.")
    return _parse(language, tomllib.loads((_DATA / f"{language}.toml").read_text(encoding="utf-8")))


def _parse(language: str, table: Mapping[str, Any]) -> Marks:
    agreement = table.get("agreement", {})
    written = table.get("occupations", {}).items()
    occupations = {name.replace("_", " "): _entries(plain_letters(text, language)) for name, text in written}
    return Marks(
        language,
        {word: kind for kind, words in table.get("determiners", {}).items() for word in words.split()},
        tuple(sorted(_endings(table.get("endings", {})), key=lambda pair: (-len(pair[0]), pair))),
        frozenset(agreement.get("copulas", "").split()),
        frozenset(agreement.get("skip", "").split()),
        frozenset(agreement.get("adjectives", "").split()),
        frozenset(plain_letters(agreement.get("invariant", ""), language).split()),
        frozenset(agreement.get("several", "").split()),
        frozenset(plain_letters(agreement.get("things", ""), language).split()),
        tuple(agreement.get("feminine_agents", "").split()),
        {word: kind for kind, words in table["people"].items() for word in plain_letters(words, language).split()},
        _merge([_entries(plain_letters(table["nouns"]["more"], language)), *occupations.values()]),
        {name: frozenset(phrase for phrase, _ in entries) for name, entries in occupations.items()},
    )


def _endings(table: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((ending, kind) for kind, endings in table.items() for ending in endings.split())


def _entries(text: str) -> list[tuple[Phrase, Form]]:
    return [(tuple(form.split("_")), kind) for entry in text.lower().split() for form, kind in _forms(entry)]


def _forms(entry: str) -> Iterator[tuple[str, Form]]:
    if entry.startswith("="):
        yield entry[1:], "open"
    elif "/" in entry:
        male, female = entry.split("/")
        yield from ((form, kind) for form, kind in ((male, _HE), (female, _SHE)) if form)
    else:
        yield entry, "common"


_HE: Form = "he"
_SHE: Form = "she"
_ORDER: tuple[Form, ...] = ("common", "open", "she", "he")
"""A form in several entries: what leaves most open holds (`chef` is also the male form of `cheffe`)."""


def _merge(lists: list[list[tuple[Phrase, Form]]]) -> dict[Phrase, Form]:
    merged: dict[Phrase, Form] = {}
    for phrase, kind in (entry for entries in lists for entry in entries):
        merged[phrase] = min(merged.get(phrase, kind), kind, key=_ORDER.index)
    return merged
