"""A gate on GitHub: a step summary in Markdown, and annotations. Both have limits, which are kept here: a summary that
is too long is not shown at all, and of more annotations than ten of a kind the rest is dropped without a word."""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core import digits
from babelance.core.gate import Gate, GateRow
from babelance.core.printable import printable
from babelance.report.gate import words

MOST_BYTES = 1_000_000
"""Of a step summary; GitHub takes 1024 KiB."""
MOST_ANNOTATIONS = 10
"""Of each kind, in a step."""
_COLUMNS = ("decision", "measure", "language", "data", "base", "new", "farther from null", "margin", "n", "why")


def step_summary(gate: Gate, most_bytes: int = MOST_BYTES) -> str:
    """The decision, then all rows, those that do not pass first; as many as fit, and then how many do not."""
    head = f"## babelance gate: {_cell(words.headline(gate))}\n\n"
    head += f"Baseline `{_code(gate.base)}`, new `{_code(gate.new)}`.\n\n"
    head += "".join(f"{_cell(remark)}\n\n" for remark in gate.remarks)
    table = f"| {' | '.join(_COLUMNS)} |\n|{'---|' * len(_COLUMNS)}\n"
    order = {"worse": 0, "cannot tell": 1, "not worse": 2}
    lines = [_line(row) for row in sorted(gate.rows, key=lambda row: order[row.decision])]
    return _fitting(head + table, lines, most_bytes)


def _fitting(start: str, lines: list[str], most_bytes: int) -> str:
    room = most_bytes - len(start.encode()) - 200
    kept: list[str] = []
    for line in lines:
        room -= len(line.encode())
        if room < 0:
            break
        kept.append(line)
    left = len(lines) - len(kept)
    return start + "".join(kept) + (f"\n{left} more rows do not fit here; see the log.\n" if left else "")


def _line(row: GateRow) -> str:
    numbers = (words.value(row.value_base), words.value(row.value_new), words.change(row), digits.short(row.margin))
    cells = (row.decision, row.measure, row.language, row.data, *numbers, str(row.n), words.explanation(row))
    return f"| {' | '.join(map(_cell, cells))} |\n"


def _cell(text: str) -> str:
    """Markdown and HTML in names of models are shown, not followed."""
    plain = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for mark in "\\`*_[]|":
        plain = plain.replace(mark, f"\\{mark}")
    return plain


def _code(text: str) -> str:
    return printable(text).replace("`", "'")


def annotation_lines(gate: Gate) -> Iterator[str]:
    """An error for each row that is worse, a warning for each that cannot be told: ten of a kind, the last of which
    says how many more there are."""
    for kind, decision in (("error", "worse"), ("warning", "cannot tell")):
        rows = [row for row in gate.rows if row.decision == decision]
        shown = rows if len(rows) <= MOST_ANNOTATIONS else rows[: MOST_ANNOTATIONS - 1]
        yield from (_command(kind, f"{row.name}: {decision}", words.explanation(row)) for row in shown)
        if more := len(rows) - len(shown):
            yield _command(kind, f"{more} more: {decision}", "All of them are in the summary and in the log.")


def _command(kind: str, title: str, message: str) -> str:
    return f"::{kind} title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
