"""A dataset made of public files, each pinned to a commit and a checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from babelance.core.card import Card, File
from babelance.core.errors import DataError, UnknownName
from babelance.core.item import Item
from babelance.datasets.reading.fetch import local

Reader = Callable[[str, Sequence[Path]], Iterator[Item]]
"""(language, the verified files of that language) → items."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A public repository at one commit."""

    name: str
    commit: str

    def file(self, name: str, path: str, sha256: str, size: int) -> File:
        """`name` is where the mirror and the cache keep it, `path` where the repository does."""
        url = f"https://raw.githubusercontent.com/{self.name}/{self.commit}/{path.replace(' ', '%20')}"
        return File(name, url, sha256, size)

    @property
    def url(self) -> str:
        return f"https://github.com/{self.name}/tree/{self.commit}"


@dataclass(frozen=True, slots=True)
class Sample:
    """What tiny files of the same format would hold: sentences of our own, one text for each part of the language."""

    language: str
    texts: tuple[str, ...]

    def read_with(self, read: Reader) -> list[Item]:
        with TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{number}" for number in range(len(self.texts))]
            for path, text in zip(paths, self.texts, strict=True):
                path.write_text(text, encoding="utf-8")
            return list(read(self.language, paths))


@dataclass(frozen=True)
class Pinned:
    """`parts` are the files from which the items of each language are read, in the reader's order."""

    card: Card
    fields: frozenset[str]
    parts: Mapping[str, tuple[File, ...]]
    read: Reader
    sample: Sample | None = None
    """None only where there are no items to read."""
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Options of `--set` that choose among datasets: option → value → name of the dataset."""

    def items(self, language: str) -> Iterator[Item]:
        """Downloads what is missing, then reads. The language is checked before either, and a dataset that has no items
        says so before anything is downloaded."""
        self.card.require(language)
        return self._items(language) if self.fields else self.read(language, [])

    def _items(self, language: str) -> Iterator[Item]:
        yield from self.read(language, [local(file) for file in self.parts[language]])

    def examples(self) -> list[Item]:
        """What the reader makes of the sample."""
        return [] if self.sample is None else self.sample.read_with(self.read)

    def fingerprint(self, language: str) -> str:
        """Follows from the pinned checksums, so it is known before anything is downloaded."""
        self.card.require(language)
        seen = "\n".join([self.card.version, *(file.sha256 for file in self.parts[language])])
        return hashlib.sha256(seen.encode()).hexdigest()[:16]

    def path(self, name: str) -> Path:
        """One file of the card, verified. `name` is its full name, or that without the dataset's folder."""
        for file in self.card.files:
            if name in (file.name, file.name.partition("/")[2]):
                return local(file)
        raise UnknownName(f"file of '{self.card.name}'", name, [file.name for file in self.card.files])


def every(parts: Mapping[str, tuple[File, ...]], *more: File) -> tuple[File, ...]:
    """All files of a card, each once."""
    return tuple(dict.fromkeys([*(file for files in parts.values() for file in files), *more]))


def without_items(name: str, holds: str) -> Reader:
    """The reader of a collection that has nothing to ask a model: it says so."""

    def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
        raise DataError(f"'{name}' holds {holds}, not items. See its files with `babelance data show {name}`.")

    return read
