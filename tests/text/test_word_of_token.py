"""Tokens are pieces of words, by the characters that they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.text.word_of_token import puts_blanks_between_words, word_of_token


@pytest.mark.parametrize(
    ("text", "offsets", "same"),
    [
        # un|happ|y she . : three pieces of one word, a word, a full stop
        ("unhappy she.", [(0, 2), (2, 6), (6, 7), (8, 11), (11, 12)], [[0, 1, 2], [3], [4]]),
        # The blank before a word belongs to its first piece, as byte-level vocabularies have it.
        ("ab cd", [(0, 2), (2, 4), (4, 5)], [[0], [1, 2]]),
        # Signs alone, and special tokens, which stand for nothing.
        ("a-b", [(0, 0), (0, 1), (1, 2), (2, 3), (0, 0)], [[1], [2], [3]]),
        ("ผู้หญิง", [(0, 3), (3, 7)], [[0], [1]]),
        ("女人", [(0, 1), (1, 2)], [[0], [1]]),
    ],
)
def test_pieces_of_one_word_have_one_number(text: str, offsets: list[tuple[int, int]], same: list[list[int]]) -> None:
    words = word_of_token(text, np.asarray(offsets, np.int32))
    for group in same:
        assert len({int(words[index]) for index in group}) == 1
    assert len({int(words[group[0]]) for group in same}) == len(same)


def test_scripts_that_put_no_blanks_between_words() -> None:
    assert puts_blanks_between_words("She sings") and puts_blanks_between_words("그녀는 노래한다")
    assert not puts_blanks_between_words("她唱歌") and not puts_blanks_between_words("彼女は歌う。")
