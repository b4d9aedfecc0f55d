"""Standard output and error as the verbs use them.

What they print comes from files, models and plug-ins. None of it may steer the terminal: move the cursor, erase lines,
set a title, hide a word.
"""

from __future__ import annotations

from collections.abc import Iterable

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from babelance.core.printable import printable


class PlainConsole(Console):
    """Rich's console; its own colours pass, control characters in what is printed do not."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text, lines=True), segment.style)


def echo(text: object, *, err: bool = False) -> None:
    """A text of one or several lines."""
    typer.echo(printable(str(text), lines=True), err=err)
