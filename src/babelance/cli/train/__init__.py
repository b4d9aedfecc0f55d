"""`babelance train`: make models. Each sub-command is one file of this folder."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 40


def register(app: typer.Typer) -> None:
    trainers = typer.Typer(help="Train models.", no_args_is_help=True)
    sub_commands(trainers, __name__)
    app.add_typer(trainers, name="train")
