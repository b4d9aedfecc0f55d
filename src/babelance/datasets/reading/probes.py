"""Reads the probes that the project wrote: one file of material per language, one file of what all languages share.

`data/probes/<code>.toml` and `data/shared.toml`; docs/probes.md describes every section.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import Language, parse_words
from babelance.core.registry import LANGUAGES
from babelance.text.fill import Word, fill

_DATA = files("babelance.datasets") / "data"


@dataclass(frozen=True)
class Probe:
    """The material of one language, with the language itself. Forms of words are split and named."""

    language: Language
    material: Mapping[str, Any]

    def section(self, name: str) -> Mapping[str, Any]:
        if name not in self.material:
            raise DataError(f"probes/{self.language.code}.toml has no section [{name}]. See docs/probes.md.")
        section: Mapping[str, Any] = self.material[name]
        return section

    def words(self, section: str, kind: str) -> dict[str, Word]:
        """key → word with its forms, e.g. `words("occupations", "occupation")`."""
        return {key: self.word(text, kind) for key, text in self.section(section).items()}

    def word(self, text: str, kind: str) -> Word:
        """`"Arzt | Ärztin"` with the names of `[forms]`; forms at the end may be left out."""
        return dict(zip(split(self.section("forms")[kind]), split(text), strict=False))

    def sentence(self, template: str, subject: str, occupation: Word, gender: str) -> str:
        """An occupation with forms for both genders takes the subject's."""
        if not isinstance(occupation, str) and gender in occupation:
            occupation = {gender: occupation[gender]} | dict(occupation)
        return fill(template, {"subject": subject, "occupation": occupation}, self.language, gender=gender)


@dataclass(frozen=True)
class Babel:
    """A dataset of our own: a card, and a function that makes the items of a language from its material."""

    card: Card
    fields: frozenset[str]
    make: Callable[[Probe], Iterator[Item]]

    def items(self, language: str) -> Iterator[Item]:
        self.card.require(language)
        return self.make(probe(language))

    def examples(self) -> list[Item]:
        return list(islice(self.items(self.card.languages[0]), 3))

    def fingerprint(self, language: str) -> str:
        """The hash of the items themselves, not of their file: names and rules of the language take part in them."""
        digest = hashlib.sha256(self.card.version.encode())
        for item in self.items(language):
            digest.update(json.dumps([item.id, dict(item.texts), dict(item.tags)], ensure_ascii=False).encode())
        return digest.hexdigest()[:16]


def card(name: str, title: str, *, section: str, groups: tuple[str, ...], notes: tuple[str, ...]) -> Card:
    """What all cards of our own probes say, with what this one adds. Its languages are those that have the section."""
    return Card(
        name=name,
        title=title,
        version="1",
        languages=codes(section),
        licence="Apache-2.0",
        citation="The babelance authors",
        provenance="Written by the project in every language; not yet validated by native speakers.",
        notes=notes,
        groups=groups,
        validated=False,
    )


def split(text: str) -> list[str]:
    """`"a | b"` → a, b."""
    return [part.strip() for part in text.split("|")]


@cache
def probe(code: str) -> Probe:
    return Probe(LANGUAGES.get(code), tomllib.loads((_DATA / "probes" / f"{code}.toml").read_text(encoding="utf-8")))


@cache
def shared_material() -> Mapping[str, Any]:
    return tomllib.loads((_DATA / "shared.toml").read_text(encoding="utf-8"))


@cache
def codes(section: str) -> tuple[str, ...]:
    """Languages whose probe file has that section, found without parsing the files."""
    paths = [path for path in (_DATA / "probes").iterdir() if path.name.endswith(".toml")]
    known = (path.name.removesuffix(".toml") for path in paths if f"\n[{section}" in path.read_text(encoding="utf-8"))
    return tuple(sorted(known))


def keys(table: str, *, extra: bool = False) -> tuple[str, ...]:
    """Keys of `descriptors` or `targets` that every language has; the additional ones on request."""
    lists = shared_material()[table]
    return parse_words(lists["base"]) + (parse_words(lists["extra"]) if extra else ())


def stereotype(occupation: str) -> str:
    """`male`, `female` or `neutral`, by the two scores of the occupation (papers on NLI-CoAL use the same rule)."""
    gendered, stereotyped = shared_material()["occupations"][occupation]
    if abs(gendered) >= 0.5 or abs(stereotyped) <= 0.5:
        return "neutral"
    return "male" if stereotyped > 0 else "female"


def short(*texts: str) -> str:
    """Eight hexadecimal digits that stand for the texts: the part of an id that does not depend on a position."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
