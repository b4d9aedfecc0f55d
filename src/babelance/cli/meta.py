"""`babelance meta`: measuring the measures. Each sub-command is one file `_meta_<name>.py`."""

from __future__ import annotations

import typer

from babelance.cli._shared import sub_commands

ORDER = 50


def register(app: typer.Typer) -> None:
    studies = typer.Typer(help="Measure the measures.", no_args_is_help=True)
    sub_commands(studies, "_meta_")
    app.add_typer(studies, name="meta")
