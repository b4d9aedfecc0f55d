"""`babelance record`: answers from score files of other tools."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.core.card import Dataset


def record(
    scores: Annotated[
        list[Path],
        typer.Argument(
            help="Scores: a CrowS-Pairs result table (.csv), StereoSet predictions (.json), a number per line (.txt, "
            "GEST), answers in words (with --column; BBQ). A dataset before it stands for --data.",
            metavar="[DATASET] SCORES",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write; use it as --model json:FILE.")],
    data: Annotated[str, typer.Option("--data", "-d", help="The dataset that the scores are about.")] = "",
    language: Annotated[
        str,
        typer.Option(
            "--language",
            "--languages",
            "-l",
            callback=shared.language_codes,
            help="Its language; needed if it has several.",
        ),
    ] = "",
    measure: Annotated[
        str,
        typer.Option(help="Whose queries the scores answer: cps, ss, … Default: what fits the data of bbq, gest, cps."),
    ] = "",
    column: Annotated[
        str, typer.Option(help="The column that has the answers: words, numbers or letters of options.")
    ] = "",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    limit: Annotated[int | None, typer.Option(help="Only the first N items.")] = None,
) -> None:
    """Turn recorded scores of a model into answers, so that the same code aggregates them.

    Name the measure and its options (--set) as in the run that is to read them: they decide what is asked.

    Example: babelance record results_bert.csv --data crows-pairs-fr-nl --language en --out bert.jsonl

    Example: babelance record predictions.json --data stereoset --language en --measure ss --out gpt2.jsonl

    Example: babelance record gest gpt2_template-0.txt --out gpt2.jsonl

    Example: babelance record bbq preds.jsonl --column answer --set variants=1 --out answers.jsonl

    Example: babelance record SES.jsonl preds_SES.jsonl -l en --column answer --set variants=1 --out answers.jsonl
    """
    from babelance.datasets import find
    from babelance.run.configure import configure
    from babelance.run.record import record as write

    data, file = _data_and_file(scores, data)
    if not file.is_file():
        raise InputError(f"There is no file '{file}'.")
    dataset = find(data)
    language = language or _only_language(dataset, data)
    measure = measure or _usual_measure(data, dataset)
    asked = configure([measure], shared.settings_of(setting))[measure]
    if missing := asked.fields - dataset.fields:
        raise InputError(f"'{measure}' is not about '{data}', which has no {', '.join(sorted(missing))}.")
    items = list(islice(dataset.items(language), limit))
    count = write(file, items, asked, out, column=column)
    options = "".join(f" --set {pair}" for pair in setting)
    echo(
        f"{count} answers in {out}. Use them with: "
        f"babelance run --model json:{out} --data {data} --languages {language} --measures {measure}{options}"
    )


def _data_and_file(words: list[Path], data: str) -> tuple[str, Path]:
    """`record SCORES --data DATASET` and `record DATASET SCORES` are the same."""
    if len(words) > 2 or (len(words) == 2 and data):
        raise InputError(f"One file of scores at a time, not {', '.join(map(str, words))}.")
    if len(words) == 1 and not data:
        raise InputError("Name the dataset that the scores are about: babelance record DATASET SCORES --out FILE.")
    return (data, words[0]) if data else (str(words[0]), words[1])


def _only_language(dataset: Dataset, name: str) -> str:
    if len(dataset.card.languages) == 1:
        return dataset.card.languages[0]
    known = ", ".join(dataset.card.languages)
    raise InputError(f"Name the language of the scores with --language: '{name}' has {known or 'none of its own'}.")


def _usual_measure(data: str, dataset: Dataset) -> str:
    """Some datasets have a measure of their own, of the same name; questions with answers are for `bbq`, and so on."""
    from babelance.core.registry import MEASURES

    if data in MEASURES:
        return data
    usual = next((name for name in USUAL if MEASURES.get(name)().fields <= dataset.fields), None)
    if usual is None:
        raise InputError(f"Name the measure whose queries the scores of '{data}' answer: --measure NAME.")
    return usual


USUAL = ("bbq", "gest", "cps")
"""Measures whose answers others record; the first that fits the data is meant where none is named."""
ORDER = 40


def register(app: typer.Typer) -> None:
    app.command("record")(record)
