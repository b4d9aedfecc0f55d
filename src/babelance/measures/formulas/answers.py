"""The one answer of a measure that asks one query about an item, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from babelance.core.item import Item
from babelance.core.query import Answer, Choices, Text, Tokens, Unanswered, Vector
from babelance.core.scored import Skipped

A = TypeVar("A", Choices, Text, Tokens, Vector)


def only_answer(item: Item, answers: Sequence[Answer], kind: type[A]) -> A | Skipped:
    """`kind` is what the query is answered with."""
    [answer] = answers
    if isinstance(answer, Unanswered):
        return Skipped(item, answer.reason)
    assert isinstance(answer, kind)
    return answer
