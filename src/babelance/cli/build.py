"""`babelance build`: dataset files from raw material. Each sub-command is one file `_build_<name>.py`."""

from __future__ import annotations

import typer

from babelance.cli._shared import sub_commands

ORDER = 30


def register(app: typer.Typer) -> None:
    builders = typer.Typer(help="Make dataset files from raw material.", no_args_is_help=True)
    sub_commands(builders, "_build_")
    app.add_typer(builders, name="build")
