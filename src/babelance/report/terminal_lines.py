"""Words as wide as the terminal: lines break between words, and never within a command to copy or a number.

A word that is wider than the terminal (a path, an address) stays in one piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from babelance.core.digits import typeset
from babelance.core.printable import printable

UNBROKEN = re.compile(r"`[^`]*`|\[[^][]*\d\]|\bp [=<] [\d.]+|\d %")
"""Commands to copy, intervals, p-values, percentages."""
HELD = "\ufffc"
"""Stands for a space at which no line may break."""
OPTION = re.compile(r" (?=--?[a-z])")
"""Where a command may go on with its next line."""
GOES_ON = " \\"
"""Ends a line of a command that goes on: shells read both lines as one."""
FARTHER = 4
"""Blanks before what goes on."""
LABEL = 14
"""Words before a command that are longer than this stand above it."""


def paragraph(text: str, *, width: int, style: str = "", indent: int = 0) -> Iterator[Text]:
    """`indent`: of all lines but the first."""
    lines = whole_lines(typeset(printable(text)), width, indent)
    return (Text(line, style=style, no_wrap=True, overflow="ignore") for line in lines)


def whole_lines(text: str, width: int, indent: int = 0) -> list[str]:
    """Blanks before the first word stay. No words: no lines."""
    pieces = unbreakable(text)
    before = text[: len(text) - len(text.lstrip())] if pieces else ""
    return [line.replace(HELD, " ") for line in _fill(pieces, width, before, " " * indent)]


def unbreakable(text: str) -> list[str]:
    """The words; `HELD` stands for the blanks within those that consist of several."""
    return UNBROKEN.sub(lambda match: match[0].replace(" ", HELD), text).split()


def command_lines(command: str, width: int, indent: int = 0, words: str = "") -> list[str]:
    """A command to copy, behind what it is for; one that is too long goes on behind a backslash, before one of its
    options. Where the two do not fit beside each other, the command begins on a line of its own."""
    above = whole_lines(words, width, indent + FARTHER) if len(words.strip()) > LABEL else []
    before = " " * (indent + FARTHER) if above else words
    parts = [part.replace(" ", HELD) for part in OPTION.split(command)]
    lines = list(_fill(parts, width - len(GOES_ON), before, " " * (cell_len(before) + FARTHER)))
    return [*above, *(line.replace(HELD, " ") for line in [*(line + GOES_ON for line in lines[:-1]), lines[-1]])]


def _fill(pieces: list[str], width: int, before: str, indent: str) -> Iterator[str]:
    line, filled = before, False
    for piece in pieces:
        if filled and cell_len(line) + 1 + cell_len(piece) > width:
            yield line
            line, filled = indent, False
        line += f" {piece}" if filled else piece
        filled = True
    if filled:
        yield line
