"""Which characters a token stands for, in all the ways in which servers write tokens."""

from __future__ import annotations

import pytest

from babelance.backends.endpoint.alignment import Aligned, align


@pytest.mark.parametrize("tokens", [["The", " cat", "."], ["The", "▁cat", "."], ["▁The", "Ġcat", "."]])
def test_spaces_may_be_written_as_in_the_vocabulary(tokens: list[str]) -> None:
    assert align(tokens, "The cat.") == Aligned(0, tuple(tokens), (0, 3, 7))


def test_tokens_before_and_after_the_text_are_left_out() -> None:
    assert align(["<s>", "The", " cat", "!"], "The cat") == Aligned(1, ("The", " cat"), (0, 3))
    assert align(["", "The", " cat"], "The cat") == Aligned(1, ("The", " cat"), (0, 3))


def test_parts_of_characters_have_names_of_their_own() -> None:
    assert align(["a", "\ufffd", "\ufffd", "b"], "aไb") == Aligned(0, ("a", "ไ·1", "ไ·2", "b"), (0, 1, 1, 2))
    assert align(["a", "", "ไ", "b"], "aไb") == Aligned(0, ("a", "ไ·1", "ไ", "b"), (0, 1, 1, 2))


@pytest.mark.parametrize("tokens", [["The", " dog"], ["The"], [], ["the", " cat"], ["", "", "", "The", " cat"]])
def test_other_tokens_are_not_those_of_the_text(tokens: list[str]) -> None:
    assert align(tokens, "The cat") is None
