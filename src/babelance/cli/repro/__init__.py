"""`babelance repro`: published numbers computed again. Each sub-command is one file of this folder."""

from __future__ import annotations

import typer

from babelance.cli._options import sub_commands

ORDER = 51


def register(app: typer.Typer) -> None:
    receipts = typer.Typer(help="Compute published numbers again.", no_args_is_help=True)
    sub_commands(receipts, __name__)
    app.add_typer(receipts, name="repro")
