"""Shared tokens of a pair, against the spans that the released scripts find."""

import json
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from babelance.text.align import shared_positions, shared_word_positions


def positions(ranges: list[list[int]]) -> list[int]:
    return [position for start, end in ranges for position in range(start, end)]


def test_shared_tokens_are_those_of_the_released_scripts(fixtures: Path) -> None:
    rows = json.loads((fixtures / "expected" / "unit_spans.json").read_text())["rows"]
    for row in rows:
        first, second = shared_positions(row["a"], row["b"])
        assert first.tolist() == positions(row["kaneko_equal_a"]), row["name"]
        assert second.tolist() == positions(row["kaneko_equal_b"]), row["name"]


def test_special_tokens_by_name_equal_dropping_the_first_and_last_match(fixtures: Path) -> None:
    rows = json.loads((fixtures / "expected" / "unit_spans.json").read_text())["rows"]
    for row in rows:
        ends = [np.isin(np.arange(len(row[side])), (0, len(row[side]) - 1)) for side in "ab"]
        first, second = shared_word_positions(row["a"], row["b"], *ends)
        assert first.tolist() == positions(row["sjsd_equal_a"]), row["name"]
        assert second.tolist() == positions(row["sjsd_equal_b"]), row["name"]


def test_the_order_of_the_pair_matters() -> None:
    """Of two equally long blocks the one that starts earlier in the first argument wins."""
    assert shared_positions([1, 2], [2, 1])[0].tolist() == [0]
    assert shared_positions([2, 1], [1, 2])[1].tolist() == [1]


def test_nothing_in_common_is_two_empty_lists() -> None:
    first, second = shared_positions([1, 2], [3])
    assert first.tolist() == second.tolist() == []


tokens = st.lists(st.integers(0, 5), max_size=30)


@given(tokens, tokens)
def test_shared_positions_rise_and_hold_equal_tokens(first: list[int], second: list[int]) -> None:
    in_first, in_second = shared_positions(first, second)
    assert [first[position] for position in in_first] == [second[position] for position in in_second]
    assert np.all(np.diff(in_first) > 0)
    assert np.all(np.diff(in_second) > 0)


@given(tokens)
def test_a_text_shares_everything_with_itself(text: list[int]) -> None:
    assert shared_positions(text, text)[0].tolist() == list(range(len(text)))
