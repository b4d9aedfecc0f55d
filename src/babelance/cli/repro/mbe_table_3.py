"""`babelance repro mbe-table-3`: does MBE agree with pairs that people wrote, in the layout of the paper."""

from __future__ import annotations

from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._paper_tables import Format, show
from babelance.cli.repro.mbe_table_2 import named_runs


def mbe_table_3(
    benchmark: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=RUN",
            help="The folder of a run on pairs (aula) or groups (mbe) of CP, SS, … Repeatable, also one name.",
        ),
    ],
    reference: Annotated[str, typer.Option(help="The measure of the pairs; aula@axis=gender for a group.")] = "aula",
    form: Format = "terminal",
    incomplete: shared.Incomplete = False,
) -> None:
    """Table 3 of the MBE paper from runs of several models: Spearman, Pearson, direction and difference of Shf and MBE.

    Example: babelance repro mbe-table-3 --benchmark CP=cp-bert --benchmark CP=cp-roberta --benchmark CP=cp-xlmr
    """
    from babelance.studies.mbe_tables import table_3

    benchmarks = {
        name: [result for run in runs for result in shared.results_of(run, incomplete=incomplete).estimates]
        for name, runs in named_runs(benchmark).items()
    }
    show(table_3(benchmarks, reference=reference), form)


def register(app: typer.Typer) -> None:
    app.command("mbe-table-3")(mbe_table_3)
