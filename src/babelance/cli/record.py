"""`babelance record`: answers from score files of other tools."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo


def record(
    scores: Annotated[Path, typer.Argument(help="CrowS-Pairs result table (.csv) or StereoSet predictions (.json).")],
    data: Annotated[str, typer.Option("--data", "-d", help="The dataset that the scores are about.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="Its language.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write; use it as --model json:FILE.")],
    measure: Annotated[str, typer.Option(help="Whose queries the scores answer: cps, ss, …")] = "cps",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    limit: Annotated[int | None, typer.Option(help="Only the first N items.")] = None,
) -> None:
    """Turn recorded scores of a model into answers, so that the same code aggregates them.

    Name the measure and its options (--set) as in the run that is to read them: they decide what is asked.

    Example: babelance record results_bert.csv --data crows-pairs-fr-nl --language en --out bert.jsonl

    Example: babelance record predictions.json --data stereoset --language en --measure ss --out gpt2.jsonl
    """
    from babelance.core.errors import InputError
    from babelance.datasets import find
    from babelance.run.configure import configure
    from babelance.run.record import record as write

    if not scores.is_file():
        raise InputError(f"There is no file '{scores}'.")
    items = list(islice(find(data).items(language), limit))
    count = write(scores, items, configure([measure], shared.settings_of(setting))[measure], out)
    options = "".join(f" --set {pair}" for pair in setting)
    echo(
        f"{count} answers in {out}. Use them with: "
        f"babelance run --model json:{out} --data {data} --languages {language} --measures {measure}{options}"
    )


ORDER = 40


def register(app: typer.Typer) -> None:
    app.command("record")(record)
