"""Tables of papers on standard output, in the format that was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from babelance.cli import _printing as printing
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.paper_table import PaperTable

Format = Annotated[str, typer.Option("--format", "-f", help="terminal, markdown or latex.")]


def show(tables: Sequence[PaperTable], form: str) -> None:
    from babelance.report.paper_tables import FORMATS, as_latex, as_markdown, on_terminal

    if form not in FORMATS:
        raise InputError(f"--format is {', '.join(FORMATS)}, not '{form}'.")
    for table in tables:
        if form == "terminal":
            printing.print_table(on_terminal(table))
        else:
            echo(as_markdown(table) if form == "markdown" else as_latex(table))
