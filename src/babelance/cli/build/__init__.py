"""`babelance build`: dataset files from raw material. Each sub-command is one file of this folder."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 30


def register(app: typer.Typer) -> None:
    builders = typer.Typer(help="Make dataset files from raw material.", no_args_is_help=True)
    sub_commands(builders, __name__)
    app.add_typer(builders, name="build")
