"""A dataset whose files only its authors may hand out, or that no pinned address has: the user fetches them.

Its card says where; its files go into the folder that `BABELANCE_MIRROR` names, under the names that it lists. There is
no checksum to compare with, so the fingerprint in a signature is that of the file that was read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.datasets.reading.fetch import sha256_of
from babelance.datasets.reading.pinned import Reader, Sample


@dataclass(frozen=True)
class Elsewhere:
    """`parts`: language → the files of it, by their names in the mirror; `read` is as of pinned datasets."""

    card: Card
    fields: frozenset[str]
    parts: Mapping[str, tuple[str, ...]]
    read: Reader
    sample: Sample

    def items(self, language: str) -> Iterator[Item]:
        self.card.require(language)
        paths = self._paths(language)
        missing = [name for name, path in zip(self.parts[language], paths, strict=True) if path is None]
        if missing:
            raise DataError(f"'{self.card.name}' has to be fetched by hand: {self.how_to_get(missing)}.")
        return self.read(language, [path for path in paths if path])

    def how_to_get(self, names: Sequence[str]) -> str:
        few = ", ".join(names[:3]) + (f" and so on ({len(names)} files)" if len(names) > 3 else "")
        return (
            f"get it from {self.card.url} (licence: {self.card.licence}), and put it into the folder that "
            f"BABELANCE_MIRROR names as {few}"
        )

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for names in self.parts.values() for name in names))

    @property
    def languages_here(self) -> tuple[str, ...]:
        """Those whose files are in the mirror."""
        return tuple(language for language in self.parts if all(self._paths(language)))

    def _paths(self, language: str) -> list[Path | None]:
        mirror = os.environ.get("BABELANCE_MIRROR")
        places = [Path(mirror) / name if mirror else None for name in self.parts[language]]
        return [path if path and path.is_file() else None for path in places]

    def examples(self) -> list[Item]:
        """What the reader makes of the sample."""
        return self.sample.read_with(self.read)

    def fingerprint(self, language: str) -> str:
        self.card.require(language)
        seen = [sha256_of(path) if path else "not here" for path in self._paths(language)]
        return hashlib.sha256("\n".join([self.card.version, language, *seen]).encode()).hexdigest()[:16]
