"""Where a dataset comes from, what it may be used for, and how its text was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Protocol, runtime_checkable

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.language_tag import require_language_tag
from babelance.core.untrusted import as_type


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

    def __post_init__(self) -> None:
        for language in self.languages:
            require_language_tag(language)

    def speaks(self, language: str) -> bool:
        return not self.languages or language in self.languages

    def require(self, language: str) -> None:
        """Raise unless there are items of this language."""
        if not self.speaks(language):
            meant = [code for code in self.languages if code.lower() == language.lower()]
            hint = f"Did you mean '{meant[0]}'?" if meant else f"It has: {', '.join(self.languages)}."
            raise InputError(f"'{self.name}' has no '{language}'. {hint}")

    def require_all(self, languages: Sequence[str]) -> None:
        """Raise unless there are items of each; one that does not say its language has that of all its items."""
        for language in languages:
            self.require(language)
        if not self.languages and len(set(languages)) > 1:
            raise InputError(
                f"'{self.name}' does not say which of its items are {' and which '.join(dict.fromkeys(languages))}. "
                "Name one language, or give it a column 'language'."
            )


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


@dataclass(frozen=True)
class DatasetView:
    """A dataset made from another: some of its items, or changed ones. Card and fingerprint are those of `data`."""

    data: Dataset

    @property
    def card(self) -> Card:
        return self.data.card

    @property
    def fields(self) -> frozenset[str]:
        return self.data.fields

    def fingerprint(self, language: str) -> str:
        return self.data.fingerprint(language)


_WRITTEN_AS = {"provenance": "made"}
_FIELDS = {written: name for name, written in _WRITTEN_AS.items()}
"""Files of cards keep the name that a field had when they were written."""


class DatasetEntry(Dataset, Protocol):
    """A dataset that has a name of its own, not a user's file."""

    def examples(self) -> Sequence[Item]:
        """A few items as they come out of its reader, without any download: made up by us where it is not ours."""
        ...


def to_record(card: Card) -> dict[str, Any]:
    """The card as a JSON object, the content of `<file>.card.json`."""
    return {_WRITTEN_AS.get(name, name): value for name, value in asdict(card).items()}


def from_record(record: Mapping[str, Any], **defaults: Any) -> Card:
    """The card that `to_record` wrote; `defaults` stand in for what it leaves out."""
    known = {_WRITTEN_AS.get(entry.name, entry.name) for entry in fields(Card)}
    if strange := sorted(set(record) - known):
        raise InputError(f"A card has no {', '.join(map(repr, strange))}. It has: {', '.join(sorted(known))}.")
    values = {_FIELDS.get(name, name): value for name, value in {**defaults, **record}.items()}
    return as_type(values, Card, "The card is not complete or not right", error=InputError)
