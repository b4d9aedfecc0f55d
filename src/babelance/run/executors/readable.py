"""Keeps texts that no model should read away from it, and asks for long ones a few at a time.

One that is longer than any sentence is unanswered (see `core/readable.py`). Windows of usual sentences go out as they
are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from babelance.core.limits import LONGEST_TEXT
from babelance.core.query import Answer, Query
from babelance.core.readable import TOO_LONG, lengths_of

MOST_CHARACTERS = 2_000_000
"""Of all texts that are asked about together."""


def answer_readable(
    answer: Callable[[Sequence[Query]], Mapping[Query, Answer]], queries: Sequence[Query]
) -> dict[Query, Answer]:
    """One answer for every query; only those of a readable length are asked."""
    lengths = {query: lengths_of(query) for query in queries}
    answers: dict[Query, Answer] = {query: TOO_LONG for query in queries if max(lengths[query]) > LONGEST_TEXT}
    for part in _parts({query: sum(lengths[query]) for query in queries if query not in answers}):
        answers.update(answer(part))
    return answers


def readable(texts: Sequence[str]) -> list[str]:
    """Those of a readable length, as many as can be looked at together."""
    kept, characters = [], 0
    for text in texts:
        if len(text) <= LONGEST_TEXT and characters + len(text) <= MOST_CHARACTERS:
            kept.append(text)
            characters += len(text)
    return kept


def _parts(lengths: Mapping[Query, int]) -> Iterator[list[Query]]:
    part, characters = list[Query](), 0
    for query, length in lengths.items():
        if part and characters + length > MOST_CHARACTERS:
            yield part
            part, characters = [], 0
        part.append(query)
        characters += length
    if part:
        yield part
