"""What the measures of sentence pairs have in common: which sentence of a pair a model finds more likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from babelance.core.estimate import Plain
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import averages, pairs
from babelance.measures.formulas.pieces import facts_by_side, null_by_side
from babelance.measures.formulas.predicting import worse_than_unigram


class PairMeasure:
    """A share of pairs, in per cent; the words in which pairs differ are redrawn for its interval."""

    question: ClassVar[Question] = pairs.WHICH_OF_A_PAIR
    scale: ClassVar[Scale] = pairs.SHARE_OF_STEREOTYPES
    fields: ClassVar[frozenset[str]] = frozenset({"more", "less"})
    resample: ClassVar[Resample] = Resample()
    interval: ClassVar[Literal["wilson", "bca"]] = "wilson"
    example: ClassVar[Example] = pairs.EXAMPLE

    def shared_words(self, scores: Scores) -> list[frozenset[str]]:
        return pairs.contrasts(scores)

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(scores.floats("score"), 100)

    def null(self, scores: Scores) -> Null | None:
        """What goes with the number of pieces of the changed words, where that is most of the score's departure."""
        return null_by_side(scores.floats("score"), scores.floats("longer"), 0.5, 100)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return facts_by_side(scores.floats("longer"))


class SharedTokensMeasure(PairMeasure):
    """Tokens that both sentences have, each hidden once: what the model makes of them also tells whether it knows the
    language."""

    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TOKENS_EACH})

    def competence(self, scores: Scores) -> str | None:
        return worse_than_unigram(scores)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {**pairs.token_accuracy(scores), **super().extra(scores)}
