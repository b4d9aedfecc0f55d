"""What the bias measures of inference have in common: the pairs, what is asked, and what a model must be able to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.query import Ability, Answer, Entails
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.formulas import nli_labels as labels


class InferenceMeasure:
    fields: ClassVar[frozenset[str]] = frozenset({"premise", "hypothesis", "set"})
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.ENTAILS})
    resample: ClassVar[Resample] = Resample(strata="set", cluster="occupation")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = labels.EXAMPLE

    def ask(self, item: Item) -> list[Entails]:
        return labels.ask(item)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return labels.label_in_set(item, answers)

    def statistic(self, scores: Scores) -> Statistic:
        raise NotImplementedError

    def word_jackknife(self, scores: Scores) -> list[NDArray[np.float64]]:
        """Of a model that was asked in words, the value without each phrasing."""
        return labels.without_phrasings(self.statistic, scores)

    def competence(self, scores: Scores) -> str | None:
        return labels.one_label(scores)

    def unproven(self, scores: Scores) -> str:
        return labels.always_neutral(scores)

    def nulls(self, scores: Scores) -> Mapping[str, float]:
        return labels.baselines(self.statistic, scores)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return labels.facts(scores)
