"""What a reader of word vectors gives back, and the spellings under which a word is looked up."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32]


@dataclass(frozen=True)
class VectorLookup:
    """`vectors` of the words that are there; `notes` for the reader of a report; `facts` about the whole file."""

    vectors: Mapping[str, Row]
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


class VectorSource(Protocol):
    """Somewhere that word vectors come from. Nothing is read before `find`."""

    @property
    def id(self) -> str: ...
    @property
    def content(self) -> str:
        """Hash of everything that can change a vector."""
        ...

    @property
    def choices(self) -> Mapping[str, str]:
        """Policies that change numbers, for the signature."""
        ...

    def find(self, words: Collection[str]) -> VectorLookup: ...


def spellings(word: str, *, lower: bool) -> list[str]:
    """As written, in both Unicode normal forms, a phrase with underscores; then, if `lower`, the same in lower case."""
    forms = [word, unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)]
    forms += [form.replace(" ", "_") for form in forms]
    if lower:
        forms += [form for form in spellings(word.lower(), lower=False) if form not in forms]
    return list(dict.fromkeys(forms))


def duplicates_note(words: Collection[str]) -> tuple[str, ...]:
    if not words:
        return ()
    shown = ", ".join(sorted(words)[:5])
    return (f"more than one row for {len(words)} of the words; the first is used: {shown}",)
