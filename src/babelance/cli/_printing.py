"""How verbs print: results and tables on stdout, what the user should know besides on stderr, as wide as the screen."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from babelance.cli._terminal import PlainConsole, echo, fit_lines
from babelance.core.estimate import Result, Undefined, to_record
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.core.sheet import Sheet
    from babelance.report.terminal_table import TerminalTable

stderr = PlainConsole(stderr=True, markup=False, emoji=False, highlight=False)
"""Names and file contents are printed as they are: `[v2]` in a path is a part of it, not a style."""
IN_A_PIPE = 120
"""Columns of a table that goes to a file or another program."""


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
    for sentence in sentences:
        print_paragraph(f"- {sentence}", indent=2)


def print_paragraph(text: str, *, style: str = "", indent: int = 0) -> None:
    """Within the width of the screen; names, numbers and commands stay whole."""
    from babelance.report.terminal_lines import paragraph

    console = screen()
    for line in paragraph(text, width=console.width, style=style, indent=indent):
        console.print(line, soft_wrap=True)


def print_table(table: TerminalTable) -> None:
    """Within the width of the screen; no cell is cut."""
    from babelance.report.terminal_table import table_lines

    console = screen()
    asked = console.is_terminal or "COLUMNS" in os.environ
    for line in table_lines(table, width=console.width if asked else IN_A_PIPE):
        console.print(line, soft_wrap=True)


def warn(words: str) -> None:
    """Something the user should know, on stderr; it may quote names and files."""
    for line in fit_lines(words, stderr.width) if stderr.is_terminal else [words]:
        stderr.print(line, soft_wrap=True)


def print_results(results: Sequence[Result], *, as_json: bool, everything: bool = True) -> None:
    """Results on stdout: JSON lines for machines, one line per estimate for people."""
    from babelance.report.terminal import line

    for result in results:
        if everything or result.about.group is None:
            echo(json_line(to_record(result)) if as_json else line(result))


def exit_code(results: Sequence[Result]) -> int:
    """3 if some result, over all items or of a group, is undefined."""
    return 3 if any(isinstance(result, Undefined) for result in results) else 0
