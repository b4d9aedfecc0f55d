"""How the rows of a study of several versions are printed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from babelance.core.estimate import Estimate, to_record

if TYPE_CHECKING:
    from babelance.meta.versions import Row


def show(rows: Sequence[Row], *, as_json: bool) -> None:
    """JSON lines for machines, a table for people; exit code 3 if some version has no score."""
    if as_json:
        for row in rows:
            typer.echo(json.dumps(_record(row), ensure_ascii=False))
    else:
        Console().print(_table(rows))
    raise typer.Exit(0 if all(isinstance(row.result, Estimate) for row in rows) else 3)


def _record(row: Row) -> dict[str, object]:
    paired = row.paired
    changes: dict[str, object] = {"version": row.version.name, "change": row.change}
    if paired:
        changes |= {"change_low": paired.low, "change_high": paired.high, "change_p": paired.p}
    return changes | to_record(row.result)


def _table(rows: Sequence[Row]) -> Table:
    first = rows[0].version.name
    table = Table(header_style="bold", caption=f"{rows[0].result.about.model}", caption_justify="left")
    for name in ("version", "measure", "score", "interval", "n", f"minus {first}", "interval of it"):
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> list[str]:
    result = row.result
    known = isinstance(result, Estimate)
    value = f"{result.value:.2f}" if isinstance(result, Estimate) else f"undefined: {result.undefined}"
    interval = f"[{result.low:.2f}, {result.high:.2f}]" if isinstance(result, Estimate) else ""
    change = "" if row.change is None or not known else f"{row.change:+.2f}"
    of_change = f"[{row.paired.low:+.2f}, {row.paired.high:+.2f}]" if row.paired else ""
    return [row.version.name, row.version.measure, value, interval, str(result.about.n), change, of_change]
