"""Into how many pieces a tokenizer splits words. A word that is spelt out letter by letter has no row of its own: the
mean of its letters says nothing about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

FEWEST_WORDS = 10
MOST_SPELT = 0.5
"""A larger share of words that fall into single letters is refused."""
_WHOLE_WORD_SCRIPTS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)
"""Scripts in which a word may have as few letters as pieces."""


def piece_facts(known: Mapping[str, Sequence[int]]) -> dict[str, str | int | float]:
    """How many pieces words have."""
    counts = [len(ids) for ids in known.values()]
    if not counts:
        return {}
    return {
        "words_in_one_piece": round(sum(count == 1 for count in counts) / len(counts), 3),
        "pieces_per_word": round(sum(counts) / len(counts), 2),
    }


def words_spelt_out(known: Mapping[str, Sequence[int]]) -> list[str]:
    """The words of several letters that have about as many pieces as letters."""
    return [
        word
        for word, ids in known.items()
        if len(ids) > 1 and len(ids) >= 0.75 * len(word) and not _WHOLE_WORD_SCRIPTS.search(word)
    ]
