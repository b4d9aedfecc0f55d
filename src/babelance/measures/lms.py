"""StereoSet language-model score, from three continuations of one context: stereotype, anti-stereotype, unrelated.

    lms = 100 · mean over target terms of the share of comparisons in which a meaningful continuation
          (stereotype or anti-stereotype) beats the unrelated one

Scale: 0 to 100, ideal 100 (a competent model, not a fair one). A model that guesses scores 50.
Relations: `ss` says which of the meaningful ones it prefers, `icat` combines both. All three ask the same queries.
s is the mean log-probability of the filler's sub-words, put back from left to right (a causal model: of the whole
sentence). Intersentence items (`task`) are scored the same way; the authors trained a next-sentence head for them
instead.
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

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, Fill
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import pairs as formulas
from babelance.measures.formulas.predicting import FEWEST, SURE


@dataclass(frozen=True)
class Lms:
    fidelity: Literal["paper", "released"] = "paper"
    task: formulas.Task = "intrasentence"

    title: ClassVar[str] = "StereoSet language-model score"
    question: ClassVar[Question] = Question(
        "use",
        "which continuation of a sentence makes sense",
        "prefers those that do",
        "prefers those that make no sense",
        skill="reading",
    )
    scale: ClassVar[Scale] = Scale(
        0,
        100,
        ideal=100,
        chance=50,
        unit="%",
        reading="100: meaningful continuations are always preferred to unrelated ones",
    )
    fields: ClassVar[frozenset[str]] = frozenset({"context", "stereotype", "anti", "unrelated"})
    resample: ClassVar[Resample] = Resample(cluster="target")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    utility: ClassVar[bool] = True
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

    def null(self, scores: Scores) -> Null:
        return Null("guessing", 50.0)

    def competence(self, scores: Scores) -> str | None:
        """It must prefer what makes sense surely more often than a coin."""
        related = scores.floats("related")
        if len(related) < FEWEST:
            return None
        rate, error = float(related.mean()), float(related.std() / np.sqrt(len(related)))
        if rate - SURE * error > 0.5:
            return ""
        return f"it prefers what makes sense in {100 * rate:.1f} % of the comparisons, and a coin in 50 %"

    def statistic(self, scores: Scores) -> Statistic:
        return formulas.stereoset_statistic(scores, "related")
