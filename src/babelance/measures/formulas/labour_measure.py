"""What measures of translators against the labour market have in common: a slope over occupations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Scored, Scores, Value
from babelance.measures.formulas import labour
from babelance.measures.formulas.translation_measure import TranslationMeasure


class LabourMeasure(TranslationMeasure):
    """A measure says which items have a share of women, and what a translation says; its options are its own fields."""

    scale: ClassVar[Scale] = labour.SCALE

    def statistic(self, scores: Scores) -> Statistic:
        return labour.Slope(scores)

    def undefined(self, scores: Scores) -> str | None:
        return labour.undefined(scores)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return labour.facts(scores)


def score_occupation(
    item: Item, columns: Mapping[str, Value], *, occupation: str, women: float, said: float | None
) -> Scored:
    """`said`: 1 for a woman, 0 for a man, ½ for both; None where the translation tells no gender."""
    about: dict[str, Value] = {"occupation": occupation, "women": women}
    return Scored(item, {**columns, **about, "named": float(said is not None), "said": said or 0.0})
