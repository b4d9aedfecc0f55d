"""One JSON value per line, as every reader of lines and every terminal takes it.

JSON allows U+0085, U+2028 and U+2029 inside strings, and many readers (Python's `splitlines` too) take them for ends of
lines; U+009B starts commands of a terminal. Whatever cannot be printed is written as an escape, which means the same;
lines end at `\\n` alone when they are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def json_line(value: Any) -> str:
    """Without the line end."""
    line = _encode(value)
    return line if line.isprintable() else "".join(map(_escape, line))


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """(number from 1, line) of the lines that are not blank."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")


def _escape(character: str) -> str:
    """As JSON does it, which leaves DEL alone."""
    if character.isprintable():
        return character
    return "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]
