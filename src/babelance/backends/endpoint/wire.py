"""What comes over the wire, within bounds: how much, how long, how packed; without the key; and a way to hang up.

An answer may have 256 MiB; its head may take five minutes to come, and so may the rest: a server that sends one byte
now and then would be waited for without end otherwise. It may be packed once, with gzip or deflate: other ways, and
several on top of each other, unpack to any size.
"""

from __future__ import annotations

import math
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import msgspec

from babelance.core.errors import ModelError

if TYPE_CHECKING:
    import httpx2

LARGEST_ANSWER = 256 << 20
"""Bytes."""
LONGEST_ANSWER = 300.0
"""Seconds from the end of an answer's head to its last byte."""
PACKINGS = ("gzip", "deflate")
HIDDEN = "[key]"
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


class TooLarge(ModelError):
    """No answer to anything that is asked."""


class Lines:
    """The connections of a client. Whoever waits at one of them wakes up with an error when all are hung up, or when
    the time is over that its thread may wait altogether."""

    def __init__(self) -> None:
        self._open: WeakSet[socket.socket] = WeakSet()
        self._limits = threading.local()

    def wait_at_most(self, seconds: float) -> None:
        """This thread waits no longer from now on, however often a byte comes. (The HTTP library knows only how long
        nothing may come.)"""
        self._limits.until = time.monotonic() + seconds

    def trace(self, event: str, facts: dict[str, Any]) -> None:
        """For the HTTP library, which tells when a connection is there."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            stream = facts["return_value"]
            line = stream.get_extra_info("socket")
            if isinstance(line, socket.socket):
                self._open.add(line)
            stream.read = partial(self._read, stream.read)

    def _read(self, read: Callable[[int, float | None], bytes], size: int, timeout: float | None = None) -> bytes:
        import httpcore2

        left = getattr(self._limits, "until", math.inf) - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("it sends its answer byte by byte")
        return read(size, min(left, math.inf if timeout is None else timeout))

    def hang_up(self) -> None:
        for line in list(self._open):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


class Key:
    """Taken out of whatever a server says, since some repeat it."""

    def __init__(self, key: str | None) -> None:
        self._plain = re.compile(b"".join(rb"\\*" + re.escape(sign.encode()) for sign in key)) if key else None
        self._spelled = _spellings(key) if key else None

    def out_of(self, text: str) -> str:
        return self.out_of_bytes(text.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")

    def out_of_bytes(self, content: bytes) -> bytes:
        if self._plain is None or self._spelled is None:
            return content
        slowly = b"\\u00" in content or b"%" in content
        return (self._spelled if slowly else self._plain).sub(HIDDEN.encode(), content)


def _spellings(key: str) -> re.Pattern[bytes]:
    """The key as JSON and addresses may have it: each sign as `/`, `\\/`, `\\u002F` or `%2F`."""
    forms = [rf"(?:\\*{re.escape(sign)}|(?:\\+u00|%(?:25)*)(?i:{ord(sign):02x}))" for sign in key]
    return re.compile("".join(forms).encode())


def read_bounded(response: httpx2.Response, name: str) -> bytes:
    """The whole answer. `name` is of who answers."""
    packed = response.headers.get("content-encoding", "identity").strip().lower()
    if packed not in (*PACKINGS, "identity", ""):
        how = f"with '{packed}'" if re.fullmatch("[a-z, ]{1,40}", packed) else "in its own way"
        raise ModelError(f"{name} packs its answers {how}, and was asked for {' or '.join(PACKINGS)}.")
    parts, size, until = [], 0, time.monotonic() + LONGEST_ANSWER
    for part in response.iter_bytes():
        size += len(part)
        if size > LARGEST_ANSWER:
            raise TooLarge(f"{name} answers with more than {LARGEST_ANSWER >> 20} MiB.")
        if time.monotonic() > until:
            raise ModelError(f"{name} needs more than {LONGEST_ANSWER:.0f} seconds to send one answer.")
        parts.append(part)
    return b"".join(parts)


def as_kind(content: bytes, kind: type[Any]) -> Any | None:
    """The JSON as this msgspec type, in one step; None for what is no such thing, or no strict JSON."""
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind)
    try:
        return _DECODERS[kind].decode(content)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
