"""What measures of translators against the labour market have in common: a slope over occupations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Scored, Scores, Value
from babelance.core.verdict import Question
from babelance.measures.formulas import labour, labour_shares
from babelance.measures.formulas.translation_measure import TranslationMeasure


@dataclass(frozen=True)
class LabourMeasure(TranslationMeasure):
    """A measure says which items have a share of women in their `country`, and what a translation says."""

    country: labour_shares.Country = "US"

    scale: ClassVar[Scale] = labour.SCALE

    def __post_init__(self) -> None:
        labour_shares.require_country(self.country)

    def statistic(self, scores: Scores) -> Statistic:
        return labour.Slope(scores)

    def undefined(self, scores: Scores) -> str | None:
        return labour.undefined(scores)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return labour.facts(scores)


def labour_question(task: str) -> Question:
    return Question(
        "translation",
        task,
        "follows the labour market: the more women work in an occupation, the more often it says she",
        "goes against the labour market",
        toward="above",
        skill="translation",
    )


def score_occupation(
    item: Item, columns: Mapping[str, Value], *, occupation: str, women: float, said: float | None
) -> Scored:
    """`said`: 1 for a woman, 0 for a man, ½ for both; None where the translation tells no gender."""
    about: dict[str, Value] = {"occupation": occupation, "women": women}
    return Scored(item, {**columns, **about, "named": float(said is not None), "said": said or 0.0})
