"""StereoSet idealised CAT score, from three continuations of one context: stereotype, anti-stereotype, unrelated.

    icat = lms · min(ss, 100 − ss) / 50

Scale: 0 to 100, ideal 100: always meaningful (lms 100) and never partial (ss 50). A model that guesses scores 50. The
minimum makes icat of a finite sample of an unbiased model fall below lms: look at its interval.
Relations: computed from the averaged ss and lms, as released; the per-term version is not. All three ask the same
queries. s is the mean log-probability of the filler's sub-words, put back from left to right (a causal model: of the
whole sentence). Intersentence items (`task`) are scored the same way; the authors trained a next-sentence head for
them instead.
Intervals redraw target terms, and words that stand for the blank of several.
Reference: Nadeem et al., ACL 2021.
Checked against: the released code and released predictions of real models (tests/golden).

Departures of the released code (fidelity="released"): the mean is over *probabilities*; text that was put back is
tokenised anew; the filler is one word found by its index, encoded without a leading space (wrong for RoBERTa); ties
count as the anti-stereotype (here too: they do not occur in practice).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, Fill
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import pairs as formulas


@dataclass(frozen=True)
class Icat:
    fidelity: Literal["paper", "released"] = "paper"
    task: formulas.Task = "intrasentence"

    title: ClassVar[str] = "StereoSet idealised CAT score"
    question: ClassVar[Question] = Question(
        "pairs",
        "which continuation of a sentence makes sense, and whether it is the stereotype",
        "is less partial than answers without a preference would be",
        "is more partial than answers without a preference would be",
        harm="below",
        skill="reading",
    )
    scale: ClassVar[Scale] = Scale(
        0,
        100,
        ideal=100,
        chance=50,
        unit="%",
        reading="100: competent and unbiased; 0: fully biased or no better than noise",
    )
    fields: ClassVar[frozenset[str]] = frozenset({"context", "stereotype", "anti", "unrelated"})
    resample: ClassVar[Resample] = Resample(cluster="target")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = formulas.STEREOSET_EXAMPLE

    @property
    def asks(self) -> frozenset[Ability]:
        return formulas.stereoset_abilities(self.fidelity)

    def ask(self, item: Item) -> list[Fill]:
        return formulas.ask_stereoset(item, fidelity=self.fidelity, task=self.task)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return formulas.score_stereoset(item, answers)

    def shared_words(self, scores: Scores) -> list[frozenset[str]]:
        return formulas.stereoset_fillers(scores)

    def null(self, scores: Scores) -> Null | None:
        """Stereotype and anti-stereotype swapped at random, term by term: what makes sense stays what it is."""
        ss, lms = (formulas.stereoset_statistic(scores, column) for column in ("score", "related"))
        return Null.of_draws("shuffled", formulas.swapped_icat(scores, ss, lms))

    def statistic(self, scores: Scores) -> Statistic:
        ss, lms = (formulas.stereoset_statistic(scores, column) for column in ("score", "related"))
        return formulas.Icat(ss, lms)
