"""`babelance meta inject`: which measure should I trust for this model in this language?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.files import together, write_text

if TYPE_CHECKING:
    from babelance.studies.injection.rows import Study

FILE, FIGURE = "inject.json", "figure.html"


@with_option_groups
def inject(
    model: Annotated[
        str,
        typer.Option(
            "--model",
            "-m",
            help="Any model that can be measured: language model, classifier, translator, vectors, served.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help=f"Folder for {FILE} and {FIGURE}.")],
    languages: Annotated[
        str,
        typer.Option("--language", "--languages", "-l", callback=shared.language_codes, help="BCP 47 codes, by comma."),
    ] = "en",
    data: Annotated[
        list[str], typer.Option("--data", "-d", help="Datasets or your own files; default: those that ship.")
    ] = [],  # noqa: B006 (typer reads the default)
    measures: Annotated[str, typer.Option("--measures", help="Comma-separated; default: all that fit the model.")] = "",
    rates: Annotated[
        str, typer.Option(help="Rates above 0 and up to 1, each tried both ways; default 0.01,0.03,0.1,0.3,1.")
    ] = "",
    shams: Annotated[
        int,
        typer.Option(help="Changes of the same size in no direction, to count false alarms.", min=0, max=100),
    ] = 5,
    settings: shared.Setting = [],  # noqa: B006
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per language on stdout.")] = False,
    limit: shared.Limit = 120,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """Put a bias of known size into your own model and see which measures follow, from which rate on, at what cost.

    Nothing is trained and the model's files are untouched: an offset is added to its logits; of models that only answer
    (labels, servers) to the scores of their answers; vectors are moved, translations exchanged. What was answered is
    stored, so a study that was stopped goes on. Exit code 3 if no measure follows.

    Example: babelance meta inject -m babelance/tiny-multilingual -l fi -o study

    Example: babelance meta inject -m gpt2 -l en --measures cps,mbe,cb --rates 0.1,0.5,1 -o study
    """
    from babelance.cli._step_bar import StepBar
    from babelance.report.injected import headline, page
    from babelance.studies.injection.study import RATES, study

    studies: list[Study] = []
    with shared.answer_store(store) as answers:
        for language in shared.words(languages):
            with StepBar(quiet=as_json) as bar:
                studies.append(
                    study(
                        model,
                        language=language,
                        data=data,
                        measures=shared.words(measures),
                        store=answers,
                        rates=_rates(rates) or RATES,
                        shams=shams,
                        options=shared.settings_of(settings),
                        settings=sampling.settings(limit=limit, by=()),
                        model_options=loading.options(),
                        tell=bar.tell,
                    )
                )
    records = [injected.to_record() for injected in studies]
    with together():
        write_text(out / FILE, json.dumps(records, indent=1) + "\n")
        write_text(out / FIGURE, page(records))
    for record in records:
        if as_json:
            echo(json.dumps(record))
        else:
            say(headline(record))
            _print_table([row for row in record["rows"] if not row["reason"]])
            _print_undefined({row["measure"]: row["reason"] for row in record["rows"] if row["reason"]})
            _print_reasons(record["left_out"], asked=shared.words(measures))
    printing.warn(f"Figure: {out / FIGURE}")
    raise typer.Exit(0 if all(any(row.trusted for row in injected.rows) for injected in studies) else 3)


def _rates(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in shared.words(text))
    except ValueError as error:
        raise InputError(f"--rates takes numbers above 0 and up to 1, e.g. 0.1,0.5,1, not '{text}'.") from error


HEADINGS = ("measure", "follows", "slope", "from", "turned", "alarms", "seconds")


def _print_table(rows: list[dict[str, object]]) -> None:
    from babelance.report.injected import words_of
    from babelance.report.terminal_table import Row, TerminalTable

    shown = []
    for row in rows:
        measure, _, *words, _, seconds = words_of(row)
        shown.append(Row((measure, *words, seconds)))
    if shown:
        printing.print_table(TerminalTable(HEADINGS, shown, frozenset({HEADINGS.index("seconds")})))


def _print_undefined(reasons: Mapping[str, str]) -> None:
    """Measures with the same reason are named together."""
    from babelance.run.audit import format_reasons

    if reasons:
        say(f"Undefined: {format_reasons(reasons)}.")


def _print_reasons(left_out: Mapping[str, str], asked: Sequence[str]) -> None:
    """Whoever asks for a measure is told why it is not there; of the others the page tells."""
    from babelance.run.audit import format_reasons

    if missing := {name: reason for name, reason in left_out.items() if name in asked}:
        say(f"Left out: {format_reasons(missing)}.")


def register(app: typer.Typer) -> None:
    app.command("inject")(inject)
