"""`babelance card`: results for a model card, the Hub, other tools, a paper; or an evidence pack with everything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.core.errors import InputError

ORDER = 16


def card(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs (--out).", show_default=False)],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            help="markdown, model-index, eval-results, every-eval-ever, lm-eval, inspect, latex or csv.",
        ),
    ] = "markdown",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="File, or - to print it; a folder for eval-results, every-eval-ever, inspect."
        ),
    ] = None,
    model: Annotated[str, typer.Option("--model", "-m", help="Only the results of this model.")] = "",
    bundle: Annotated[
        Path | None, typer.Option(help="Write everything into one zip file: an evidence pack.", show_default=False)
    ] = None,
    picture: Annotated[bool, typer.Option(help="A picture of the first screen beside a Markdown card.")] = True,
    incomplete: shared.Incomplete = False,
) -> None:
    """Write results as other people and tools read them.

    A Markdown card keeps all that stands outside of the two markers, and writing it twice changes nothing.

    Example: babelance card runs/bert --out README.md

    Example: babelance card runs/bert runs/bert-nli --bundle evidence.zip
    """
    from babelance.deliver.card.files import bundle as write_bundle
    from babelance.deliver.card.files import card as write_card

    if bundle:
        if out:
            raise InputError("--bundle has everything in it. Leave out --out, or --bundle.")
        echo(write_bundle(runs, bundle, incomplete=incomplete))
        return
    out = None if out == Path("-") else out
    written = write_card(runs, form=form, out=out, model=model or None, picture=picture, incomplete=incomplete)
    for line in [written] if isinstance(written, str) else written:
        echo(line)


def register(app: typer.Typer) -> None:
    app.command("card")(card)
