"""Word vectors in binary files that are mapped into memory: word2vec .bin, fastText .bin, NumPy arrays.

word2vec  header, then for each word its text, a space and the numbers.
fastText  arguments, dictionary, matrix of words and n-grams; the vector of a word is the mean of its own row and those
          of its n-grams. Words outside the dictionary have none, unless n-grams alone are asked for (`#ngrams`).
NumPy     .npz with `words` and `vectors`; or a folder with `words.txt` (one per line) and `vectors.npy`.
"""

from __future__ import annotations

import mmap
import struct
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.vectors.lookup import UNREADABLE, Row, VectorLookup, check_length, duplicates_note, map_array
from babelance.backends.vectors.word_hashes import fnv1a
from babelance.core.errors import ModelError
from babelance.core.limits import Budget, whole_number
from babelance.text.streams import BROKEN

FASTTEXT = struct.pack("<i", 793712314)
_ENTRY = 10
"""Bytes of a word in fastText's dictionary, at least: a zero byte, its count and its kind."""


def find_word2vec(path: Path, words: Collection[str]) -> VectorLookup:
    wanted = {word.encode("utf-8", "surrogatepass"): word for word in words}
    vectors: dict[str, Row] = {}
    twice: set[str] = set()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        count, dimensions = _word2vec_header(data, path)
        for word, start in _word2vec_rows(data, data.tell(), count, 4 * dimensions, path):
            if word in wanted:
                row = np.frombuffer(data[start : start + 4 * dimensions], dtype="<f4")
                twice |= {wanted[word]} & vectors.keys()
                vectors.setdefault(wanted[word], row)
    return VectorLookup(vectors, duplicates_note(twice), {"words": count, "dimensions": dimensions})


def _word2vec_header(data: mmap.mmap, path: Path) -> tuple[int, int]:
    """(words, numbers of each), as far as the file has room for them."""
    numbers = [whole_number(part.decode("latin-1")) for part in data.readline().split()]
    if len(numbers) != 2 or not all(numbers):
        raise ModelError(f"{path} does not begin with two numbers, of words and of dimensions. Get it again.")
    count, dimensions = (number for number in numbers if number)
    if 4 * count * dimensions > len(data):
        raise ModelError(
            f"{path} says that it holds {count} words of {dimensions} numbers, but it has {len(data)} bytes. "
            "Get it again."
        )
    return count, dimensions


def _word2vec_rows(data: mmap.mmap, start: int, count: int, size: int, path: Path) -> Iterator[tuple[bytes, int]]:
    """(word, where its numbers start) of every row."""
    for row in range(count):
        end = data.find(b" ", start)
        if end < 0 or end + 1 + size > len(data):
            raise ModelError(f"{path} ends at word {row} of the {count} that its header says. Get it again.")
        yield data[start:end].lstrip(b"\n"), end + 1
        start = end + 1 + size


def word2vec_rows(data: mmap.mmap, path: Path) -> Iterator[tuple[bytes, int, int]]:
    """(word, where its numbers start, how many they are) of every row of the file."""
    count, dimensions = _word2vec_header(data, path)
    for word, start in _word2vec_rows(data, data.tell(), count, 4 * dimensions, path):
        yield word, start, dimensions


@dataclass(frozen=True)
class _FastText:
    """The parts of a fastText file that are needed to look up words."""

    rows: dict[str, int]
    words: int
    buckets: int
    shortest: int
    longest: int
    matrix: NDArray[np.float32]

    def vector(self, word: str, *, ngrams: bool) -> Row | None:
        own = [self.rows[word]] if word in self.rows else []
        if not own and not ngrams:
            return None
        parts = own + [self.words + code % self.buckets for code in self._codes(word)] if self.buckets else own
        return self.matrix[parts].mean(axis=0, dtype=np.float32) if parts else None

    def _codes(self, word: str) -> Iterator[int]:
        """Hashes of the n-grams of ⟨word⟩, without single end marks."""
        marked = f"<{word}>"
        for start in range(len(marked)):
            for end in range(start + self.shortest, min(start + self.longest, len(marked)) + 1):
                if end - start > 1 or (start > 0 and end < len(marked)):
                    yield fnv1a(marked[start:end].encode("utf-8", "surrogatepass"))


def find_fasttext(path: Path, words: Collection[str], *, ngrams: bool) -> VectorLookup:
    model = _fasttext(path, frozenset(words))
    vectors = {word: row for word in words if (row := model.vector(word, ngrams=ngrams)) is not None}
    return VectorLookup(vectors, (), {"words": model.words, "dimensions": model.matrix.shape[1]})


