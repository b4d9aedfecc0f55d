"""How much a file from outside may take: memory, nesting, length. Beyond it there is a clear error, not a full machine.

A reader takes at most ten times the size of its file, or `BABELANCE_READ_LIMIT` MiB (2048 if it is not set), whichever
is more. A small file that unpacks to more than that is a bomb or damaged; the variable is there for those that are not.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from babelance.core.errors import DataError, InputError

READ_LIMIT = "BABELANCE_READ_LIMIT"
USUAL_READ_LIMIT = 2048
"""MiB."""
GROWTH = 10
"""A reader may take so many times the size of its file, however large that is."""
DEEPEST = 100
"""Levels of nesting in JSON, TOML and TMX. Our own files have five."""
LONGEST_TEXT = 100_000
"""Characters of a text that a model is asked about. Longer ones are unanswered before a tokenizer sees them."""
LONGEST_LINE = 1 << 22
"""Bytes of a line of word vectors, or of NLI pairs."""
STREAMED_GROWTH = 50
"""A compressed file that is read as a stream, and never held, may unpack to so many times its size, or to what
`stream_limit` says, if that is more: beyond, it would only keep the machine busy. (Texts unpack to 3 to 10 times.)"""
STREAMED = 256
"""MiB."""
MOST_DRAWS = 1_000_000
"""Bootstrap draws of one interval."""
LARGEST_WHOLE = 2**63 - 1
"""Whole numbers from outside (seeds, counts, limits) fit into 64 bits."""


def read_limit() -> int:
    """Bytes that any reader may take."""
    text = os.environ.get(READ_LIMIT) or str(USUAL_READ_LIMIT)
    mebibytes = whole_number(text)
    if not mebibytes:
        raise InputError(f"{READ_LIMIT} is '{text}', which is no number of MiB above 0.")
    return mebibytes << 20


def stream_limit(size: int) -> int:
    """Bytes that a compressed file of this size may unpack to where it is read as a stream."""
    return max(STREAMED_GROWTH * size, read_limit() if os.environ.get(READ_LIMIT) else STREAMED << 20)


def whole_number(text: str) -> int | None:
    """The number that these decimal digits write; None if they are none, or not one of 64 bits.

    Not `str.isdigit`, which is true of `²`; nor `int` alone, which fails on five thousand digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_WHOLE))):
        return None
    number = int(text)
    return number if number <= LARGEST_WHOLE else None


@dataclass
class Budget:
    """What reading one file may still take. `size` is that of the file as it lies on disk."""

    name: str
    size: int
    error: type[InputError] = DataError
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.most

    @property
    def most(self) -> int:
        return max(GROWTH * self.size, read_limit())

    def take(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise self.error(
                f"'{self.name}' has {_size_in_words(self.size)} and takes more than {_size_in_words(self.most)} of "
                f"memory. It is damaged or made to fill the machine; if you trust it, set {READ_LIMIT} to more MiB."
            )


def _size_in_words(size: int) -> str:
    return f"{size / 2**20:,.1f} MiB" if size >= 2**20 else f"{size:,} bytes"
