"""What measures of translators ask, and what they get."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core.item import Item
from babelance.core.query import Answer, Text, Translate, Unanswered
from babelance.core.scored import Skipped


def ask(item: Item, target: str) -> list[Translate]:
    return [Translate(item.texts["text"], item.language, target)]


def translation_of(item: Item, answers: Sequence[Answer]) -> Text | Skipped:
    [answer] = answers
    if isinstance(answer, Unanswered):
        return Skipped(item, answer.reason)
    assert isinstance(answer, Text)
    return answer
