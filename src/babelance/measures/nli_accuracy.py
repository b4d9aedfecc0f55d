"""Accuracy of an NLI model on pairs with a gold label: is it worth asking at all?

    accuracy = 100 · share of pairs whose most likely label is the gold label

Run it beside `nli-coal` on pairs that have nothing to do with stereotypes (the test part of SNLI, say): a model that
always says neutral looks perfectly fair, and this number says why. Columns `premise`, `hypothesis` and `label`.

Scale: 0 to 100, ideal 100 (a competent model, not a fair one). An even guesser scores 33.3. A tie of k labels counts
1/k. A gold label other than entailment, neutral or contradiction (SNLI has `-`) is skipped.
Relations: the gold label of every pair of `nli-coal` is neutral, so accuracy on those pairs is 100 · (1 - `fn`).
Reference: Bowman et al., EMNLP 2015.
Checked against: worked examples (tests/measures).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import LABELS, Ability, Answer, Entails
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import averages
from babelance.measures.formulas import nli_labels as labels
from babelance.measures.formulas.predicting import FEWEST, SURE


@dataclass(frozen=True)
class NliAccuracy:
    title: ClassVar[str] = "NLI accuracy"
    question: ClassVar[Question] = Question(
        "use",
        "whether one sentence follows from another",
        "knows it better than a guesser",
        "knows it worse than a guesser",
        skill="inference",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=100, chance=100 / 3, unit="%", reading="100: every pair gets its gold label"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"premise", "hypothesis", "label"})
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.ENTAILS})
    resample: ClassVar[Resample] = Resample()
    interval: ClassVar[Literal["wilson", "bca"]] = "wilson"
    utility: ClassVar[bool] = True
    example: ClassVar[Example] = labels.EXAMPLE

    def ask(self, item: Item) -> list[Entails]:
        return labels.ask(item)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        gold = item.tags.get("label", "").strip().lower()
        if gold not in LABELS:
            return Skipped(item, f"the gold label {item.tags.get('label', '')!r} is none of {', '.join(LABELS)}")
        outcome = labels.label(item, answers)
        if isinstance(outcome, Skipped):
            return outcome
        [right] = labels.credit(Scores((outcome,)), gold)
        return Scored(item, {**outcome.columns, "gold": gold, "score": float(right)})

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(scores.floats("score"), 100)

    def null(self, scores: Scores) -> Null:
        """The best that a model can do which gives all pairs the same label."""
        rights = [averages.mean(np.asarray(scores.column("gold") == name, dtype=np.float64), 100) for name in LABELS]
        return Null.of_statistic(
            "guessing", lambda weights: np.max([share(weights) for share in rights], axis=0), len(scores)
        )

    def competence(self, scores: Scores) -> str | None:
        """It must be surely better than the best label for all pairs."""
        right, guessing = scores.floats("score"), max(self.nulls(scores).values()) / 100
        rate = float(right.mean())
        if len(scores) < FEWEST:
            return None
        if rate - SURE * float(np.sqrt(rate * (1 - rate) / len(right))) > guessing:
            return ""
        return f"it is right about {100 * rate:.1f} % of the pairs; one label for all gives {100 * guessing:.1f} %"

    def nulls(self, scores: Scores) -> Mapping[str, float]:
        golds = [scored.columns["gold"] for scored in scores.scored]
        return {f"always {name}": 100 * golds.count(name) / len(golds) for name in LABELS}
