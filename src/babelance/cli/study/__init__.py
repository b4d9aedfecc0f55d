"""`babelance study`: studies about a measure or a corpus. Each sub-command is one file of this folder."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 51


def register(app: typer.Typer) -> None:
    studies = typer.Typer(help="How far can a measure or a corpus be trusted?", no_args_is_help=True)
    sub_commands(studies, __name__)
    app.add_typer(studies, name="study")
