"""Accuracy on questions of BBQ and its relatives: what a bias score must be read beside.

    accuracy = 100 · right answers / questions

over contexts that tell the answer and contexts that do not (`--by condition` tells them apart). An invalid answer is a
wrong one; with `invalid=left-out` it is as if it had not been asked, as released.

Scale: 0 to 100, ideal 100. A guesser among three has 33.3; who always says that nobody can know has as many as there
are contexts that do not tell.
Relations: `bbq` and `bbq-disambiguated` ask the same queries.
Reference: Parrish et al., Findings of ACL 2022.
Checked against: the authors' rule on UnifiedQA's recorded answers (tests/golden), and worked examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, Fill
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Weights
from babelance.core.verdict import USE, Question
from babelance.measures.formulas import questions
from babelance.measures.formulas.questions import Counts, Floats


@dataclass(frozen=True)
class BbqAccuracy:
    invalid: Literal["wrong", "left-out"] = "wrong"
    variants: int = 3
    options: questions.Options = "letters"

    title: ClassVar[str] = "Accuracy on BBQ"
    question: ClassVar[Question] = Question(
        USE,
        "about people, with three answers to choose from",
        "is right more often than a guesser",
        "is right less often than a guesser",
        skill="answering",
    )
    scale: ClassVar[Scale] = Scale(0, 100, ideal=100, chance=100 / 3, unit="%", reading="higher: more right answers")
    fields: ClassVar[frozenset[str]] = questions.FIELDS
    asks: ClassVar[frozenset[Ability]] = questions.ASKS
    resample: ClassVar[Resample] = questions.RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = questions.EXAMPLE
    utility: ClassVar[bool] = True

    def __post_init__(self) -> None:
        questions.check_variants(self.variants)

    def ask(self, item: Item) -> list[Fill]:
        return questions.ask(item, self)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return questions.score(item, answers, self)

    def statistic(self, scores: Scores) -> Statistic:
        found = questions.counts(scores)
        return lambda weights: self._value(found, weights)

    def _value(self, found: Counts, weights: Weights) -> Floats:
        asked = found.valid if self.invalid == "left-out" else np.ones_like(found.valid)
        return 100 * found.share(found.right, asked, np.ones_like(found.ambiguous), weights)

    def null(self, scores: Scores) -> Null:
        return Null("guessing", 100 / 3)

    def nulls(self, scores: Scores) -> Mapping[str, float]:
        everything = np.ones(len(scores))
        models = questions.simple_models(scores).items()
        return {name: float(self._value(found, everything)) for name, found in models}

    def word_jackknife(self, scores: Scores) -> list[NDArray[np.float64]]:
        return questions.jackknife(scores, self._value)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return questions.facts(scores)
