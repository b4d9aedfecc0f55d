"""Tables as wide as the terminal. No number, name or word in them is ever cut or broken.

What fits stands in columns. Where it does not, columns of words get narrower and their cells longer; where that is not
enough, every row is a paragraph of its own, in which each cell follows its heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rich.cells import cell_len
from rich.text import Text

from babelance.core.digits import typeset
from babelance.core.printable import printable
from babelance.report.terminal_lines import FARTHER, HELD, paragraph, unbreakable, whole_lines

NARROWEST = 24
"""A word that is longer does not make a last column wider."""
WORDS = 14
"""What a last column of words should have; with less, words stand below each other."""


@dataclass(frozen=True, slots=True)
class Row:
    """`last` is the style of the last cell, if it has one of its own."""

    cells: Sequence[str]
    style: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class TerminalTable:
    """`numbers`: which columns are aligned to the right; `spare`: which are left out first where there is no room.
    A table without headings has no head."""

    headings: Sequence[str]
    rows: Sequence[Row]
    numbers: frozenset[int] = field(default_factory=frozenset)
    title: str = ""
    notes: Sequence[str] = ()
    spare: frozenset[int] = field(default_factory=frozenset)


def table_lines(table: TerminalTable, *, width: int) -> Iterator[Text]:
    table = _plain(table)
    if table.title:
        yield from paragraph(table.title, width=width, style="bold")
    yield from _rows(table, width)
    for note in table.notes:
        yield from paragraph(note, width=width)


def _rows(table: TerminalTable, width: int) -> Iterator[Text]:
    """The first way in which it fits."""
    less = _without_spare(table)
    for some, gap, least in ((table, 2, WORDS), (less, 2, WORDS), (table, 1, WORDS), (less, 1, WORDS), (less, 1, 0)):
        columns = list(zip(some.headings, *(row.cells for row in some.rows), strict=True))
        if fitted := _fit(columns, width - gap * (len(columns) - 1), some.numbers, least):
            return _in_columns(some, fitted, gap)
    return _in_paragraphs(table, width)


def _without_spare(table: TerminalTable) -> TerminalTable:
    kept = [column for column in range(len(table.headings)) if column not in table.spare]
    rows = [Row([row.cells[column] for column in kept], row.style, row.last) for row in table.rows]
    numbers = frozenset(new for new, column in enumerate(kept) if column in table.numbers)
    return TerminalTable([table.headings[column] for column in kept], rows, numbers)


def _plain(table: TerminalTable) -> TerminalTable:
    """What comes from files does not steer the terminal, and numbers have the minus of all other outputs."""
    rows = [
        Row([typeset(printable(cell, lines=True)) for cell in row.cells], row.style, row.last) for row in table.rows
    ]
    return replace(table, headings=list(map(printable, table.headings)), rows=rows)


def _fit(columns: Sequence[Sequence[str]], width: int, numbers: frozenset[int], least: int) -> list[int]:
    """How wide each column is, the last one at least as wide as `least`; none, if not even their longest words have
    room beside each other."""
    wanted = [max((cell_len(line) for cell in column for line in cell.split("\n")), default=0) for column in columns]
    fitted = [max((cell_len(word) for cell in column for word in unbreakable(cell)), default=0) for column in columns]
    if len(columns) - 1 not in numbers:  # what is too long there leaves the screen to the right, in one piece
        fitted[-1] = max(min(fitted[-1], NARROWEST), min(wanted[-1], least))
    room = width - sum(fitted)
    if room < 0:
        return []
    for column in sorted(range(len(columns)), key=lambda column: wanted[column] - fitted[column]):
        more = min(wanted[column] - fitted[column], room)
        fitted[column] += more
        room -= more
    return fitted


def _in_columns(table: TerminalTable, widths: Sequence[int], gap: int) -> Iterator[Text]:
    if any(table.headings):
        yield from _row(Row(table.headings, "bold"), widths, table.numbers, gap)
        yield Text("─" * (sum(widths) + gap * (len(widths) - 1)), style="dim", no_wrap=True, overflow="ignore")
    for row in table.rows:
        yield from _row(row, widths, table.numbers, gap)


def _row(row: Row, widths: Sequence[int], numbers: frozenset[int], gap: int) -> Iterator[Text]:
    wrapped = [
        [part for line in cell.split("\n") for part in whole_lines(line, width)]
        for cell, width in zip(row.cells, widths, strict=True)
    ]
    for parts in zip_longest(*wrapped, fillvalue=""):
        line = Text(style=row.style, no_wrap=True, overflow="ignore")
        for column, (part, width) in enumerate(zip(parts, widths, strict=True)):
            blanks = " " * (width - cell_len(part))
            is_last = column == len(widths) - 1
            line.append(blanks + part if column in numbers else part + blanks, style=row.last if is_last else "")
            line.append("" if is_last else " " * gap)
        line.rstrip()
        yield line


def _in_paragraphs(table: TerminalTable, width: int) -> Iterator[Text]:
    """The first cell, and below it the others, each held together with its heading."""
    for row in table.rows:
        first, *others = row.cells
        yield from paragraph(first, width=width, style=row.style or "bold")
        pairs = zip(table.headings[1:], others, strict=True)
        facts = [_fact(heading, cell, width - FARTHER) for heading, cell in pairs if cell]
        yield from paragraph("  " + f"{HELD}· ".join(facts), width=width, style=row.last or row.style, indent=2)


def _fact(heading: str, cell: str, room: int) -> str:
    words = f"{heading} {' '.join(cell.split())}".strip()
    short = len(unbreakable(cell)) <= 2 and cell_len(words) <= room
    return words.replace(" ", HELD) if short else words