def _fasttext(path: Path, wanted: frozenset[str]) -> _FastText:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return _parse(path, data, wanted)
        except (struct.error, ValueError, OverflowError, IndexError) as error:
            raise ModelError(f"{path} is not a whole fastText model: {error}. Get it again.") from error


def _parse(path: Path, data: mmap.mmap, wanted: frozenset[str]) -> _FastText:
    [version] = struct.unpack_from("<i", data, 4)
    if version < 11:
        raise ModelError(
            f"{path} is of fastText's format {version}; 11 and 12 are read. Save it with a newer fastText."
        )
    buckets, shortest, longest = struct.unpack_from("<iii", data, 8 + 4 * 8)
    offset = 8 + 4 * 12 + 8
    _, words, labels, _, pruned = struct.unpack_from("<iiiqq", data, offset)
    if min(words, labels) < 0 or (words + labels) * _ENTRY > len(data):
        raise ValueError(f"its header says {words} words and {labels} labels, for which it is too short")
    rows, offset = _dictionary(data, offset + 28, words + labels, wanted)
    [quantised] = struct.unpack_from("<?", data, offset + 8 * max(pruned, 0))
    if quantised or pruned > 0:
        raise ModelError(f"{path} is a quantised fastText model (.ftz), which is not read. Use the full .bin or .vec.")
    height, width = struct.unpack_from("<qq", data, offset + 1)
    buckets = max(buckets, 0) if longest > 0 else 0
    if height < words + buckets or width < 1:
        raise ValueError(f"its table has {height} rows of {width} for {words} words and {buckets} n-grams")
    check_length((height, width), 4, len(data) - offset - 17)
    matrix = np.memmap(path, dtype="<f4", mode="r", offset=offset + 17, shape=(height, width))
    return _FastText(rows, words, buckets, max(shortest, 1), longest, matrix)


def _dictionary(data: mmap.mmap, offset: int, count: int, wanted: frozenset[str]) -> tuple[dict[str, int], int]:
    """Rows of the wanted words, and where the dictionary ends."""
    codes = {word.encode("utf-8", "surrogatepass"): word for word in wanted}
    rows: dict[str, int] = {}
    for row in range(count):
        end = data.find(b"\0", offset)
        if end < 0:
            raise ValueError(f"its dictionary ends at word {row} of {count}")
        word = codes.get(data[offset:end])
        if word is not None and data[end + 9] == 0:
            rows[word] = row
        offset = end + 10
    return rows, offset


def find_arrays(path: Path, words: Collection[str]) -> VectorLookup:
    names, matrix = arrays(path)
    if len(names) != len(matrix) or matrix.ndim != 2:
        raise ModelError(
            f"{path} has {len(names)} words but vectors of shape {matrix.shape}. Expected one row per word."
        )
    wanted, rows, twice = frozenset(words), dict[str, int](), set[str]()
    for row, name in enumerate(names):
        if name in wanted:
            twice |= {name} & rows.keys()
            rows.setdefault(name, row)
    vectors = {name: np.asarray(matrix[row], dtype=np.float32) for name, row in rows.items()}
    return VectorLookup(vectors, duplicates_note(twice), {"words": len(names), "dimensions": matrix.shape[1]})


def arrays(path: Path) -> tuple[list[str], NDArray[Any]]:
    try:
        if path.is_dir():
            names = (path / "words.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
            return names, map_array(path / "vectors.npy")
        with zipfile.ZipFile(path) as archive:
            budget = Budget(str(path), path.stat().st_size, ModelError)
            words, vectors = (_member(archive, f"{name}.npy", budget) for name in ("words", "vectors"))
            return [str(name) for name in words.ravel()], vectors
    except (KeyError, RuntimeError, MemoryError, *UNREADABLE, *BROKEN) as error:
        raise ModelError(
            f"{path} cannot be read as arrays: {error}. Expected `words` (text, not objects) and `vectors`, as "
            "np.savez(path, words=np.asarray(words), vectors=vectors) writes them."
        ) from error


def _member(archive: zipfile.ZipFile, name: str, budget: Budget) -> NDArray[Any]:
    """An array of the archive, if it is as large as its header and its directory both say, and not too large."""
    budget.take(archive.getinfo(name).file_size)
    with archive.open(name) as stream:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(stream)
        check_length(shape, dtype.itemsize, archive.getinfo(name).file_size)
    with archive.open(name) as stream:
        return np.lib.format.read_array(stream, allow_pickle=False)
