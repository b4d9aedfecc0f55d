"""Standard output and error that can take any text, whatever their encoding.

A terminal in Latin-1, or half a character in the name of a file, must not end a run. What cannot be written is written
as JSON would escape it (`\\u2026`), so that the lines of `--json` stay JSON.
"""

from __future__ import annotations

import codecs
import io
import sys

ESCAPE = "babelance-escape"


def take_any_text() -> None:
    codecs.register_error(ESCAPE, _escape)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPE)


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    units = text.encode("utf-16-be", "surrogatepass")
    pairs = (units[place : place + 2] for place in range(0, len(units), 2))
    return "".join(f"\\u{int.from_bytes(pair, 'big'):04x}" for pair in pairs), error.end
