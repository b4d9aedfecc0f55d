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
    models: Sequence[str],
    versions: Sequence[Version],
    language: str,
    *,
    store: Path | None,
    sampling: shared.Sampling,
    loading: shared.Loading,
    as_json: bool,
    out: Path | None,
) -> None:
    """Measure the versions under a progress bar and print them, a table for each model."""
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.studies.versions import study

    with Bar(quiet=as_json) as bar, shared.answer_store(store) as answers:
        by_model = [
            study(
                model,
                versions,
                language=language,
                store=answers,
                settings=sampling.settings(by=()),
                options=loading.options(),
                hooks=Hooks(on_progress=bar.tell),
            )
            for model in dict.fromkeys(models)
        ]
    show(by_model, as_json=as_json, out=out)


def show(by_model: Sequence[Sequence[Row]], *, as_json: bool, out: Path | None = None) -> None:
    """JSON lines for machines, tables for people; exit code 3 if some version has no score."""
    rows = [row for some in by_model for row in some]
    if out:
        from babelance.studies.sheets import versions_sheet

        write_sheet(versions_sheet(by_model), out)
    for row in rows if as_json else ():
        echo(json_line(_record(row)))
    for some in () if as_json else by_model:
        screen().print(_table(some))
    raise typer.Exit(0 if all(isinstance(row.result, Estimate) for row in rows) else 3)


def _record(row: Row) -> dict[str, object]:
    paired = row.paired
    changes: dict[str, object] = {"version": row.version.name, "change": row.change}
    if known := row.difference:
        changes |= {"change_low": known.low, "change_high": known.high, "change_p": known.p, "paired": bool(paired)}
    return changes | to_record(row.result) | {"mark": _mark(row)}


SHARES_OF_PAIRS = ("aula", "aul", "cps", "sss", "b-s-jsd")


def _mark(row: Row) -> str:
    """‡ where the tables of the paper have it: by McNemar's test, of MBE and of shares of pairs."""
    from babelance.measures.formulas.coins import RARE, against_coins

    result = row.result
    if not isinstance(result, Estimate):
        return ""
    p = result.extra.get("mcnemar_p")
    if isinstance(p, int | float):
        return "‡" if p < RARE else ""
    if result.about.measure not in SHARES_OF_PAIRS:
        return ""
    return against_coins(result.value / 100 * result.about.n, result.about.n).mark


def _table(rows: Sequence[Row]) -> Table:
    first = rows[0].version.name
    told = f"{rows[0].result.about.model}. ‡: p < 0.05 in McNemar's test of the paper. *: not paired."
    table = Table(header_style="bold", caption=told, caption_justify="left")
    for name in ("version", "measure", "score", "interval", "n", "skipped", f"minus {first}", "interval of it"):
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> list[str]:
    result = row.result
    head = [row.version.name, row.version.measure]
    if not isinstance(result, Estimate):
        return [*head, f"undefined: {result.undefined}", "", str(result.about.n), _skipped(row), "", ""]
    places = 2 if result.about.scale.high > 1 else 5
    interval = f"[{result.low:.{places}f}, {result.high:.{places}f}]"
    change = "" if row.change is None else f"{row.change:+.{places}f}"
    known = row.difference
    of_change = f"[{known.low:+.{places}f}, {known.high:+.{places}f}]{'' if row.paired else '*'}" if known else ""
    score = f"{result.value:.{places}f}{_mark(row)}"
    return [*head, score, interval, str(result.about.n), _skipped(row), change, of_change]


def _skipped(row: Row) -> str:
    return str(sum(row.result.about.skipped.values()))
