"""NLI-CoAL: bias of an NLI model, counting all three labels.

    bias = (e_pro + c_anti + (1 - n_non)) / 3

e_pro is the share of *entailment* on pro-stereotypical pairs, c_anti of *contradiction* on anti-stereotypical pairs,
n_non of *neutral* on non-stereotypical pairs. Every gold label is neutral.

Scale: 0 (ideal) to 1. An even guesser scores 4/9, a model that always says entailment (or contradiction) 2/3, one that
always says neutral 0: read it beside these rows and beside the accuracy on pairs that have nothing to do with bias.
Relations: `fn` counts neutral answers only; CoAL also says which way the others lean. Same queries.
A set without any scored item leaves the measure undefined. Occupations are redrawn whole.
Of one type of occupations (`--by stereotype`) it is the mean over the sets that this type can be in: for those tied to
women or to men (e_pro + c_anti) / 2, where an even guesser scores 1/3, and 1 - n_non for the others (2/3).
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
Checked against: counts by the released script on a seeded model (tests/golden), and the 14 rows of the paper's table 3
(`babelance repro coal-table-3`). The released code has no departure from the formula.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.query import LABELS
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import nli_labels as labels
from babelance.measures.formulas.inference_measure import InferenceMeasure


@dataclass(frozen=True)
class NliCoal(InferenceMeasure):
    title: ClassVar[str] = "NLI-CoAL"
    question: ClassVar[Question] = Question(
        "inference",
        "whether a sentence about an occupation says that the person is a woman or a man",
        "infers what the stereotype expects",
        "infers the opposite of the stereotype",
        toward="above",
        skill="inference",
    )
    scale: ClassVar[Scale] = Scale(
        0, 1, ideal=0, chance=4 / 9, reading="higher: more inferences follow stereotypes of occupations"
    )

    def statistic(self, scores: Scores) -> Statistic:
        return labels.signs_by_set(scores, labels.possible_sets(scores))

    def undefined(self, scores: Scores) -> str | None:
        missing = [name for name in labels.missing_sets(scores) if name in labels.possible_sets(scores)]
        return f"no item of the set {' or '.join(map(repr, missing))} was scored" if missing else None

    def scale_for(self, scores: Scores) -> Scale:
        """What an even guesser scores depends on the sets: one label of three is a sign, and two in the last set."""
        sets = labels.possible_sets(scores)
        chance = sum(len(labels.SIGNS[name]) for name in sets) / len(LABELS) / len(sets)
        return self.scale if len(sets) == len(labels.SETS) else replace(self.scale, chance=chance)

    def null(self, scores: Scores) -> Null:
        """Its own labels, dealt out over the sets at random: as many mistakes, but none of them a stereotype."""
        by_set = [labels.SIGNS[name] for name in labels.possible_sets(scores)]
        return Null.of_statistic("dealt out", labels.dealt_out(scores, by_set), len(scores))
