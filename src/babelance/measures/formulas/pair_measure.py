"""What the measures of sentence pairs have in common: which sentence of a pair a model finds more likely."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, TokenLogprobs
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import averages, pair_facts, pairs
from babelance.measures.formulas.pieces import facts_by_side, null_by_side
from babelance.measures.formulas.predicting import worse_than_unigram


class SideMeasure:
    """How often one of two sides is preferred, of which either may have more pieces."""

    def null(self, scores: Scores) -> Null | None:
        """What goes with the number of pieces of the changed words, where that is most of the score's departure."""
        return null_by_side(scores.floats("score"), scores.floats("longer"), 0.5, 100)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return facts_by_side(scores.floats("longer"))


@dataclass(frozen=True)
class PairMeasure(SideMeasure):
    """A share of pairs, in per cent; the words in which pairs differ are redrawn for its interval."""

    perturb: pairs.Perturb = "none"

    question: ClassVar[Question] = pairs.WHICH_OF_A_PAIR
    scale: ClassVar[Scale] = pairs.SHARE_OF_STEREOTYPES
    fields: ClassVar[frozenset[str]] = frozenset({"more", "less"})
    resample: ClassVar[Resample] = Resample()
    interval: ClassVar[Literal["wilson", "bca"]] = "wilson"
    example: ClassVar[Example] = pairs.EXAMPLE

    def shared_words(self, scores: Scores) -> list[frozenset[str]]:
        return pair_facts.contrasts(scores)

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(scores.floats("score"), 100)


@dataclass(frozen=True)
class SharedTokensMeasure(PairMeasure):
    """Tokens that both sentences have, each hidden once: what the model makes of them also tells whether it knows the
    language."""

    pieces: pairs.Pieces = "each"
    """What is hidden with a token of a word of several pieces."""

    @property
    def asks(self) -> frozenset[Ability]:
        return frozenset({Ability(f"TokenLogprobs({self.pieces})")})

    @property
    def without_masks(self) -> Mapping[str, str] | None:
        return {"pieces": "each"} if self.pieces != "each" else None

    def competence(self, scores: Scores) -> str | None:
        return worse_than_unigram(scores)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {**pair_facts.token_accuracy(scores), **super().extra(scores)}


@dataclass(frozen=True)
class DistanceMeasure(SharedTokensMeasure, ABC):
    """Shared tokens by their distance from certainty."""

    fidelity: Literal["paper", "released"] = "paper"

    def ask(self, item: Item) -> list[TokenLogprobs]:
        return pairs.ask_shared(item, self.perturb, self.pieces)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return pairs.score_distances(item, answers, self._columns, keep_identical=self.fidelity != "paper")

    @abstractmethod
    def _columns(self, more: averages.Values, less: averages.Values) -> dict[str, float]:
        """What the distances of both sentences say: `more`, `less` and `score`."""
