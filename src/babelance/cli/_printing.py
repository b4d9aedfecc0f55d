"""How verbs print: results on stdout, all else on stderr; a line for a person or JSON for a machine."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from babelance.cli._terminal import PlainConsole, echo
from babelance.core.estimate import Result, Undefined, to_record
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.core.sheet import Sheet

stderr = PlainConsole(stderr=True, markup=False, emoji=False, highlight=False)
"""Names and file contents are printed as they are: `[v2]` in a path is a part of it, not a style."""


def screen(width: int | None = None) -> PlainConsole:
    """Standard output for tables. Nothing in them is read as markup."""
    return PlainConsole(markup=False, emoji=False, highlight=False, width=width)


def write_sheet(sheet: Sheet, out: Path) -> None:
    """The page of a comparison or a study, and how to see it."""
    from babelance.core.sheet import write_sheet as write

    write(sheet, out)
    warn(f"See it as a page with: babelance report {shlex.quote(str(out))}")


def print_words(sheet: Sheet) -> None:
    """What a comparison or a study says, in the words of its page."""
    print_sentences(sheet.sentences, headline=sheet.headline)


def print_sentences(sentences: Sequence[str], headline: str = "") -> None:
    if headline:
        print_paragraph(headline, style="bold")
    for said in sentences:
        print_paragraph(f"- {said}", indent=2)


def print_paragraph(text: str, *, style: str = "", indent: int = 0) -> None:
    """Within the width of the screen; names, numbers and commands stay whole."""
    from babelance.report.terminal_ending import paragraph

    console = screen()
    for line in paragraph(text, width=console.width, style=style, indent=indent):
        console.print(line, soft_wrap=True)


def warn(words: str) -> None:
    """Something the user should know, on stderr; it may quote names and files."""
    stderr.print(words, soft_wrap=True)


def print_results(results: Sequence[Result], *, as_json: bool, everything: bool = True) -> None:
    """Results on stdout: JSON lines for machines, one line per estimate for people."""
    from babelance.report.terminal import line

    for result in results:
        if everything or result.about.group is None:
            echo(json_line(to_record(result)) if as_json else line(result))


def exit_code(results: Sequence[Result]) -> int:
    """3 if some result, over all items or of a group, is undefined."""
    return 3 if any(isinstance(result, Undefined) for result in results) else 0
