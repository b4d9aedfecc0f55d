"""`babelance report DIR`: the files of a run as something to read: HTML, Markdown, terminal."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli._printing import screen
from babelance.cli._terminal import echo
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.core.sheet import Sheet
    from babelance.report.results import Results


class Form(StrEnum):
    """What to write."""

    html = "html"
    markdown = "markdown"
    terminal = "terminal"


NAMES = {Form.html: "report.html", Form.markdown: "report.md"}
"""What a report is called in its folder."""


def report(
    directory: Annotated[
        Path,
        typer.Argument(
            help="Where a run, an audit, a comparison or a study left its files (--out).",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="File to write, - for standard output. Default: DIR/report.html or .md."),
    ] = None,
    form: Annotated[
        Form, typer.Option("--format", "-f", help="A web page, a model-card section, or lines here.")
    ] = Form.html,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", help="Write the first screen as a picture: FILE.svg, and FILE.png with Chromium."),
    ] = None,
    groups: Annotated[bool, typer.Option("--groups", help="With --format terminal, results of groups, too.")] = False,
) -> None:
    """Write a report of a run, a comparison or a study: a page that works offline, a model-card section, or lines.

    Example: babelance report runs/bert --out bert.html
    """
    from babelance.core.sheet import read_sheet
    from babelance.report.results import Results

    sheet = read_sheet(directory)
    if sheet is not None:
        if picture:
            raise InputError(f"{directory} is a comparison or a study, and --picture draws runs. Drop it for the page.")
        _report_sheet(sheet, form, out, directory)
        return
    results = Results.read(directory)
    if picture:
        from babelance.cli._picture import write_picture

        for path in write_picture(results, picture):
            echo(path)
    elif form is Form.terminal:
        _show(results, groups=groups)
    elif out == Path("-"):
        echo(_text(results, form))
    else:
        echo(_write(_text(results, form), out or directory / NAMES[form]))
    for note in results.notes:
        echo(note, err=True)


def _show(results: Results, *, groups: bool) -> None:
    from babelance.report.terminal import summary

    screen().print(summary(results, groups=groups), soft_wrap=True)


def _write(text: str, path: Path) -> Path:
    """The report on disk; a half-written file never takes the place of a whole one."""
    from babelance.core.files import write_text

    write_text(path, text)
    return path


def _report_sheet(sheet: Sheet, form: Form, out: Path | None, directory: Path) -> None:
    """A comparison or a study, in the same forms as a run."""
    from babelance.cli._printing import print_paragraph
    from babelance.report.html.sheet_page import render_sheet
    from babelance.report.sheet_text import sheet_lines, sheet_markdown

    if form is Form.terminal:
        for line in sheet_lines(sheet):
            print_paragraph(line, indent=4) if line else echo("")
        return
    text = render_sheet(sheet) if form is Form.html else sheet_markdown(sheet)
    echo(text if out == Path("-") else _write(text, out or directory / NAMES[form]))


def _text(results: Results, form: Form) -> str:
    from babelance.report import html, markdown

    return html.render(results) if form is Form.html else markdown.render(results)


ORDER = 15


def register(app: typer.Typer) -> None:
    app.command("report")(report)
