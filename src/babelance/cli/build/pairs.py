"""`babelance build pairs`: StereoSet → sentence pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.core.errors import InputError


def pairs(
    data: Annotated[str, typer.Option("--data", "-d", help="StereoSet, or a file with its columns.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    axis: Annotated[str, typer.Option(help="Only this axis (gender, race, …); default: all.")] = "",
) -> None:
    """Sentence pairs from StereoSet, so that measures of pairs can be asked about it (SS in the MBE paper).

    Example: babelance build pairs -d stereoset -l en --axis gender -o ss-pairs.jsonl
    """
    from babelance.build.pairs import TEXTS, build
    from babelance.datasets import find

    dataset = find(data)
    missing = set(TEXTS.values()) - dataset.fields
    if missing:
        raise InputError(f"'{data}' has no {', '.join(sorted(missing))}, so it is not StereoSet.")
    done = build(dataset.card, dataset.items(language), out, language=language, axis=axis)
    echo(f"{len(done)} pairs in {out}")


def register(app: typer.Typer) -> None:
    app.command("pairs")(pairs)
