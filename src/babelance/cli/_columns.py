"""Rows without lines around them: names to type are never broken, words about them are wrapped beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len

from babelance.cli._printing import screen
from babelance.cli._terminal import echo
from babelance.report.terminal_lines import whole_lines

INDENT = 2
GAP = 2
LONGEST_FACT = 14
"""A fact that is longer stands on a line of its own, so that one of them does not take the room of all words."""
FEW = 6
"""More languages than this are counted, not named."""
NARROWEST = 24
"""Words have at least this much room."""
LONGEST_NAME = 24
"""A longer name stands on a line of its own, too."""


def print_groups(groups: Mapping[str, Sequence[Sequence[str]]]) -> None:
    """A heading for each group, and its rows: a name, words that are wrapped, and short facts that are not."""
    rows = [row for group in groups.values() for row in group]
    if not rows:
        return
    names = max((cell_len(row[0]) for row in rows if cell_len(row[0]) <= LONGEST_NAME), default=0)
    widths = [names, *(max(cell_len(row[column]) for row in rows) for column in range(1, min(2, len(rows[0]))))]
    widths += [
        max((cell_len(row[column]) for row in rows if cell_len(row[column]) <= LONGEST_FACT), default=0)
        for column in range(2, len(rows[0]))
    ]
    room = screen().width - INDENT - sum(widths[:1] + widths[2:]) - GAP * (len(widths) - 1)
    for heading, members in groups.items():
        echo(heading)
        for row in members:
            for line in _lines(row, widths, room):
                echo(line)
        echo("")


def few_languages(codes: Sequence[str]) -> str:
    return " ".join(codes) if len(codes) <= FEW else f"{len(codes)} languages"


def _lines(row: Sequence[str], widths: Sequence[int], room: int) -> Iterator[str]:
    name, words, *facts = row
    wide = max(NARROWEST, min(room, widths[1]))
    first, *others = whole_lines(words, wide) or [""]
    short = [fact if cell_len(fact) <= LONGEST_FACT else "" for fact in facts]
    tail = [_pad(fact, width) for fact, width in zip(short, widths[2:], strict=True)]
    others += [line for fact in facts if fact not in short for line in whole_lines(fact, wide)]
    gap = " " * GAP
    if cell_len(name) > widths[0]:
        yield " " * INDENT + name
        name = ""
    yield (" " * INDENT + gap.join([_pad(name, widths[0]), _pad(first, wide), *tail])).rstrip()
    yield from (" " * (INDENT + widths[0] + GAP) + line for line in others)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
