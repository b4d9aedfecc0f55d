"""What a reader of word vectors gives back, and the spellings under which a word is looked up."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tokenize import TokenError
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32]
UNREADABLE = (ValueError, OSError, EOFError, SyntaxError, TypeError, OverflowError, TokenError)
"""What NumPy raises for a damaged array: its header is a piece of Python."""


@dataclass(frozen=True)
class VectorLookup:
    """`vectors` of the words that are there; `notes` for the reader of a report; `facts` about the whole file."""

    vectors: Mapping[str, Row]
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


def map_array(file: Path) -> NDArray[Any]:
    """A `.npy` file, mapped into memory, if it is as long as its header says. Raises what `UNREADABLE` names."""
    with file.open("rb") as stream:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(stream)
        check_length(shape, dtype.itemsize, file.stat().st_size - stream.tell())
    return np.load(file, mmap_mode="r", allow_pickle=False)  # type: ignore[no-any-return]


def check_length(shape: Sequence[int], width: int, there: int) -> None:
    """NumPy multiplies in 64 bits, where a shape that is large enough has a small product."""
    if math.prod(shape) * width > there:
        raise ValueError(f"its header says {' x '.join(map(str, shape))} numbers, for which it is too short")


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
