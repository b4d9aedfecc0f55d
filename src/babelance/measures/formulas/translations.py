"""What measures of translators ask, and what they get."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core.item import Item
from babelance.core.query import Answer, Text, Translate
from babelance.core.scored import Skipped
from babelance.measures.formulas.answers import only_answer


def ask(item: Item, target: str) -> list[Translate]:
    return [Translate(item.texts["text"], item.language, target)]


def translation_of(item: Item, answers: Sequence[Answer]) -> Text | Skipped:
    return only_answer(item, answers, Text)
