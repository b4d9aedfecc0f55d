"""Tables on a terminal: nothing in them is cut, whatever the width."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from babelance.report.terminal_lines import whole_lines
from babelance.report.terminal_table import Row, TerminalTable, table_lines

PLANTS = TerminalTable(
    ("plant", "height", "what it is"),
    [Row(("oak", "21.5 [20, 23]", "a tree with lobed leaves")), Row(("moss", "-0.3 [-1, 1]", "no tree"))],
    frozenset({1}),
    title="Plants",
)


def lines_of(table: TerminalTable, width: int) -> list[str]:
    return [line.plain for line in table_lines(table, width=width)]


def test_what_fits_stands_in_columns() -> None:
    shown = lines_of(PLANTS, 80)
    assert shown[1] == "plant         height  what it is"
    assert shown[3:] == ["oak    21.5 [20, 23]  a tree with lobed leaves", "moss    −0.3 [−1, 1]  no tree"]


def test_words_wrap_within_their_column() -> None:
    assert lines_of(PLANTS, 38)[3:] == [
        "oak    21.5 [20, 23]  a tree with",
        "                      lobed leaves",
        "moss    −0.3 [−1, 1]  no tree",
    ]


def test_without_room_every_row_is_a_paragraph() -> None:
    assert lines_of(PLANTS, 20) == [
        "Plants",
        "oak",
        "  height 21.5",
        "  [20, 23] · what it",
        "  is a tree with",
        "  lobed leaves",
        "moss",
        "  height −0.3",
        "  [−1, 1] · what it",
        "  is no tree",
    ]


def test_a_spare_column_goes_before_all_others_get_narrower() -> None:
    table = TerminalTable(("a", "difference", "b"), [Row(("1", "2", "long words here"))], spare=frozenset({1}))
    assert lines_of(table, 40)[0].split() == ["a", "difference", "b"]
    assert lines_of(table, 22)[0].split() == ["a", "b"]


words = st.text("abcdefgh0123456789.-日本", min_size=1, max_size=14)
cells = st.lists(words, max_size=6).map(" ".join)
tables = st.integers(1, 5).flatmap(
    lambda columns: st.builds(
        TerminalTable,
        st.lists(words, min_size=columns, max_size=columns),
        st.lists(st.lists(cells, min_size=columns, max_size=columns).map(Row), max_size=4),
        st.frozensets(st.integers(0, columns - 1)),
    )
)


@settings(max_examples=60, deadline=None)
@given(tables, st.integers(16, 90))
def test_no_word_is_cut_and_no_line_is_wider_than_the_terminal(table: TerminalTable, width: int) -> None:
    lines = lines_of(table, width)
    shown = {word for line in lines for word in line.replace("−", "-").split()}
    assert {word for row in table.rows for cell in row.cells for word in cell.split()} <= shown
    assert all(cell_len(line) <= width or len(line.split()) <= 2 for line in lines), lines


@pytest.mark.parametrize("text", ["", "  ", "one", "  indented words of a list", "日本語 日本語 日本語"])
def test_blanks_before_the_first_word_stay(text: str) -> None:
    lines = whole_lines(text, 12, indent=4)
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert not lines or lines[0].startswith(text[: len(text) - len(text.lstrip())])
    assert all(cell_len(line) <= 12 for line in lines)
