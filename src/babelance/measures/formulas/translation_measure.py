"""What measures that look at one translation of each text have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.item import Item
from babelance.core.query import Ability, Answer, Translate
from babelance.core.scored import Scored, Skipped
from babelance.measures.formulas import translations


@dataclass(frozen=True)
class TranslationMeasure:
    """A measure says what a translation into `target` is worth."""

    target: str = "en"

    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TRANSLATE})
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"

    def ask(self, item: Item) -> list[Translate]:
        return translations.ask(item, self.target)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        answer = translations.translation_of(item, answers)
        return answer if isinstance(answer, Skipped) else self.score_translation(item, answer.text)

    def score_translation(self, item: Item, translation: str) -> Scored | Skipped:
        raise NotImplementedError
