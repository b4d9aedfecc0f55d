"""Bytes of files and of standard input, decompressed, in chunks of whole lines."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pyarrow as pa

from babelance.core.errors import DataError

CHUNK = 1 << 22
LONGEST = 1 << 20
"""Bytes kept of a line that does not end."""
STDIN = "-"
_BROKEN = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)
Stream = io.BufferedReader


def open_stream(path: str) -> Stream:
    """The bytes of a file or of standard input, decompressed."""
    try:
        raw = sys.stdin.buffer if path == STDIN else Path(path).expanduser().open("rb", buffering=CHUNK)
    except OSError as error:
        raise DataError(f"Cannot read '{path}': {error.strerror or error}.") from error
    stream = raw if isinstance(raw, io.BufferedReader) else with_buffer(raw)
    return _decompress(stream, peek(stream, path))


def chunks(stream: Stream, name: str) -> Iterator[bytes]:
    """Whole lines, each chunk with a line feed at its end. Lines that end in CR LF end in LF here."""
    rest, endless, start = b"", False, True
    while data := _read(stream, name):
        if endless:
            data = data[data.find(b"\n") :] if b"\n" in data else b""
        data = data.removeprefix(b"\xef\xbb\xbf") if start else rest + data
        data = data.replace(b"\r\n", b"\n") if b"\r" in data else data
        cut = data.rfind(b"\n") + 1
        if cut:
            yield data[:cut]
        endless, start = len(data) - cut > LONGEST or (endless and not cut), False
        # Cut between letters, so that the line counts as too long and not as damaged.
        rest = data[cut : cut + LONGEST].decode(errors="ignore").encode() if endless else data[cut:]
    if rest:
        yield rest + b"\n"


def peek(stream: Stream, name: str) -> bytes:
    """What comes next, without taking it."""
    try:
        return stream.peek(64)[:64]
    except _BROKEN as error:
        raise DataError(f"'{name}' is damaged or cut off: {error}.") from error


def _read(stream: Stream, name: str) -> bytes:
    try:
        return stream.read(CHUNK)
    except _BROKEN as error:
        raise DataError(f"'{name}' is damaged or cut off: {error}.") from error


def _decompress(stream: Stream, head: bytes) -> Stream:
    if head.startswith(b"\x1f\x8b"):
        return with_buffer(gzip.GzipFile(fileobj=stream))
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        return with_buffer(pa.CompressedInputStream(pa.PythonFile(stream, mode="r"), "zstd"))
    if head.startswith(b"BZh"):
        return with_buffer(bz2.BZ2File(stream))
    if head.startswith(b"\xfd7zXZ"):
        return with_buffer(lzma.LZMAFile(stream))
    return stream


def with_buffer(stream: Any) -> Stream:
    return io.BufferedReader(cast(io.RawIOBase, stream), CHUNK)
