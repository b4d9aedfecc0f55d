"""A study of several versions of the same material: measured, and printed row by row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.table import Table

from babelance.cli import _options as shared
from babelance.cli._options import screen, write_sheet
from babelance.cli._terminal import echo
from babelance.core.estimate import Estimate, to_record
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.studies.versions import Row, Version


def study_and_show(
    model: str,
    versions: Sequence[Version],
    language: str,
    *,
    store: Path | None,
    sampling: shared.Sampling,
    loading: shared.Loading,
    as_json: bool,
    out: Path | None,
) -> None:
    """Measure the versions under a progress bar and print them."""
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.studies.versions import study

    with Bar(quiet=as_json) as bar, shared.answer_store(store) as answers:
        rows = study(
            model,
            versions,
            language=language,
            store=answers,
            settings=sampling.settings(by=()),
            options=loading.options(),
            hooks=Hooks(on_progress=bar.tell),
        )
    show(rows, as_json=as_json, out=out)


def show(rows: Sequence[Row], *, as_json: bool, out: Path | None = None) -> None:
    """JSON lines for machines, a table for people; exit code 3 if some version has no score."""
    if out:
        from babelance.studies.sheets import versions_sheet

        write_sheet(versions_sheet(rows), out)
    if as_json:
        for row in rows:
            echo(json_line(_record(row)))
    else:
        screen().print(_table(rows))
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
    head = [row.version.name, row.version.measure]
    if not isinstance(result, Estimate):
        return [*head, f"undefined: {result.undefined}", "", str(result.about.n), "", ""]
    places = 2 if result.about.scale.high > 1 else 5
    interval = f"[{result.low:.{places}f}, {result.high:.{places}f}]"
    change = "" if row.change is None else f"{row.change:+.{places}f}"
    of_change = f"[{row.paired.low:+.{places}f}, {row.paired.high:+.{places}f}]" if row.paired else ""
    return [*head, f"{result.value:.{places}f}", interval, str(result.about.n), change, of_change]
