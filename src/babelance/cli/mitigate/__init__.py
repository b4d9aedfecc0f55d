"""`babelance mitigate`: a model that is less biased, with what it cost. Each sub-command is one file `_mitigate_…`."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 60


def register(app: typer.Typer) -> None:
    ways = typer.Typer(help="Make a model less biased, and say what it cost.", no_args_is_help=True)
    sub_commands(ways, __name__)
    app.add_typer(ways, name="mitigate")
