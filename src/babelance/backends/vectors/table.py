"""A whole table of word vectors in memory, to be changed and written again; measures read only what they ask for."""

from __future__ import annotations

import io
import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from babelance.backends.vectors import binary
from babelance.backends.vectors import text as vectors_text
from babelance.backends.vectors.file import VectorFile
from babelance.core.errors import ModelError
from babelance.core.files import together, write_bytes, write_text

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class VectorTable:
    """One row for each word; of two rows of a word the first counts."""

    words: tuple[str, ...]
    vectors: Floats

    @property
    def rows(self) -> dict[str, int]:
        return {word: row for row, word in reversed(list(enumerate(self.words)))}

    def of(self, words: list[str]) -> Floats:
        rows = self.rows
        return self.vectors[[rows[word] for word in words]]


def read_table(file: VectorFile) -> VectorTable:
    """All words of a file of text, of word2vec's binary format, or of arrays."""
    match file.format:
        case "text":
            pairs = vectors_text.all_rows(file.path)
        case "word2vec":
            pairs = _word2vec(file.path)
        case "arrays":
            names, matrix = binary.arrays(file.path)
            return VectorTable(tuple(names), np.asarray(matrix, np.float32))
        case other:
            raise ModelError(
                f"{file.label} is of the format {other}, which is read word by word only. Write it as word2vec text, "
                "for example with gensim's save_word2vec_format, and name that file."
            )
    words, rows = zip(*pairs, strict=True)
    return VectorTable(words, np.stack(rows))


def _word2vec(path: Path) -> Iterator[tuple[str, Floats]]:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for word, start, dimensions in binary.word2vec_rows(data, path):
            row = np.frombuffer(data, "<f4", dimensions, start).copy()
            yield word.decode("utf-8", "replace"), row


def write_table(folder: Path, table: VectorTable) -> None:
    """As `vec:FOLDER` reads it."""
    packed = io.BytesIO()
    np.save(packed, table.vectors)
    with together():
        write_bytes(folder / "vectors.npy", packed.getvalue())
        write_text(folder / "words.txt", "\n".join(table.words) + "\n")
