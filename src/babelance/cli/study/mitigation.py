"""`babelance study mitigation`: do mitigations lower a bias that was put in, or only break the model?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError


def mitigation(
    parallel: Annotated[
        list[str], typer.Option("--parallel", "-p", help="Parallel text: one file (TSV, TMX, OPUS zip) or two.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the trial; given again, it goes on there.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="Language that is mitigated.")
    ] = "de",
    to_language: Annotated[
        str, typer.Option("--to-language", callback=shared.language_codes, help="Language that is aligned to.")
    ] = "en",
    columns: Annotated[str, typer.Option(help="Columns of the two languages in a TSV, from 1 on.")] = "1,2",
    seeds: Annotated[int | None, typer.Option(help="Repetitions; default 10, with --quick 2.")] = None,
    jobs: Annotated[int, typer.Option(help="Repetitions side by side, a processor each.")] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="Two repetitions: minutes, and no conclusion.")] = False,
    as_json: shared.AsJson = False,
) -> None:
    """A trial with a bias that was put in: every way to mitigate, on three kinds of text, stopped at equal loss.

    By a plan that was fixed beforehand (docs/design/mitigation-plan.md). The table is DIR/table.md, the figure
    DIR/trial.svg, all numbers DIR/result.json. A trial that was stopped goes on.

    Example: babelance study mitigation -p en-de.tsv.gz --columns 2,1 -l de --to-language en --jobs 2 -o trial

    Example: babelance study mitigation -p en-de.tsv.gz --columns 2,1 --quick -o quick-trial
    """
    from babelance.backends.training.model_folder import only_training
    from babelance.core.files import write_text
    from babelance.mitigations.alignment.links import read_columns
    from babelance.report.trial import draw, table
    from babelance.studies.mitigation_trial.contrasts import to_json
    from babelance.studies.mitigation_trial.sizes import FULL, QUICK
    from babelance.studies.mitigation_trial.texts import Corpus
    from babelance.studies.mitigation_trial.trial import run_trial

    size = QUICK if quick else FULL
    if (seeds is not None and seeds < 1) or jobs < 1:
        raise InputError(f"Seeds and jobs are at least 1, not {seeds} and {jobs}.")
    corpus = Corpus.read(parallel, language, to_language, read_columns(columns))
    chosen = replace(size, seeds=seeds or size.seeds)
    with only_training(out):
        record = run_trial(
            out,
            corpus,
            chosen,
            seeds=range(chosen.seeds),
            jobs=jobs,
            tell=lambda text: printing.warn(text),
        )
        text = table(record)
        write_text(out / "table.md", text)
        draw(record, out / "trial.svg")
    echo(to_json(record)) if as_json else say(text)


def register(app: typer.Typer) -> None:
    app.command("mitigation")(mitigation)
