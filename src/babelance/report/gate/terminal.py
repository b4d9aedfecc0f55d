"""A gate in the terminal: one table for each dataset, then why, then the decision."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from babelance.core import digits
from babelance.core.gate import Decision, Gate, GateRow
from babelance.core.printable import printable
from babelance.report.gate import words

STYLES: dict[Decision, str] = {"worse": "bold red", "not worse": "green", "cannot tell": "yellow"}


def summary(gate: Gate) -> Iterator[RenderableType]:
    for data in dict.fromkeys(row.data for row in gate.rows):
        yield Text(printable(f"data {data}"), style="bold")
        yield _table([row for row in gate.rows if row.data == data])
    for row in gate.rows:
        if said := words.explanation(row):
            yield Text(printable(f"{row.name}: {row.decision}: {said}"), style="dim")
    yield from (Text(printable(remark), style="dim") for remark in gate.remarks)
    yield Text(printable(words.headline(gate)), style=STYLES[gate.decision])


def _table(rows: list[GateRow]) -> Table:
    table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=0, show_edge=False)
    table.add_column("measure", overflow="fold", min_width=7)
    table.add_column("lang", overflow="fold", min_width=4)
    for name in ("base", "new", "farther from null", "margin", "n"):
        table.add_column(name, justify="right", no_wrap=name != "farther from null")
    table.add_column("decision", no_wrap=True, min_width=len("cannot tell"))
    for row in rows:
        cells = (words.value(row.value_base), words.value(row.value_new), words.change(row), digits.short(row.margin))
        decision = Text(row.decision, style=STYLES[row.decision])
        table.add_row(printable(row.measure), printable(row.language), *cells, str(row.n), decision)
    return table
