"""`babelance repro tgbi-hindi-table-2`: table 2 of the Hindi TGBI paper from its printed shares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._paper_tables import Format, show
from babelance.cli._terminal import echo, say
from babelance.cli.repro._checks import print_checks, print_table

if TYPE_CHECKING:
    from babelance.studies.tgbi_hindi_table_2 import Check

TITLES = ("set", "system", "p_she", "p_he", "p_they", "printed P", "root", "no root", "printed is")


def tgbi_hindi_table_2(
    runs: Annotated[
        list[Path] | None, typer.Argument(help="Folders of runs of tgbi on tgbi-hindi, to lay beside the table.")
    ] = None,
    form: Format = "terminal",
    incomplete: shared.Incomplete = False,
    as_json: shared.AsJson = False,
) -> None:
    """Recompute all 14 cells of table 2 from its shares, with and without the root of equation 8.

    With folders of runs: P of their systems by set, beside the two systems of the paper.

    Example: babelance repro tgbi-hindi-table-2

    Example: babelance repro tgbi-hindi-table-2 out-mine --format markdown
    """
    from babelance.studies.tgbi_hindi_table_2 import beside_runs, checks

    if runs:
        results = [estimate for run in runs for estimate in shared.results_of(run, incomplete=incomplete).estimates]
        table = beside_runs(results)
        for row in table.rows if as_json else ():
            echo(json.dumps(dict(zip(table.headers, row, strict=True)), ensure_ascii=False))
        if not as_json:
            show([table], form)
        return
    print_checks(checks(), record=_record, table=_print, as_json=as_json)


def _record(check: Check) -> dict[str, object]:
    row = check.row
    shares = {"p_she": row.p_she, "p_he": row.p_he, "p_they": row.p_they}
    values = {"printed": row.printed, "with_root": check.with_root, "without_root": check.without_root}
    return {"set": row.set, "system": row.system, "size": row.size, **shares, **values, "follows": check.follows}


def _print(results: list[Check]) -> None:
    from babelance.studies.tgbi_hindi_table_2 import AVERAGES, averages

    rows = ((_cells(check), not check.follows.startswith("neither")) for check in results)
    print_table(TITLES, rows, numbers=range(2, 8))
    for system, printed in AVERAGES.items():
        mean, rooted, plain = averages(results, system)
        say(
            f"{system}: printed average {printed:.4f}; mean of the printed P {mean:.4f}, "
            f"with root {rooted:.4f}, without root {plain:.4f}"
        )
    counts = [sum(check.follows == name for check in results) for name in ("with root", "without root")]
    say(f"Of {len(results)} printed P, {counts[0]} have the root, {counts[1]} have not, {_rest(results)} are p_they.")


def _rest(results: list[Check]) -> int:
    return sum(check.follows.startswith("neither") for check in results)


def _cells(check: Check) -> list[str]:
    row = check.row
    numbers = (row.p_she, row.p_he, row.p_they, row.printed, check.with_root, check.without_root)
    return [row.set, row.system, *(f"{number:.4f}" for number in numbers), check.follows]


def register(app: typer.Typer) -> None:
    app.command("tgbi-hindi-table-2")(tgbi_hindi_table_2)
