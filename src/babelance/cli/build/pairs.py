"""`babelance build pairs`: CrowS-Pairs or StereoSet → sentence pairs, of one axis or all."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import say
from babelance.core.errors import InputError


def pairs(
    data: Annotated[
        str, typer.Option("--data", "-d", help="CrowS-Pairs, StereoSet, or a file with the columns of either.")
    ],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    axis: Annotated[str, typer.Option(help="Only this axis (gender, race, …); default: all.")] = "",
) -> None:
    """Sentence pairs of one axis, from CrowS-Pairs or StereoSet (CP and SS in the MBE paper).

    Measures of pairs can then be asked about them, and MBE by way of `babelance build groups`.

    Example: babelance build pairs -d crows-pairs -l en --axis gender -o cp-gender.jsonl

    Example: babelance build pairs -d stereoset -l en --axis gender -o ss-gender.jsonl
    """
    from babelance.build.pairs import build, texts_of
    from babelance.datasets import find

    dataset = find(data)
    dataset.card.require(language)
    texts = texts_of(dataset.fields)
    if texts is None:
        has = ", ".join(sorted(dataset.fields))
        raise InputError(f"'{data}' has neither more and less nor stereotype and anti; it has {has}.")
    done = build(dataset.card, dataset.items(language), out, language=language, texts=texts, axis=axis)
    say(f"{len(done)} pairs in {out}")


def register(app: typer.Typer) -> None:
    app.command("pairs")(pairs)
