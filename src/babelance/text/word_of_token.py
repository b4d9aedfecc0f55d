"""Which word of a text each token belongs to, by the characters that it stands for.

A word is a run of letters, their marks and digits between anything else. Where a script puts no blank between words
(Chinese, Japanese, Thai, …) nobody can tell from characters, and every token is a word of its own.
"""

from __future__ import annotations

import numpy as np
import regex
from numpy.typing import NDArray

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = regex.compile(rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_UNSPACED}]]+", regex.VERSION1)
_SPACED_LETTER = regex.compile(rf"[\p{{L}}--[{_UNSPACED}]]", regex.VERSION1)


def word_of_token(text: str, offsets: NDArray[np.int32]) -> NDArray[np.int32]:
    """Token → number of its word; `offsets` are where the characters of each begin and end.

    The last character decides: some tokenizers count the blank before a word to its first piece.
    """
    word_at = np.full(len(text) + 1, -1, dtype=np.int32)
    for number, match in enumerate(_WORD.finditer(text)):
        word_at[match.start() : match.end()] = number
    words = word_at[np.maximum(offsets[:, 1] - 1, offsets[:, 0])]
    alone = words < 0
    words[alone] = len(text) + np.flatnonzero(alone)
    return words


def puts_blanks_between_words(text: str) -> bool:
    """Is any letter of a script in which words can be told from characters?"""
    return _SPACED_LETTER.search(text) is not None
