"""What comes over the wire, within bounds: how much, how long, how packed; without the key; and a way to hang up.

An answer may have 256 MiB, and from its first byte on five minutes to come: a server that sends one byte now and then
would be waited for without end otherwise. It may be packed once, with gzip or deflate: other ways, and several on top
of each other, unpack to any size.
"""

from __future__ import annotations

import re
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import msgspec

from babelance.core.errors import ModelError

if TYPE_CHECKING:
    import httpx2

LARGEST_ANSWER = 256 << 20
"""Bytes."""
LONGEST_ANSWER = 300.0
"""Seconds from an answer's first byte to its last."""
PACKINGS = ("gzip", "deflate")
HIDDEN = "[key]"
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


class Lines:
    """The connections of a client. Whoever waits at one of them wakes up with an error when all are hung up."""

    def __init__(self) -> None:
        self._open: WeakSet[socket.socket] = WeakSet()

    def trace(self, event: str, told: dict[str, Any]) -> None:
        """For the HTTP library, which tells when a connection is there."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            line = told["return_value"].get_extra_info("socket")
            if isinstance(line, socket.socket):
                self._open.add(line)

    def hang_up(self) -> None:
        for line in list(self._open):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


class Key:
    """Taken out of whatever a server says, since some repeat it."""

    def __init__(self, key: str | None) -> None:
        self._key = key
        self._written = _in_json(key) if key else None

    def out_of(self, text: str) -> str:
        return text.replace(self._key, HIDDEN) if self._key else text

    def out_of_json(self, content: bytes) -> bytes:
        return self._written.sub(HIDDEN.encode(), content) if self._written else content


def _in_json(key: str) -> re.Pattern[bytes]:
    """The key as JSON may have it: what is no letter or digit is written as `/`, `\\/` or `\\u002F`."""
    forms = [sign if sign.isalnum() else rf"(?:\\*{re.escape(sign)}|\\+u00(?i:{ord(sign):02x}))" for sign in key]
    return re.compile("".join(forms).encode())


def read_bounded(response: httpx2.Response, name: str) -> bytes:
    """The whole answer. `name` is of who answers."""
    packed = response.headers.get("content-encoding", "identity").strip().lower()
    if packed not in (*PACKINGS, "identity", ""):
        raise ModelError(f"{name} packs its answers with '{packed[:40]}', and was asked for {' or '.join(PACKINGS)}.")
    parts, size, until = [], 0, time.monotonic() + LONGEST_ANSWER
    for part in response.iter_bytes():
        size += len(part)
        if size > LARGEST_ANSWER:
            raise ModelError(f"{name} answers with more than {LARGEST_ANSWER >> 20} MiB.")
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
