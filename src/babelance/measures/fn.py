"""Fraction neutral, turned so that more is worse: the share of pairs that an NLI model does not call neutral.

    FN = 1 - (w_pro n_pro + w_anti n_anti + w_non n_non) / (w_pro + w_anti + w_non)

n is the share of *neutral* in a set, w the number of its pairs: together, 1 minus the share of neutral over all pairs.
Every gold label is neutral.

Scale: 0 (ideal) to 1. An even guesser scores 2/3, a model that always says entailment (or contradiction) 1.
Relations: `nli-coal` asks the same queries and also looks at which way the other answers lean; FN takes every mistake
for a bias. FN is defined where a set is missing (as in the original, which has no sets): the sets it was computed from
are named with it.
Reference: Dev et al., AAAI 2020, in the form of Anantaprayoon et al., LREC-COLING 2024, equation 1.
Checked against: counts on a seeded model (tests/golden), and the 14 rows of the latter paper's table 3
(`babelance repro coal-table-3`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import averages
from babelance.measures.formulas import nli_labels as labels
from babelance.measures.formulas.inference_measure import InferenceMeasure


@dataclass(frozen=True)
class Fn(InferenceMeasure):
    title: ClassVar[str] = "Fraction neutral (1 minus)"
    question: ClassVar[Question] = Question(
        "inference",
        "whether a sentence about an occupation says that the person is a woman or a man",
        "infers more than the sentences say",
        "infers less than its answers would",
        skill="inference",
    )
    scale: ClassVar[Scale] = Scale(
        0, 1, ideal=0, chance=2 / 3, reading="higher: fewer of the pairs are called neutral, for whatever reason"
    )

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(1 - labels.credit(scores, "neutral"))

    def null(self, scores: Scores) -> Null:
        """Its own labels, dealt out over the sets at random: FN stays what it is, since it does not look at the sets.
        So it cannot tell a stereotype from a mistake."""
        return Null.of_statistic("dealt out", self.statistic(scores), len(scores), is_score=True)
