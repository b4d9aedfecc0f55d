"""`babelance meta`: measuring the measures. Each sub-command is one file of this folder."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 50


def register(app: typer.Typer) -> None:
    studies = typer.Typer(help="Measure the measures.", no_args_is_help=True)
    sub_commands(studies, __name__)
    app.add_typer(studies, name="meta")
