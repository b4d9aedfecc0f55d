"""`babelance repro mbe-table-2`: MBE by language and corpus, in the layout of the paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._paper_tables import Format, show
from babelance.core.errors import InputError


def mbe_table_2(
    corpus: Annotated[
        list[str], typer.Option(metavar="NAME=RUN", help="The folder of a run on a corpus. Repeatable, also one name.")
    ],
    form: Format = "terminal",
    incomplete: shared.Incomplete = False,
) -> None:
    """Table 2 of the MBE paper from runs: scores with ‡ and interval, length null, the difference of two corpora.

    Example: babelance repro mbe-table-2 --corpus TED=out-ted --corpus News=out-news --format latex
    """
    from babelance.studies.mbe_tables import table_2

    corpora = {
        name: [result for run in runs for result in shared.results_of(run, incomplete=incomplete).overall]
        for name, runs in named_runs(corpus).items()
    }
    show([table_2(corpora)], form)


def named_runs(given: list[str]) -> dict[str, list[Path]]:
    """`TED=out` → {"TED": [out]}; several runs of one name belong together."""
    runs: dict[str, list[Path]] = {}
    for word in given:
        name, equals, folder = word.partition("=")
        if not (name and equals and folder):
            raise InputError(f"Name a run as NAME=RUN, not '{word}'. Example: TED=out-ted")
        runs.setdefault(name, []).append(Path(folder))
    return runs


def register(app: typer.Typer) -> None:
    app.command("mbe-table-2")(mbe_table_2)
