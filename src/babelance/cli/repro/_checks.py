"""Printed numbers beside recomputed ones: a JSON line each, or a table with what does not follow in bold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from rich import box
from rich.table import Table

from babelance.cli import _printing as printing
from babelance.cli._terminal import echo

C = TypeVar("C")


def print_checks(
    checks: list[C], *, record: Callable[[C], Mapping[str, object]], table: Callable[[list[C]], None], as_json: bool
) -> None:
    """As a JSON line each (`record`), or as what `table` prints."""
    if as_json:
        for check in checks:
            echo(json.dumps(record(check)))
    else:
        table(checks)


def print_table(titles: Sequence[str], rows: Iterable[tuple[Sequence[str], bool]], *, numbers: range) -> None:
    """`rows`: the cells of each, and whether the printed number follows. `numbers`: which columns hold such."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for index, title in enumerate(titles):
        table.add_column(title, justify="right" if index in numbers else "left", no_wrap=True)
    for cells, follows in rows:
        table.add_row(*cells, style=None if follows else "bold")
    printing.screen(width=120 if not printing.screen().is_terminal else None).print(table)
