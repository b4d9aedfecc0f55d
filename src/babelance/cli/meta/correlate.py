"""`babelance meta correlate`: does a measure of NLI bias follow the bias, in runs that are there already?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.cli.meta._rates import summary
from babelance.core.errors import InputError
from babelance.core.files import together, write_text


def correlate(
    runs: Annotated[
        list[str],
        typer.Argument(metavar="RATE=RUN", help="The folder of a run of the model of this rate, from 0 to 1."),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder for bias-control.json, figure.html and what `report` reads."),
    ] = None,
    incomplete: shared.Incomplete = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per language on stdout.")] = False,
) -> None:
    """Correlate NLI measures with the rates of bias of models that are trained and measured already.

    As `meta bias-control`, without training, and with a verdict for each measure, corrected for all of them. Several
    runs of one rate belong together (nli-accuracy on pairs of the model's own training says whether it learnt them).

    Example: babelance meta correlate 0=run-0 0.5=run-5 1=run-10 --out table-2
    """
    from babelance.report.curves import page
    from babelance.studies.rated_runs import studies_of_runs
    from babelance.studies.rated_verdicts import judge_studies, rates_sheet

    results = {
        rate: [result for folder in folders for result in shared.results_of(folder, incomplete=incomplete).overall]
        for rate, folders in _runs_by_rate(runs).items()
    }
    studies = judge_studies(studies_of_runs(results))
    sheet = rates_sheet(studies)
    if not as_json:
        printing.print_words(sheet)
    for study in studies.values():
        echo(json.dumps(study.to_record())) if as_json else say(summary(study))
    if out:
        records = {language: study.to_record() for language, study in studies.items()}
        with together():
            write_text(out / "bias-control.json", json.dumps(records, indent=2))
            write_text(out / "figure.html", page(records, title=f"Bias rate and score ({', '.join(studies)})"))
            printing.write_sheet(sheet, out)
        printing.warn(f"Figure: {out / 'figure.html'}")
    known = [
        correlation for study in studies.values() for correlation in study.correlations if correlation.r is not None
    ]
    raise typer.Exit(0 if known else 3)


def _runs_by_rate(words: list[str]) -> dict[float, list[Path]]:
    """`0.5=out` → {0.5: [out]}."""
    rated: dict[float, list[Path]] = {}
    for word in words:
        rate, equals, folder = word.partition("=")
        try:
            number = float(rate)
        except ValueError:
            number = -1.0
        if not (equals and folder and 0 <= number <= 1):
            raise InputError(f"Name a run as RATE=RUN with a rate from 0 to 1, not '{word}'. Example: 0.5=run-5")
        rated.setdefault(number, []).append(Path(folder))
    return rated


def register(app: typer.Typer) -> None:
    app.command("correlate")(correlate)
