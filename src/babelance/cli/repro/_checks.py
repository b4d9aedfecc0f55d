"""Printed numbers beside recomputed ones: a JSON line each, or a table with what does not follow in bold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

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


def print_table(
    titles: Sequence[str], rows: Iterable[tuple[Sequence[str], bool]], *, numbers: range, spare: int | None = None
) -> None:
    """`rows`: the cells of each, and whether the printed number follows. `numbers`: which columns hold such; `spare`:
    which is left out first where there is no room."""
    from babelance.report.terminal_table import Row, TerminalTable

    shown = [Row(cells, "" if follows else "bold") for cells, follows in rows]
    printing.print_table(
        TerminalTable(titles, shown, frozenset(numbers), spare=frozenset(() if spare is None else (spare,)))
    )
