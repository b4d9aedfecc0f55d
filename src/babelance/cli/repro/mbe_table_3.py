"""`babelance repro mbe-table-3`: does MBE agree with pairs that people wrote, in the layout of the paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._paper_tables import Format, show
from babelance.cli.repro import _mbe_runs as sources


def mbe_table_3(
    benchmark: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=RUN",
            help="The folder of a run on pairs (aula) or groups (mbe) of CP, SS, …; with --model also the benchmark "
            "itself: crows-pairs, stereoset. Repeatable, also one name.",
        ),
    ],
    reference: Annotated[
        str | None,
        typer.Option(
            help="The measure of the pairs; default: as in the paper aula@axis=gender where runs have it, else aula."
        ),
    ] = None,
    model: sources.Models = [],  # noqa: B006 (typer reads the default)
    languages: sources.Languages = "en",
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for runs that are made.")] = Path("mbe-table-3"),
    form: Format = "terminal",
    limit: sources.Limit = None,
    api_key_env: shared.ApiKeyEnv = None,
    incomplete: shared.Incomplete = False,
) -> None:
    """Table 3 of the MBE paper: scores of several models, and Spearman, Pearson, direction, difference of Shf and MBE.

    From runs, or from data in one command: its gender pairs, and the same sentences as two groups.

    Example: babelance repro mbe-table-3 --benchmark CP=cp-bert --benchmark CP=cp-roberta --benchmark CP=cp-xlmr

    Example: babelance repro mbe-table-3 --benchmark CP=crows-pairs -m bert-base-cased -m roberta-base -m albert-base-v2
    """
    from babelance.studies.mbe_steps import benchmark_runs
    from babelance.studies.mbe_tables import PAIRS, table_3

    wanted = sources.making(model, languages, out, limit, api_key_env)
    make = partial(benchmark_runs, measure=(reference or PAIRS).partition("@")[0])
    benchmarks = {
        name: [result for run in runs for result in shared.results_of(run, incomplete=incomplete).estimates]
        for name, runs in sources.folders(benchmark, wanted, make, example="CP=out-pairs").items()
    }
    show(table_3(benchmarks, reference=reference), form)


def register(app: typer.Typer) -> None:
    app.command("mbe-table-3")(mbe_table_3)
