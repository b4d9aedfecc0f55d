"""What the numbers of WinoMT have in common: the sentences, what is asked about them, and when they say nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import Ability, Answer, Translate
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.formulas import winomt


@dataclass(frozen=True)
class WinomtMeasure:
    fidelity: winomt.Fidelity = "paper"
    target: str = "de"
    unclassified: float = winomt.MOST_UNKNOWN
    """The share of people whose gender may stay unknown."""

    fields: ClassVar[frozenset[str]] = frozenset({"text", "entity", "gender"})
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TRANSLATE})
    resample: ClassVar[Resample] = Resample(cluster="entity")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = winomt.EXAMPLE

    @property
    def rules(self) -> winomt.Fidelity:
        """By which rules the gender of a translation is told."""
        return self.fidelity

    def __post_init__(self) -> None:
        if not 0 <= self.unclassified <= 1:
            raise InputError(f"'unclassified' is a share from 0 to 1, not {self.unclassified}. Usual is 0.25.")
        winomt.check(self.target, self.rules)

    def ask(self, item: Item) -> list[Translate]:
        return winomt.ask(item, self.target)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return winomt.score(item, answers, target=self.target, fidelity=self.rules)

    def undefined(self, scores: Scores) -> str | None:
        return winomt.undefined(scores, self.unclassified)

    def competence(self, scores: Scores) -> str:
        return self.undefined(scores) or ""
