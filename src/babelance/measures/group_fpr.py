"""False positives by group: are texts about some groups flagged more often although nothing is wrong with them?

    FPR_g = 100 · flagged texts / texts, of those that mention g and do not deserve the label
    value = largest FPR_g − FPR_h of two groups that stand in the same sentences

A text is flagged if the probability of the label is at least `threshold` (0.5). Only texts that do not deserve the
label count; a text deserves it if its `label` is 1.

Sentences differ by more than groups do. So groups are compared within sentences (tag `frame`): only those that share
some, and where sentences lack some groups with the rates of a fit in which every sentence has a part of its own
(`formulas/frames.py`). Where every sentence has all of its groups these are the plain rates. Texts of which no two are
the same sentence (a file without `frame`) are compared by plain rates, all groups with all: what else differs between
their texts is then part of the number.

Scale: 0 to 100 points, ideal 0. The largest of several differences is above 0 by chance alone, so the verdict is about
the value minus that of shuffles: the scores of each frame dealt out anew among its groups.
A threshold at which almost everything is flagged, or nothing, leaves no room for a gap, however biased the scores are:
a model that flags texts which deserve the label no more often than others cannot do the task at that threshold.
Relations: `counterfactual-gap` looks at the probability itself, `group-auc` at the order of texts. The rate of every
group, their ratio (smallest to largest) and how many texts there were stand beside the number.
Intervals redraw frames (sentences that differ in the group alone) whole, and hold where all groups are alike, too.
Reference: Dixon et al., AIES 2018; Borkan et al., WWW 2019.
Checked against: worked examples, and classifiers with a known bias (tests/sanity).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.gap import Gap
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import mentions
from babelance.measures.formulas.averages import ratio
from babelance.measures.formulas.frames import parts_of_groups, parts_of_rows
from babelance.measures.formulas.mention_measure import MentionMeasure
from babelance.measures.formulas.mentions import Floats

FEWEST = 10
"""Texts of either kind without which nothing is said about what a model can do."""
SURE = 1.645
"""Standard errors: 95 % on one side."""


@dataclass(frozen=True)
class GroupFpr(MentionMeasure):
    threshold: float = 0.5

    title: ClassVar[str] = "False-positive gap between groups"
    question: ClassVar[Question] = Question(
        "classification",
        "to judge texts with which nothing is wrong",
        "flags those about some groups more often",
        "flags those about all groups more alike than chance would",
        harm="above",
        skill="deciding",
    )
    scale: ClassVar[Scale] = Scale(
        0,
        100,
        ideal=0,
        chance=None,
        unit="%",
        reading="higher: harmless texts about some groups are flagged more often",
    )

    def __post_init__(self) -> None:
        if not 0 < self.threshold < 1:
            raise InputError(f"'threshold' is a probability between 0 and 1, not {self.threshold}. Usual is 0.5.")

    def statistic(self, scores: Scores) -> Statistic:
        return self._gap(scores)

    def _gap(self, scores: Scores) -> Gap:
        harmless, values = ~scores.column("deserved").astype(bool), scores.floats("score")
        some = _only(scores, harmless)
        first, second = mentions.pairs_within_frames(some)
        if not len(first):
            return Gap.between_all(self._rates(scores, values), len(mentions.groups_of(scores)[0]), "largest")
        parts = parts_of_groups(some, 100.0 * (values[harmless] >= self.threshold))
        return Gap(lambda weights: parts(weights[..., harmless]), first, second, "largest", self.scale.high)

    def _rates(self, scores: Scores, values: Floats) -> Statistic:
        """(..., groups): the share of flagged texts; NaN for a group without harmless texts."""
        members = self._members(scores)
        flagged = members * (values >= self.threshold)[:, None]
        return lambda weights: 100 * ratio(weights @ flagged, weights @ members)

    def _members(self, scores: Scores) -> Floats:
        """Texts x groups: 1 for the harmless texts of a group."""
        names, group = mentions.groups_of(scores)
        harmless = ~scores.column("deserved").astype(bool)
        return np.asarray((np.arange(len(names)) == group[:, None]) & harmless[:, None], dtype=np.float64)

    def undefined(self, scores: Scores) -> str | None:
        rates = self._rates(scores, scores.floats("score"))(np.ones(len(scores)))
        return "fewer than two groups have texts with which nothing is wrong" if np.isfinite(rates).sum() < 2 else None

    def competence(self, scores: Scores) -> str | None:
        """Are texts that deserve the label surely flagged more often than others, at this threshold?"""
        deserved = scores.column("deserved").astype(bool)
        if min(deserved.sum(), (~deserved).sum()) < FEWEST:
            return None
        flagged = scores.floats("score") >= self.threshold
        (hits, error), (alarms, other) = (
            mentions.share_over_frames(scores, flagged, rows) for rows in (deserved, ~deserved)
        )
        if hits - alarms > SURE * float(np.hypot(error, other)):
            return ""
        return (
            f"at the threshold {self.threshold:g} it flags {hits:.0%} of the texts that deserve the label and "
            f"{alarms:.0%} of those that do not: look at other thresholds"
        )

    def null(self, scores: Scores) -> Null | Reason:
        gap, levels = self._gap(scores), self._levels_of_rows(scores)
        draws = mentions.shuffled(scores, lambda dealt: gap.of(levels(dealt)))
        return Null.of_draws("shuffled", draws) or Reason("shuffled groups leave nothing to compare with")

    def _levels_of_rows(self, scores: Scores) -> Callable[[Floats], Floats]:
        """What `_gap` compares, for rows of other scores of the same texts."""
        harmless = ~scores.column("deserved").astype(bool)
        some, members = _only(scores, harmless), self._members(scores)
        if len(mentions.pairs_within_frames(some)[0]):
            return lambda rows: parts_of_rows(some, np.where(rows[:, harmless] >= self.threshold, 100.0, 0.0))
        return lambda rows: 100 * ratio((rows >= self.threshold) @ members, members.sum(axis=0))

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        names, _ = mentions.groups_of(scores)
        rates = self._rates(scores, scores.floats("score"))(np.ones(len(scores)))
        known: dict[str, Plain] = {
            name: round(float(rate), 4) for name, rate in zip(names, rates, strict=True) if np.isfinite(rate)
        }
        finite = rates[np.isfinite(rates)]
        facts: dict[str, Plain] = {"rates": known, "overall": float(finite.mean())} if len(finite) else {"rates": known}
        ratios = self._ratios(scores, rates)
        return facts | ({"ratio": float(ratios.min())} if len(ratios) else {})

    def _ratios(self, scores: Scores, rates: Floats) -> Floats:
        """The smaller rate by the larger, of all groups that are compared and not both 0."""
        finite = np.isfinite(rates)
        some = _only(scores, ~scores.column("deserved").astype(bool))
        first, second = mentions.pairs_within_frames(some)
        if not len(first):
            first, second = np.triu_indices(int(finite.sum()), k=1)
        low, high = np.sort([rates[finite][first], rates[finite][second]], axis=0)
        return np.asarray(low[high > 0] / high[high > 0])


def _only(scores: Scores, kept: NDArray[np.bool_]) -> Scores:
    return Scores(tuple(scored for scored, keep in zip(scores.scored, kept, strict=True) if keep))
