"""One JSON value per line, as every reader of lines understands it.

JSON allows U+0085, U+2028 and U+2029 inside strings, and many readers (Python's `splitlines` too) take them for ends of
lines. They are written as escapes, and lines end at `\\n` alone when they are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_ESCAPES = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029, *range(0xD800, 0xE000))}
"""Also halves of characters, which UTF-8 has no bytes for."""


def json_line(value: Any) -> str:
    """Without the line end."""
    line = _encode(value)
    return line if line.isascii() else line.translate(_ESCAPES)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """(number from 1, line) of the lines that are not blank."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")
