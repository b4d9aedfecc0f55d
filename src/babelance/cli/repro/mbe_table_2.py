"""`babelance repro mbe-table-2`: MBE by language and corpus, in the layout of the paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._paper_tables import Format, show
from babelance.cli.repro import _mbe_runs as sources


def mbe_table_2(
    corpus: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=RUN",
            help="The folder of a run on a corpus; with --model also data to measure: a file of `build mbe`, or "
            "opus:TED2020. Repeatable, also one name.",
        ),
    ],
    model: sources.Models = [],  # noqa: B006 (typer reads the default)
    languages: sources.Languages = "",
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for runs that are made.")] = Path("mbe-table-2"),
    form: Format = "terminal",
    limit: sources.Limit = None,
    api_key_env: shared.ApiKeyEnv = None,
    incomplete: shared.Incomplete = False,
) -> None:
    """Table 2 of the MBE paper: scores with ‡ and interval, length null, the difference of two corpora.

    From runs, or from data in one command.

    Example: babelance repro mbe-table-2 --corpus TED=out-ted --corpus News=out-news --format latex

    Example: babelance repro mbe-table-2 --corpus TED=opus:TED2020 --corpus News=opus:GlobalVoices -l de,ja -m MODEL
    """
    from babelance.studies.mbe_steps import corpus_runs
    from babelance.studies.mbe_tables import table_2

    wanted = sources.making(model, languages, out, limit, api_key_env)
    corpora = {
        name: [result for run in runs for result in shared.results_of(run, incomplete=incomplete).overall]
        for name, runs in sources.folders(corpus, wanted, corpus_runs, example="TED=out-ted").items()
    }
    show([table_2(corpora)], form)


def register(app: typer.Typer) -> None:
    app.command("mbe-table-2")(mbe_table_2)
