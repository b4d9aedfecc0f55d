"""Standard output and error that can take any text, whatever their encoding.

A terminal in Latin-1, or half a character in the name of a file, must not end a run. What cannot be written is written
as JSON would escape it (`\\u2026`), so that the lines of `--json` stay JSON.
"""

from __future__ import annotations

import codecs
import io
import os
import sys

from babelance.core.limits import whole_number

ESCAPE = "babelance-escape"
NARROWEST, WIDEST = 10, 10_000
"""Columns of a terminal."""


def take_any_text() -> None:
    codecs.register_error(ESCAPE, _escape)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def forget_strange_width() -> None:
    """A terminal of no columns would show nothing, and one of a billion takes that much memory for every line."""
    width = whole_number(os.environ.get("COLUMNS", "80"))
    if width is None or not NARROWEST <= width <= WIDEST:
        del os.environ["COLUMNS"]


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    units = text.encode("utf-16-be", "surrogatepass")
    pairs = (units[index : index + 2] for index in range(0, len(units), 2))
    return "".join(f"\\u{int.from_bytes(pair, 'big'):04x}" for pair in pairs), error.end
