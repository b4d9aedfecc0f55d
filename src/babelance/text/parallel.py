"""Reads parallel corpora as a stream: two files of lines, a table, TMX or an OPUS zip; plain or compressed.

What comes out are blocks of whole lines, a few megabytes each. Nothing is held but the block at hand, however long the
corpus and however long a line: of a line that is absurdly long only the beginning is kept, enough to see that it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from zipfile import BadZipFile, ZipFile

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from babelance.core.errors import DataError
from babelance.core.paths import expand
from babelance.text.streams import BROKEN, STDIN, chunks, open_members, open_stream, peek, with_buffer
from babelance.text.tables import wide_encoding
from babelance.text.tmx import units

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides of some lines. A side is null where the line has none, or where its bytes are not UTF-8. The line
    feed at the end of a line may still be there."""

    source: pa.Array
    target: pa.Array
    undecodable: Mask


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of a corpus, `first` being the number of the first one, from 1.

    Two files have a block of bytes each, with as many lines. A table has one, and `columns` says where the sides are.
    """

    first: int
    source: bytes
    target: bytes | None
    columns: tuple[int, int] = (0, 1)

    def sides(self) -> Sides:
        source, bad_source = strings(self.source)
        if self.target is not None:
            target, bad_target = strings(self.target)
            return Sides(source, target, bad_source | bad_target)
        cells = pc.split_pattern(source, "\t")
        first, second = self.columns
        return Sides(_column(cells, first), _column(cells, second), bad_source)


def blocks(paths: list[str], *, source: str, target: str, columns: tuple[int, int] = (0, 1)) -> Iterator[Block]:
    """One path: a table with tabs, TMX or zip, by its content. Two paths: lines of the source and of the target.

    `source` and `target` are languages (BCP 47), needed for TMX and zip. `-` is standard input.
    """
    if len(paths) not in (1, 2):
        raise DataError(f"A parallel corpus is one file (TSV, TMX, zip) or two (line by line), not {len(paths)}.")
    if len(paths) == 2:
        first, second = (open_stream(path) for path in paths)
        return _number_blocks(_align_chunks(chunks(first, paths[0]), chunks(second, paths[1]), paths))
    return _blocks_of_file(paths[0], source, target, columns)


def strings(lines: bytes) -> tuple[pa.Array, Mask]:
    """The lines as Arrow strings with their line feeds, null where they are not UTF-8, and which these are."""
    ends = np.flatnonzero(np.frombuffer(lines, np.uint8) == ord("\n")).astype(np.int32) + 1
    offsets = np.concatenate([np.zeros(1, np.int32), ends])
    array = pa.StringArray.from_buffers(len(ends), pa.py_buffer(offsets), pa.py_buffer(lines))
    try:
        array.validate(full=True)
        return array, np.zeros(len(ends), dtype=np.bool_)
    except pa.ArrowInvalid:
        texts = [_decode(line) for line in lines.split(b"\n")[:-1]]
        return pa.array(texts, pa.string()), np.array([text is None for text in texts], dtype=np.bool_)


def _decode(line: bytes) -> str | None:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


def _column(cells: pa.Array, number: int) -> pa.Array:
    """Null where the row has fewer columns, or is null itself."""
    starts, counts = cells.offsets.to_numpy()[:-1], pc.list_value_length(cells).fill_null(0).to_numpy()
    return cells.values.take(pa.array(starts + number, mask=counts <= number))


def _blocks_of_file(path: str, source: str, target: str, columns: tuple[int, int]) -> Iterator[Block]:
    stream = open_stream(path)
    head = peek(stream, path)
    if head.startswith(b"PK\x03\x04"):
        return _zip(path, source, target, columns)
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<?xml", b"<tmx", b"\xff\xfe<", b"\xfe\xff\0<")):
        return _number_blocks(_join_pairs(units(stream, path, source, target)))
    if wide := wide_encoding(head):
        raise DataError(f"'{path}' is {wide}. Save it as UTF-8, e.g. iconv -f {wide.lower()} -t utf-8.")
    return _number_blocks(((chunk, None) for chunk in chunks(stream, path)), columns)


def _number_blocks(pairs: Iterable[tuple[bytes, bytes | None]], columns: tuple[int, int] = (0, 1)) -> Iterator[Block]:
    first = 1
    for source, target in pairs:
        yield Block(first, source, target, columns)
        # Thrice as fast as `source.count`, for lines of a usual length, and other threads may run meanwhile.
        first += int(np.count_nonzero(np.frombuffer(source, np.uint8) == ord("\n")))


def _align_chunks(first: Iterator[bytes], second: Iterator[bytes], names: list[str]) -> Iterator[tuple[bytes, bytes]]:
    """Chunks of both with as many lines; an error if one ends before the other."""
    done, a, b = 0, b"", b""
    while True:
        a, b = a or next(first, b""), b or next(second, b"")
        lines = min(a.count(b"\n"), b.count(b"\n"))
        if not lines:
            break
        (head_a, a), (head_b, b) = _split(a, lines), _split(b, lines)
        done += lines
        yield head_a, head_b
    counts = [done + _count(rest, others) for rest, others in ((a, first), (b, second))]
    if counts[0] != counts[1]:
        raise DataError(
            f"'{names[0]}' has {counts[0]:,} lines and '{names[1]}' {counts[1]:,}, so they are not parallel. "
            "Were both files unpacked whole, and are they of the same corpus and version?"
        )


def _split(chunk: bytes, lines: int) -> tuple[bytes, bytes]:
    """The first lines, and the rest."""
    if chunk.count(b"\n") == lines:
        return chunk, b""
    end = int(np.flatnonzero(np.frombuffer(chunk, np.uint8) == 10)[lines - 1]) + 1
    return chunk[:end], chunk[end:]


def _count(rest: bytes, others: Iterator[bytes]) -> int:
    return rest.count(b"\n") + sum(chunk.count(b"\n") for chunk in others)


def _join_pairs(pairs: Iterator[tuple[str, str]], size: int = 20_000) -> Iterator[tuple[bytes, bytes]]:
    while some := [pair for _, pair in zip(range(size), pairs, strict=False)]:
        yield _lines(source for source, _ in some), _lines(target for _, target in some)


def _lines(texts: Iterable[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def _zip(path: str, source: str, target: str, columns: tuple[int, int]) -> Iterator[Block]:
    """OPUS packs a corpus as `name.en-de.en` and `name.en-de.de`; a TMX or TSV inside is read as well."""
    if path == STDIN:
        raise DataError("A zip cannot be read from standard input: its directory is at its end. Name the file.")
    try:
        archive = ZipFile(expand(path))
        names = _members(archive.namelist(), path, source, target)
        streams = [with_buffer(stream) for stream in open_members(expand(path), names, archive)]
    except (BadZipFile, RuntimeError, *BROKEN) as error:
        raise DataError(f"'{path}' cannot be unpacked: {error}.") from error
    if len(streams) == 1 and names[0].endswith(".tmx"):
        return _number_blocks(_join_pairs(units(streams[0], path, source, target)))
    if len(streams) == 1:
        return _number_blocks(((chunk, None) for chunk in chunks(streams[0], path)), columns)
    return _number_blocks(_align_chunks(chunks(streams[0], names[0]), chunks(streams[1], names[1]), names))


def _members(names: list[str], path: str, source: str, target: str) -> list[str]:
    """The two files of lines, else the one TMX or TSV."""
    sides = [[name for name in names if _ending(name) == language.lower()] for language in (source, target)]
    if len(sides[0]) == len(sides[1]) == 1:
        return [sides[0][0], sides[1][0]]
    whole = [name for name in names if name.endswith((".tmx", ".tsv"))]
    if len(whole) == 1:
        return whole
    raise DataError(
        f"'{path}' has not exactly one file ending in .{source} and one in .{target}, nor one .tmx or .tsv. "
        f"It has: {', '.join(names[:20])}. Unpack it and name the files."
    )


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower().replace("_", "-")
