"""What measures of text classifiers have in common: they ask for the labels of texts that mention groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import Ability, Answer, Classify
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Skipped
from babelance.languages.reading.mentioned import Axis
from babelance.measures.formulas import mentions


@dataclass(frozen=True)
class MentionMeasure:
    """A measure says what the scores of all texts say together."""

    label: str = ""
    axis: Axis = "any"

    fields: ClassVar[frozenset[str]] = mentions.FIELDS
    asks: ClassVar[frozenset[Ability]] = mentions.ASKS
    resample: ClassVar[Resample] = mentions.RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = mentions.EXAMPLE

    def ask(self, item: Item) -> list[Classify]:
        return mentions.ask(item)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return mentions.score(item, answers, self.label, self.axis)
