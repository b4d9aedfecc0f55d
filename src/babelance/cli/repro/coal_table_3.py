"""`babelance repro coal-table-3`: the scores of the NLI-CoAL paper's table 3 from its proportions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from babelance.cli import _options as shared

if TYPE_CHECKING:
    from babelance.studies.coal_table_3 import Check

TITLES = ("language", "model", "measure", "ours", "printed", "difference", "possible", "")
WORDS = {"follows": "", "truncated": "only if digits are cut off", "differs": "does not follow"}


def coal_table_3(as_json: shared.AsJson = False) -> None:
    """Recompute all 14 rows of table 3 of the NLI-CoAL paper, and flag what does not follow from its printed digits.

    Example: babelance repro coal-table-3
    """
    from babelance.studies.coal_table_3 import checks

    all_checks = checks()
    for check in all_checks if as_json else ():
        typer.echo(json.dumps(_record(check), ensure_ascii=False))
    if not as_json:
        _print(all_checks)


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
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, title in enumerate(TITLES):
        table.add_column(title, justify="right" if 3 <= number <= 5 else "left", no_wrap=True)
    for check in all_checks:
        table.add_row(*_cells(check), style="bold" if check.verdict == "differs" else None)
    Console(width=120 if not Console().is_terminal else None).print(table)
    flagged = [check for check in all_checks if check.verdict != "follows"]
    typer.echo(f"{len(all_checks) - len(flagged)} of {len(all_checks)} scores follow from the printed proportions.")


def _cells(check: Check) -> list[str]:
    numbers = [f"{check.ours:.4f}", f"{check.printed:.3f}", f"{check.difference:+.4f}"]
    possible = f"{check.low:.4f}–{check.high:.4f}"
    return [check.row.language, check.row.model, check.measure, *numbers, possible, WORDS[check.verdict]]


def register(app: typer.Typer) -> None:
    app.command("coal-table-3")(coal_table_3)
