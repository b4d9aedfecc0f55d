"""The prefix tree: every token of every line is there, shared beginnings once, and nothing is seen but ancestors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babelance.backends.causal.tree import LONG, Row, rows_of

Ids = tuple[int, ...]


def lines(*texts: Ids) -> list[tuple[int, Ids]]:
    return list(enumerate(texts))


def read_back(row: Row, number: int) -> Ids:
    """A line as its last token sees it."""
    places = row.places[number]
    if not places:
        return row.prefix
    seen = np.flatnonzero(row.visible(len(row))[places[-1]])
    return row.prefix + tuple(row.ids[place] for place in seen)


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=12).map(tuple), min_size=1, max_size=40))
def test_every_line_sees_exactly_its_own_tokens(texts: list[Ids]) -> None:
    given = lines(*texts)
    rows = rows_of(given, size=16)
    assert sorted(number for row in rows for number in row.places) == [number for number, _ in given]
    for row in rows:
        for number in row.places:
            assert read_back(row, number) == texts[number]


def test_a_shared_beginning_is_read_once() -> None:
    [row] = rows_of(lines((1, 2, 3, 4), (1, 2, 3, 5), (1, 2, 6)))
    assert len(row) == 6
    assert [row.depths[place] for place in row.places[2]] == [0, 1, 2]


def test_a_long_beginning_of_many_lines_stands_before_their_rows() -> None:
    prompt = tuple(range(100, 100 + LONG))
    rows = rows_of(lines(*[(*prompt, number, number + 1, number + 2) for number in range(50)]), size=32)
    assert {row.prefix for row in rows} == {prompt}
    assert sum(map(len, rows)) == 150


def test_rows_are_filled_but_never_beyond_their_size() -> None:
    rows = rows_of(lines(*[(number, *range(number % 7)) for number in range(200)]), size=32)
    assert max(map(len, rows)) <= 32
    assert sum(map(len, rows)) >= 0.9 * 32 * len(rows)


@pytest.mark.parametrize("size", [1, 2, 8])
def test_a_line_longer_than_a_row_is_still_read_whole(size: int) -> None:
    rows = rows_of(lines((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2)), size=size)
    assert all(read_back(row, number) for row in rows for number in row.places)
    assert max(map(len, rows)) == 9
