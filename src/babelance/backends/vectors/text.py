"""Word vectors in text files: word2vec, GloVe (no header), fastText .vec; also .gz, .bz2, .xz, .zst or alone in a .zip.

A line is a word and its numbers. Only the lines of the words that are asked for are split and parsed; of all others
only the first token is looked at, so a gigabyte takes a second or two.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from babelance.backends.vectors.lookup import Row, VectorLookup, duplicates_note
from babelance.core.errors import ModelError
from babelance.core.limits import LONGEST_LINE, Budget, whole_number
from babelance.text.streams import BROKEN, Unpacked, check_ending, open_members

BUFFER = 1 << 20


def find(path: Path, words: Collection[str]) -> VectorLookup:
    """Vectors of these words. The first row of a word counts."""
    with open_uncompressed(path) as stream:
        return _find(stream, path, words)


@dataclass
class _Scan:
    """What is looked for and what was found so far."""

    path: Path
    dimensions: int
    separator: bytes
    wanted: dict[bytes, list[tuple[bytes, str]]]
    rows: dict[str, Row] = field(default_factory=dict)
    twice: set[str] = field(default_factory=set)

    def take(self, line: bytes, number: int) -> None:
        """Take the line if it is of a word that is asked for; its first token is that of one."""
        for start, word in self.wanted[line[: line.find(self.separator)]]:
            if line.startswith(start):
                self._take(word, line[len(start) :].split(), number)

    def _take(self, word: str, numbers: list[bytes], number: int) -> None:
        row = parse_row(numbers)
        if row is None:
            # Another, longer phrase that begins with this word; or no vector at all.
            return
        if len(row) != self.dimensions:
            raise ModelError(
                f"{self.path}, line {number}: '{word}' has {len(row)} numbers, others have {self.dimensions}. "
                "The file is cut off or mixed up: get it again, or take the line out."
            )
        if word in self.rows:
            self.twice.add(word)
        self.rows.setdefault(word, row)


def all_rows(path: Path) -> Iterator[tuple[str, Row]]:
    """Every word with its row; within the memory that reading this file may take."""
    budget = Budget(str(path), path.stat().st_size, ModelError)
    with open_uncompressed(path) as stream:
        first = _line(stream, path)
        header = _header(first)
        line, number = (_line(stream, path), 2) if header else (first, 1)
        separator, dimensions = _layout(line, path)
        while line.strip():
            budget.take(len(line))
            parts = line.rstrip().split(separator)
            row = parse_row(parts[-dimensions:])
            if row is None or len(parts) <= dimensions:
                raise ModelError(f"{path}, line {number}: not a word and {dimensions} numbers. Take the line out.")
            yield separator.join(parts[:-dimensions]).decode("utf-8", "replace"), row
            line, number = _line(stream, path), number + 1


def _find(stream: IO[bytes], path: Path, words: Collection[str]) -> VectorLookup:
    first = _line(stream, path)
    header = _header(first)
    line = _line(stream, path) if header else first
    separator, dimensions = _layout(line, path)
    if header and dimensions != header[1]:
        raise ModelError(
            f"{path}: the header says {header[1]} numbers per word, the first word has {dimensions}. "
            "Correct the header, or take it out."
        )
    scan = _Scan(path, dimensions, separator, _by_first_token(words, separator))
    rows = _scan(scan, line, stream, 2 if header else 1)
    return VectorLookup(scan.rows, (*_count_note(header, rows), *duplicates_note(scan.twice)), _facts(rows, dimensions))


def _scan(scan: _Scan, line: bytes, stream: IO[bytes], number: int) -> int:
    """Look at every line; how many there were. All time goes here, hence no calls for lines of no interest."""
    wanted, separator, first = scan.wanted, scan.separator, number
    while line:
        if line[: line.find(separator)] in wanted:
            scan.take(line, number)
        line = stream.readline(LONGEST_LINE)
        number += 1
        if len(line) == LONGEST_LINE:
            raise _too_long(scan.path)
    return number - first


def _line(stream: IO[bytes], path: Path) -> bytes:
    line = stream.readline(LONGEST_LINE)
    if len(line) == LONGEST_LINE:
        raise _too_long(path)
    return line


def _too_long(path: Path) -> ModelError:
    return ModelError(f"{path} has a line of more than {LONGEST_LINE:,} bytes, so it holds no word vectors.")


def _by_first_token(words: Collection[str], separator: bytes) -> dict[bytes, list[tuple[bytes, str]]]:
    """First token → (what the line starts with, word)."""
    by_token: dict[bytes, list[tuple[bytes, str]]] = {}
    for word in words:
        written = word.encode("utf-8", "surrogatepass")
        by_token.setdefault(written.partition(separator)[0], []).append((written + separator, word))
    return by_token


def parse_row(numbers: list[bytes]) -> Row | None:
    """The row; None if these are not numbers."""
    try:
        with np.errstate(over="ignore"):  # infinity is no vector: whoever asks for the word is told so
            return np.asarray([float(number) for number in numbers], dtype=np.float32)
    except ValueError:
        return None


def _header(line: bytes) -> tuple[int, int] | None:
    parts = line.removeprefix(b"\xef\xbb\xbf").split()
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        return None
    words, dimensions = (whole_number(part.decode()) for part in parts)
    return None if words is None or dimensions is None else (words, dimensions)


def _layout(line: bytes, path: Path) -> tuple[bytes, int]:
    """(separator, numbers per word) of the first line of a word."""
    text = line.rstrip()
    separator = b"\t" if b"\t" in text else b" "
    parts = text.split(separator)
    numbers = 0
    while numbers < len(parts) - 1 and _is_number(parts[-1 - numbers]):
        numbers += 1
    if not numbers:
        raise ModelError(
            f"{path} does not look like word vectors: its first line of a word is {line[:60]!r}. "
            "Expected a word and its numbers, separated by spaces."
        )
    return separator, numbers


def _is_number(text: bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _count_note(header: tuple[int, int] | None, rows: int) -> tuple[str, ...]:
    if header and header[0] != rows:
        return (f"the header says {header[0]} words, the file has {rows}: it may be cut off",)
    return ()


def _facts(rows: int, dimensions: int) -> dict[str, str | int | float]:
    return {"words": rows, "dimensions": dimensions}


@contextmanager
def open_uncompressed(path: Path) -> Iterator[IO[bytes]]:
    """The content of the file, uncompressed."""
    try:
        with _stream(path) as stream:
            yield stream
    except (*BROKEN, RuntimeError) as error:
        raise ModelError(f"{path} ends in the middle or is damaged: {error}. Get it again.") from error


def _stream(path: Path) -> Any:
    with path.open("rb") as file:
        start = file.read(6)
    check_ending(str(path), start, ModelError)
    packed = _open_compressed(path, start)
    if packed is None:
        return path.open("rb", buffering=BUFFER)
    if not isinstance(packed, Unpacked):
        packed = Unpacked(packed, str(path), path.stat().st_size, ModelError)
    return io.BufferedReader(packed, BUFFER)


def _open_compressed(path: Path, start: bytes) -> Any:
    """None if the file is not compressed."""
    if start[:2] == b"\x1f\x8b":
        return gzip.open(path)
    if start[:3] == b"BZh":
        return bz2.open(path)
    if start == b"\xfd7zXZ\x00":
        return lzma.open(path)
    if start[:4] == b"\x28\xb5\x2f\xfd":
        import pyarrow as pa

        # Not zstandard's reader: it takes a file that ends in the middle for one that ends.
        return pa.CompressedInputStream(pa.OSFile(str(path)), "zstd")
    return _only_member(path) if start[:4] == b"PK\x03\x04" else None


def _only_member(path: Path) -> Any:
    archive = zipfile.ZipFile(path)
    names = [name for name in archive.namelist() if not name.endswith("/")]
    if len(names) != 1:
        raise ModelError(f"{path} holds {len(names)} files: {', '.join(names[:5])}. Unpack it and name one of them.")
    return open_members(path, names, archive, ModelError)[0]
