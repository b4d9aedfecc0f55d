"""The words in which two texts of a pair differ: *Anna* and *Peter*, *her* and *his*.

Words are what stands between spaces and punctuation; in scripts that put no spaces between words every character is
taken alone. Neighbours that all differ are one word, so that names of several parts stay together.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

import regex

from babelance.text.words import plain

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = regex.compile(rf"[{_UNSPACED}]\pM*|(?:(?![{_UNSPACED}])\w)+")


def changed_words(first: str, second: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the first text, then of the second; upper and lower case are alike."""
    mine, others = (_WORD.findall(plain(text)) for text in (first, second))
    start = _equal(mine, others)
    end = _equal(mine[start:][::-1], others[start:][::-1])
    mine, others = mine[start : len(mine) - end], others[start : len(others) - end]
    if not mine or not others:
        return _join([mine]), _join([others])
    steps = SequenceMatcher(None, mine, others, autojunk=False).get_opcodes()
    differing = [(a, b, c, d) for kind, a, b, c, d in steps if kind != "equal"]
    return _join([mine[a:b] for a, b, _, _ in differing]), _join([others[c:d] for _, _, c, d in differing])


def differing_parts(first: str, second: str) -> tuple[str, str]:
    """Each text without the words with which both begin and end, as it is written: (*tall nurse*, *woman*)."""
    words = [list(_WORD.finditer(text)) for text in (first, second)]
    mine, others = ([plain(word[0]) for word in some] for some in words)
    start = _equal(mine, others)
    end = _equal(mine[start:][::-1], others[start:][::-1])
    return _stretch(first, words[0], start, end), _stretch(second, words[1], start, end)


def _stretch(text: str, words: Sequence[regex.Match[str]], start: int, end: int) -> str:
    kept = words[start : len(words) - end]
    return text[kept[0].start() : kept[-1].end()] if kept else ""


def _equal(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words at the start are the same."""
    count = 0
    for mine, other in zip(first, second, strict=False):
        if mine != other:
            break
        count += 1
    return count


def _join(stretches: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(" ".join(stretch) for stretch in stretches if stretch)
