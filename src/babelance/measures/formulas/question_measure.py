"""What measures of questions with three answers have in common: how they ask, and what the counts of answers say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.query import Ability, Answer, Fill
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped, Weights
from babelance.measures.formulas import question_counts, questions
from babelance.measures.formulas.question_counts import Counts, Floats


@dataclass(frozen=True)
class QuestionMeasure:
    """A measure says what its value is, of counts."""

    variants: int = 3
    """How often a question is asked, with its answers in another order."""
    options: questions.Options = "letters"

    fields: ClassVar[frozenset[str]] = questions.FIELDS
    asks: ClassVar[frozenset[Ability]] = questions.ASKS
    resample: ClassVar[Resample] = questions.RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = questions.EXAMPLE

    def __post_init__(self) -> None:
        questions.check_variants(self.variants)

    def value(self, counts: Counts, weights: Weights) -> Floats:
        raise NotImplementedError

    def ask(self, item: Item) -> list[Fill]:
        return questions.ask(item, self)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return questions.score(item, answers, self)

    def statistic(self, scores: Scores) -> Statistic:
        answered = question_counts.counts(scores)
        return lambda weights: self.value(answered, weights)

    def of_simple_models(self, scores: Scores) -> dict[str, float]:
        """The value of models that answer without reading."""
        everything = np.ones(len(scores))
        models = question_counts.simple_models(scores)
        return {name: float(self.value(counts, everything)) for name, counts in models.items()}

    def word_jackknife(self, scores: Scores) -> list[NDArray[np.float64]]:
        return question_counts.jackknife(scores, self.value)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return question_counts.facts(scores)
