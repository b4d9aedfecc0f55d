"""RIBES: does a translation have the words of the reference in the same order?

    RIBES = NKT · P^0.25 · BP^0.10

NKT is Kendall's tau between the places of shared words, moved to 0 … 1; P the share of the translation's words that
could be matched; BP = min(1, exp(1 - reference length / translation length)). A word that stands on one side more than
once is matched by its neighbours: the shortest run of words that ends or begins with it and stands exactly once on
either side. Without two matches there is no order, and the score is 0 (unless the reference is a single word).

Reference: Isozaki, Hirao, Duh, Sudoh, Tsukada, EMNLP 2010.
Checked against: RIBES.py 1.03.1 of its authors (tests/text/test_ribes.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp

PRECISION, BREVITY = 0.25, 0.10
"""Exponents of the authors' script."""


def corpus_ribes(translations: Sequence[Sequence[str]], references: Sequence[Sequence[str]]) -> float:
    """Mean over sentences, each a list of words, from 0 to 1."""
    scores = [ribes(words, wanted) for words, wanted in zip(translations, references, strict=True)]
    return sum(scores) / len(scores)


def ribes(words: Sequence[str], reference: Sequence[str]) -> float:
    """Of one sentence. An empty translation scores 0; the reference has at least one word."""
    if not words:
        return 0.0
    words, reference = list(words), list(reference)
    matched = list(_matches(words, reference))
    brevity = min(1.0, exp(1 - len(reference) / len(words)))
    precision: float = len(matched) / len(words)
    return float(_order(matched, reference) * precision**PRECISION * brevity**BREVITY)


def _order(matched: Sequence[int], reference: Sequence[str]) -> float:
    """The share of pairs that stand in the order of the reference."""
    if len(matched) < 2:
        return float(len(matched) == len(reference) == 1)
    rising = [first < second for first, second in combinations(matched, 2)]
    return sum(rising) / len(rising)


def _matches(words: Sequence[str], reference: Sequence[str]) -> Iterator[int]:
    """For each word of the translation that can be matched, its place in the reference."""
    for index, word in enumerate(words):
        if word in reference and (match := _match(index, words, reference)) is not None:
            yield match


def _match(index: int, words: Sequence[str], reference: Sequence[str]) -> int | None:
    for start, end in _runs(index, len(words)):
        run = words[start:end]
        matches = _places(run, reference)
        if len(matches) == 1 and len(_places(run, words)) == 1:
            return matches[0] + index - start
    return None


def _runs(index: int, length: int) -> Iterator[tuple[int, int]]:
    """The word alone, then ever longer runs up to it and from it."""
    yield index, index + 1
    for more in range(1, length):
        if more <= index:
            yield index - more, index + 1
        if index + more < length:
            yield index, index + more + 1


def _places(run: Sequence[str], words: Sequence[str]) -> list[int]:
    return [at for at in range(len(words) - len(run) + 1) if words[at : at + len(run)] == run]
