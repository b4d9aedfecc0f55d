"""A gate in the terminal: one table for each dataset, then why, then the decision."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from babelance.core import digits
from babelance.core.gate import Decision, Gate, GateRow
from babelance.report.gate import words
from babelance.report.terminal_lines import paragraph
from babelance.report.terminal_table import Row, TerminalTable, table_lines

STYLES: dict[Decision, str] = {"worse": "bold red", "not worse": "green", "cannot tell": "yellow"}
HEADINGS = ("measure", "lang", "base", "new", "farther from null", "margin", "n", "decision")


def gate_lines(gate: Gate, *, width: int) -> Iterator[Text]:
    for data in dict.fromkeys(row.data for row in gate.rows):
        yield from table_lines(_table(data, [row for row in gate.rows if row.data == data]), width=width)
    said = [f"{row.name}: {row.decision}: {why}" for row in gate.rows if (why := words.explanation(row))]
    for line in [*said, *gate.remarks]:
        yield from paragraph(line, width=width, style="dim", indent=2)
    yield from paragraph(words.headline(gate), width=width, style=STYLES[gate.decision])


def _table(data: str, rows: list[GateRow]) -> TerminalTable:
    return TerminalTable(HEADINGS, list(map(_row, rows)), frozenset(range(2, len(HEADINGS) - 1)), title=f"data {data}")


def _row(row: GateRow) -> Row:
    numbers = (words.value(row.value_base), words.value(row.value_new), words.change(row), digits.short(row.margin))
    return Row((row.measure, row.language, *numbers, str(row.n), row.decision), last=STYLES[row.decision])
