"""`babelance score`: how good a trained model is at its task. Each sub-command is one file of this folder."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 45


def register(app: typer.Typer) -> None:
    tasks = typer.Typer(help="Score a trained model on its task.", no_args_is_help=True)
    sub_commands(tasks, __name__)
    app.add_typer(tasks, name="score")
