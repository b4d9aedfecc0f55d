"""Where a dataset comes from, what it may be used for, and how its text was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from babelance.core.item import Item


@dataclass(frozen=True, slots=True)
class File:
    """One pinned file. `name` is its path in the mirror and the cache."""

    name: str
    url: str
    sha256: str
    bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """What a user must know before trusting a number that was measured on this dataset."""

    name: str
    title: str
    version: str
    languages: tuple[str, ...]
    licence: str
    citation: str
    made: str
    """How the text came about: written by whom, translated how, validated or not."""
    files: tuple[File, ...] = ()
    url: str = ""
    notes: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    """Tags by which results are broken down."""
    validated: bool = True
    extra: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Dataset(Protocol):
    """A card, the field names its items have (texts and tags), and the items of a language in a stable order."""

    @property
    def card(self) -> Card: ...
    @property
    def fields(self) -> frozenset[str]: ...
    def items(self, language: str) -> Iterator[Item]: ...
    def fingerprint(self, language: str) -> str:
        """Short hash of the content that `items(language)` is made from."""
        ...
