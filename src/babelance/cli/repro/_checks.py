"""Printed numbers beside recomputed ones: a JSON line each, or a table with what does not follow in bold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.table import Table

from babelance.cli import _options as shared
from babelance.cli._terminal import echo


def print_lines(records: Iterable[Mapping[str, object]]) -> None:
    for record in records:
        echo(json.dumps(record))


def print_table(titles: Sequence[str], rows: Iterable[tuple[Sequence[str], bool]], *, numbers: range) -> None:
    """`rows`: the cells of each, and whether the printed number follows. `numbers`: which columns hold such."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, title in enumerate(titles):
        table.add_column(title, justify="right" if place in numbers else "left", no_wrap=True)
    for cells, follows in rows:
        table.add_row(*cells, style=None if follows else "bold")
    shared.screen(width=120 if not shared.screen().is_terminal else None).print(table)
