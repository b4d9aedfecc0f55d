"""Where a dataset comes from, what it may be used for, and how its text was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Protocol, runtime_checkable

from babelance.core.errors import InputError
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
    """Empty: the file does not say, and is taken to be in the language that is asked for."""
    licence: str
    citation: str
    provenance: str
    """How the text came about: written by whom, translated how, validated or not."""
    files: tuple[File, ...] = ()
    url: str = ""
    notes: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    """Tags by which results are broken down."""
    validated: bool = True
    """Did people who know the language check the text?"""
    extra: Mapping[str, str] = field(default_factory=dict)

    def speaks(self, language: str) -> bool:
        return not self.languages or language in self.languages

    def require(self, language: str) -> None:
        """Raise unless there are items of this language."""
        if not self.speaks(language):
            meant = [code for code in self.languages if code.lower() == language.lower()]
            hint = f"Did you mean '{meant[0]}'?" if meant else f"It has: {', '.join(self.languages)}."
            raise InputError(f"'{self.name}' has no '{language}'. {hint}")


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


def to_record(card: Card) -> dict[str, Any]:
    """The card as a JSON object, the content of `<file>.card.json`."""
    return asdict(card)


def from_record(record: Mapping[str, Any], **defaults: Any) -> Card:
    """The card that `to_record` wrote; `defaults` stand in for what it leaves out."""
    known = {entry.name for entry in fields(Card)}
    if strange := sorted(set(record) - known):
        raise InputError(f"A card has no {', '.join(map(repr, strange))}. It has: {', '.join(sorted(known))}.")
    values = {**defaults, **record}
    for name in ("languages", "notes", "groups"):
        values[name] = _strings(name, values.get(name, ()))
    try:
        files = tuple(File(**entry) for entry in values.pop("files", ()))
        return Card(**values, files=files)
    except TypeError as error:
        raise InputError(f"The card is not complete: {error}.") from error


def _strings(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        raise InputError(f"'{name}' of a card is a list of strings, not {value!r}.")
    return tuple(value)
