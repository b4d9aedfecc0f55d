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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import mentions
from babelance.measures.formulas.group_areas import REPORTS, Report, areas
from babelance.measures.formulas.mention_measure import MentionMeasure
from babelance.measures.formulas.mentions import Floats


@dataclass(frozen=True)
class GroupAuc(MentionMeasure):
    report: Report = "bpsn"

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
        of_groups = _areas(scores, scores.floats("score"), self.report)
        return lambda weights: _lowest(of_groups(weights))

    def undefined(self, scores: Scores) -> str | None:
        if np.isfinite(self.statistic(scores)(np.ones(len(scores)))):
            return None
        return "no group has texts that deserve the label and others that do not to compare"

    def null(self, scores: Scores) -> Null | Reason:
        everything = np.ones(len(scores))
        draws = mentions.shuffled(
            scores, lambda dealt: _lowest(np.stack([_areas(scores, row, self.report)(everything) for row in dealt]))
        )
        return Null.of_draws("shuffled", draws) or Reason("shuffled groups leave nothing to compare with")

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        values, everything = scores.floats("score"), np.ones(len(scores))
        names, _ = mentions.groups_of(scores)
        return {report: _by_name(names, _areas(scores, values, report)(everything)) for report in REPORTS}


def _areas(scores: Scores, values: Floats, report: Report) -> Statistic:
    _, group = mentions.groups_of(scores)
    return areas(values, group, scores.column("deserved").astype(bool), report)


def _lowest(of_groups: Floats) -> Floats:
    """NaN where no group has an area."""
    lowest = np.where(np.isfinite(of_groups), of_groups, np.inf).min(axis=-1)
    return np.asarray(np.where(np.isfinite(lowest), lowest, np.nan))


def _by_name(names: Sequence[str], of_groups: Floats) -> dict[str, Plain]:
    return {name: round(float(area), 6) for name, area in zip(names, of_groups, strict=True) if np.isfinite(area)}
