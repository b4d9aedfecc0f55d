"""Standard output and error as the verbs use them.

What they print comes from files, models and plug-ins. None of it may steer the terminal: move the cursor, erase lines,
set a title, hide a word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

import typer
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from babelance.core.printable import printable

INDENT = 2
"""Lines that go on are so much farther to the right."""
COMMAND = re.compile(r"(?P<words>(?:.*?[:.])?\s*)(?P<command>babelance [a-z-]+ .*)")
"""A line that ends with a command to copy."""


class PlainConsole(Console):
    """Rich's console; its own colours pass, control characters in what is printed do not."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(self._plain(segment.text), segment.style)

    def _plain(self, text: str) -> str:
        shown = printable(text, lines=True)
        return shown if self.encoding.startswith("utf") else shown.replace("\N{MINUS SIGN}", "-")


def echo(text: object, *, err: bool = False) -> None:
    """A text of one or several lines, as it is: for programs and files, and for what fits already."""
    typer.echo(printable(str(text), lines=True), err=err)


def say(text: object, *, err: bool = False) -> None:
    """Words for people. On a terminal, lines that are too long break between words, and commands to copy where a shell
    reads on; in a pipe they stay whole."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        text = "\n".join(fit_lines(str(text), PlainConsole(file=stream).width))
    echo(text, err=err)


def fit_lines(text: str, width: int) -> Iterator[str]:
    from babelance.report.terminal_lines import command_lines, whole_lines

    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if cell_len(line) <= width:
            yield line
        elif command := COMMAND.fullmatch(line):
            yield from command_lines(command["command"], width, indent, words=command["words"])
        else:
            yield from whole_lines(line, width, indent + INDENT)
