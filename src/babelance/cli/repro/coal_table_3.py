"""`babelance repro coal-table-3`: the scores of the NLI-CoAL paper's table 3 from its proportions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._paper_tables import Format, show
from babelance.cli._terminal import echo, say
from babelance.cli.repro._checks import print_table
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.studies.coal_table_3 import Check

TITLES = ("language", "model", "measure", "ours", "printed", "difference", "possible", "")
WORDS = {"follows": "", "truncated": "only if digits are cut off", "differs": "does not follow"}


def coal_table_3(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(help="Folders of runs of nli-coal and fn, to print in the layout of the table."),
    ] = None,
    form: Format = "terminal",
    incomplete: shared.Incomplete = False,
    as_json: shared.AsJson = False,
) -> None:
    """Recompute all 14 rows of table 3 of the NLI-CoAL paper, and flag what does not follow from its printed digits.

    With folders of runs: their label shares with intervals, by set and by kind of occupation, and scores, as the table;
    then where their scores stand among those of the paper's models.

    Example: babelance repro coal-table-3

    Example: babelance repro coal-table-3 out-bert out-roberta --format latex
    """
    from babelance.studies.coal_table_3 import checks

    if runs:
        _show_runs(runs, form, incomplete=incomplete, as_json=as_json)
        return
    all_checks = checks()
    for check in all_checks if as_json else ():
        echo(json_line(_record(check)))
    if not as_json:
        _print(all_checks)


def _show_runs(runs: list[Path], form: str, *, incomplete: bool, as_json: bool) -> None:
    import pandas

    from babelance.studies.coal_runs import standing, table_of_runs

    read = [shared.results_of(run, incomplete=incomplete) for run in runs]
    scored = pandas.concat([run.scored for run in read], ignore_index=True)
    results = [result for run in read for result in run.overall]
    table = table_of_runs(results, scored)
    for row in table.rows if as_json else ():
        echo(json_line(dict(zip(table.headers, row, strict=True))))
    if not as_json:
        show([table, *standing(results)], form)


def _record(check: Check) -> dict[str, object]:
    return {
        "language": check.row.language,
        "model": check.row.model,
        "measure": check.measure,
        "ours": check.ours,
        "printed": check.printed,
        "difference": check.difference,
        "low": check.low,
        "high": check.high,
        "verdict": check.verdict,
    }


def _print(all_checks: list[Check]) -> None:
    rows = ((_cells(check), check.verdict != "differs") for check in all_checks)
    print_table(TITLES, rows, numbers=range(3, 6), spare=TITLES.index("difference"))
    flagged = [check for check in all_checks if check.verdict != "follows"]
    say(f"{len(all_checks) - len(flagged)} of {len(all_checks)} scores follow from the printed proportions.")


def _cells(check: Check) -> list[str]:
    numbers = [f"{check.ours:.4f}", f"{check.printed:.3f}", f"{check.difference:+.4f}"]
    possible = f"{check.low:.4f}–{check.high:.4f}"
    return [check.row.language, check.row.model, check.measure, *numbers, possible, WORDS[check.verdict]]


def register(app: typer.Typer) -> None:
    app.command("coal-table-3")(coal_table_3)
