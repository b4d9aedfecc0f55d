"""`babelance train`: make models. Each sub-command is one file `_train_<name>.py`."""

from __future__ import annotations

import typer

from babelance.cli._shared import sub_commands

ORDER = 40


def register(app: typer.Typer) -> None:
    trainers = typer.Typer(help="Train models.", no_args_is_help=True)
    sub_commands(trainers, "_train_")
    app.add_typer(trainers, name="train")
