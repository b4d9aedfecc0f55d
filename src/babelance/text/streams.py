"""Bytes of files and of standard input, decompressed, in chunks of whole lines."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile, ZipFile

from babelance.core.errors import DataError, InputError
from babelance.core.limits import READ_LIMIT, stream_limit
from babelance.core.paths import expand, is_device, is_named_pipe

CHUNK = 1 << 22
LONGEST = 1 << 20
"""Bytes kept of a line that does not end."""
STDIN = "-"
MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\0", ".zst": b"\x28\xb5\x2f\xfd", ".zip": b"PK"}
"""Endings of compressed files and the bytes that such files begin with."""
BROKEN = (OSError, EOFError, ValueError, NotImplementedError, zlib.error, lzma.LZMAError, BadZipFile)
"""What reading a damaged file raises, whatever it was packed with."""
Stream = io.BufferedReader


def open_stream(path: str) -> Stream:
    """The bytes of a file or of standard input, decompressed."""
    try:
        if is_device(path):
            raise DataError(f"Cannot read '{path}': it is a device, which has no end.")
        if is_named_pipe(path):
            raise DataError(
                f"Cannot read '{path}': it is a pipe, which may never begin. Use - and < {path}, or a file."
            )
        raw = sys.stdin.buffer if path == STDIN else expand(path).open("rb", buffering=CHUNK)
        size = 0 if path == STDIN else expand(path).stat().st_size
    except (OSError, ValueError) as error:
        raise DataError(f"Cannot read '{path}': {getattr(error, 'strerror', None) or error}.") from error
    stream = raw if isinstance(raw, io.BufferedReader) else with_buffer(raw)
    head = peek(stream, path)
    check_ending(path, head)
    unpacked = _decompress(stream, head)
    return stream if unpacked is None else with_buffer(Unpacked(unpacked, path, size))


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


def text_lines(paths: Sequence[str]) -> Iterator[str]:
    """The lines of all files that are not blank; plain, gz, zst, bz2 or xz. Lines that are not UTF-8 are left out."""
    for path in paths:
        for chunk in chunks(open_stream(path), path):
            for line in chunk.split(b"\n"):
                if text := line.decode(errors="ignore").strip():
                    yield text


def peek(stream: Stream, name: str) -> bytes:
    """What comes next, without taking it."""
    try:
        return stream.peek(64)[:64]
    except BROKEN as error:
        raise DataError(f"'{name}' is damaged or cut off: {error}.") from error


def _read(stream: Stream, name: str) -> bytes:
    try:
        return stream.read(CHUNK)
    except BROKEN as error:
        raise DataError(f"'{name}' is damaged or cut off: {error}.") from error


def check_ending(path: str, head: bytes, error: type[InputError] = DataError) -> None:
    """A file that is called `.gz` and is none is damaged at its start; read as text it would be nonsense."""
    for ending, start in MAGIC.items():
        if path.lower().endswith(ending) and not head.startswith(start):
            raise error(
                f"'{path}' is called {ending} but does not begin as such a file does. It is damaged, or misnamed."
            )


def _decompress(stream: Stream, head: bytes) -> Any:
    """None if it is not compressed."""
    if head.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=stream)
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        import pyarrow as pa  # a tenth of a second that only such files need

        return pa.CompressedInputStream(pa.PythonFile(stream, mode="r"), "zstd")
    if head.startswith(b"BZh"):
        return bz2.BZ2File(stream)
    return lzma.LZMAFile(stream) if head.startswith(b"\xfd7zXZ") else None


def open_members(path: Path, names: Sequence[str], archive: ZipFile, error: type[InputError] = DataError) -> list[Any]:
    """Files of a zip, unpacked. Its directory says how large they are: if too large, they are refused unread."""
    size = path.stat().st_size
    if sum(archive.getinfo(name).file_size for name in names) > stream_limit(size):
        raise error(_out_of_proportion(str(path), size))
    return [Unpacked(archive.open(name), str(path), size, error) for name in names]


def _out_of_proportion(name: str, size: int) -> str:
    return (
        f"'{name}' has {size:,} bytes and unpacks to more than {stream_limit(size):,}. It is damaged or made to keep "
        f"the machine busy; if you trust it, set {READ_LIMIT} to more MiB."
    )


class Unpacked(io.RawIOBase):
    """What a compressed stream holds, as far as that is in proportion to the size of its file (0: not known)."""

    def __init__(self, stream: Any, name: str, size: int, error: type[InputError] = DataError) -> None:
        super().__init__()
        self._stream, self._name, self._error = stream, name, error
        self._size, self._left = size, stream_limit(size) if size else sys.maxsize

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self._stream.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise self._error(_out_of_proportion(self._name, self._size))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def with_buffer(stream: Any) -> Stream:
    return io.BufferedReader(cast(io.RawIOBase, stream), CHUNK)
