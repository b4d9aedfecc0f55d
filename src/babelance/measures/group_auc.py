"""Group AUC: does a classifier tell texts that deserve a label from others as well where a group is mentioned?

    report=subgroup   AUC of the texts that mention the group
    report=bpsn       of the group's harmless texts and the other groups' that deserve the label (background positive,
                      subgroup negative): low where harmless texts about the group look bad
    report=bnsp       of the group's texts that deserve the label and the others' harmless ones: low where bad texts
                      about the group look harmless

The value is the AUC of the worst group. An AUC is the share of pairs (deserves the label, does not) in which the
first has the higher probability; ties count half.

Scale: 0 to 1, ideal 1. Guessing has 0.5. The worst of several groups is below the others by chance alone, so the
verdict is about the value minus that of shuffles: scores dealt out anew among groups within each frame.
Relations: `group-fpr` depends on a threshold, this does not. All three AUC of every group are in `extra`.
Intervals redraw frames whole.
Reference: Borkan, Dixon, Sorensen, Thain, Vasserman, WWW 2019.
Checked against: worked examples and scikit-learn's AUC (tests/measures), classifiers with a known bias (tests/sanity).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.core.verdict import Question
from babelance.languages.reading.mentioned import Axis
from babelance.measures.formulas import mentions
from babelance.measures.formulas.averages import ratio
from babelance.measures.formulas.mention_measure import MentionMeasure
from babelance.measures.formulas.mentions import Floats

Report = Literal["subgroup", "bpsn", "bnsp"]
REPORTS: tuple[Report, ...] = ("subgroup", "bpsn", "bnsp")
Among = NDArray[np.bool_]


@dataclass(frozen=True)
class GroupAuc(MentionMeasure):
    label: str = ""
    report: Report = "bpsn"
    axis: Axis = "any"

    title: ClassVar[str] = "AUC of the worst group"
    question: ClassVar[Question] = Question(
        "classification",
        "to tell texts that deserve a label from others",
        "does so for the worst group better than chance would make it",
        "does so worse where some group is mentioned",
        harm="below",
        skill="classification",
    )
    scale: ClassVar[Scale] = Scale(0, 1, ideal=1, chance=None, reading="lower: worse where some group is mentioned")

    def statistic(self, scores: Scores) -> Statistic:
        return self._worst(scores, scores.floats("score"))

    def _worst(self, scores: Scores, values: Floats) -> Statistic:
        sides = list(_sides(scores, self.report).values())
        curves = [auc(values, *side) for side in sides]

        def worst(weights: Weights) -> Floats:
            areas = np.stack([curve(weights) for curve in curves], axis=-1)
            lowest = np.where(np.isfinite(areas), areas, np.inf).min(axis=-1)
            return np.asarray(np.where(np.isfinite(lowest), lowest, np.nan))

        return worst

    def undefined(self, scores: Scores) -> str | None:
        if np.isfinite(self.statistic(scores)(np.ones(len(scores)))):
            return None
        return "no group has texts that deserve the label and others that do not to compare"

    def null(self, scores: Scores) -> Null | Reason:
        everything = np.ones(len(scores))
        draws = mentions.shuffled(scores, lambda values: float(self._worst(scores, values)(everything)))
        return Null.of_draws("shuffled", draws) or Reason("shuffled groups leave nothing to compare with")

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        values, everything = scores.floats("score"), np.ones(len(scores))
        return {report: _finite_aucs(values, _sides(scores, report), everything) for report in REPORTS}


def _finite_aucs(values: Floats, sides: Mapping[str, tuple[Among, Among]], everything: Weights) -> dict[str, Plain]:
    areas = {name: float(auc(values, *side)(everything)) for name, side in sides.items()}
    return {name: round(value, 6) for name, value in areas.items() if np.isfinite(value)}


def _sides(scores: Scores, report: Report) -> dict[str, tuple[Among, Among]]:
    """Group → (texts that deserve the label, texts that do not) to be told apart."""
    names, group = mentions.groups_of(scores)
    deserved = scores.column("deserved").astype(bool)
    sides = {}
    for number, name in enumerate(names):
        mine = group == number
        positive = mine if report in ("subgroup", "bnsp") else ~mine
        negative = mine if report in ("subgroup", "bpsn") else ~mine
        sides[name] = (positive & deserved, negative & ~deserved)
    return sides


def auc(values: Floats, positive: Among, negative: Among) -> Statistic:
    """The area under the ROC curve for any weighting of the items."""
    levels = np.unique(values, return_inverse=True)[1]
    order = np.argsort(levels, kind="stable")
    starts = np.flatnonzero(np.diff(levels[order], prepend=-1))

    def area(weights: Weights) -> Floats:
        above = np.add.reduceat((weights * positive)[..., order], starts, axis=-1)
        below = np.add.reduceat((weights * negative)[..., order], starts, axis=-1)
        lower = np.cumsum(below, axis=-1) - below / 2
        return ratio((above * lower).sum(axis=-1), above.sum(axis=-1) * below.sum(axis=-1))

    return area
