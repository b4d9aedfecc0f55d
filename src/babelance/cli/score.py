"""`babelance score`: how good a trained model is at its task. Each sub-command is one file `_score_<name>.py`."""

from __future__ import annotations

import typer

from babelance.cli._shared import sub_commands

ORDER = 45


def register(app: typer.Typer) -> None:
    tasks = typer.Typer(help="Score a trained model on its task.", no_args_is_help=True)
    sub_commands(tasks, "_score_")
    app.add_typer(tasks, name="score")
