"""Texts that are longer than any sentence are unanswered, whoever asks a model about them.

A tokenizer takes some two hundred bytes for every character, before it or the model can say that a text is too long. So
texts are measured in characters first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import islice
from typing import TypeVar

from babelance.core.limits import LONGEST_TEXT
from babelance.core.query import Answer, Query, Unanswered, texts_of

TOO_LONG = Unanswered(f"longer than {LONGEST_TEXT:,} characters")
Model = TypeVar("Model")
AnswerMethod = Callable[[Model, Sequence[Query]], Iterator[Answer]]


def lengths_of(query: Query) -> list[int]:
    """Characters of each text that the model would read."""
    return [len(text) for text in (*texts_of(query), getattr(query, "contrast", None) or "")]


def readable_only(answer: AnswerMethod[Model]) -> AnswerMethod[Model]:
    """For `answer` of a model with a tokenizer: it sees those queries alone whose texts are of a readable length."""

    @wraps(answer)
    def answer_readable(self: Model, queries: Sequence[Query]) -> Iterator[Answer]:
        fits = [max(lengths_of(query)) <= LONGEST_TEXT for query in queries]
        answers = iter(answer(self, [query for query, fit in zip(queries, fits, strict=True) if fit]))
        for fit in fits:
            yield from islice(answers, 1) if fit else (TOO_LONG,)

    return answer_readable
