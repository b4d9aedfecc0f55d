"""False positives by group: are texts about some groups flagged more often although nothing is wrong with them?

    FPR_g = 100 · flagged texts / texts, of those that mention g and do not deserve the label
    value = largest FPR_g − smallest FPR_g

A text is flagged if the probability of the label is at least `threshold` (0.5). Only texts that do not deserve the
label count; a text deserves it if its `label` is 1.

Scale: 0 to 100 points, ideal 0. The largest of several differences is above 0 by chance alone, so the verdict is about
the value minus that of shuffles: the scores of each frame dealt out anew among its groups.
A threshold at which almost everything is flagged, or nothing, leaves no room for a gap, however biased the scores are:
a model that flags texts which deserve the label no more often than others cannot do the task at that threshold.
Relations: `counterfactual-gap` looks at the probability itself, `group-auc` at the order of texts. The rate of every
group, their ratio (smallest to largest) and how many texts there were stand beside the number.
Intervals redraw frames (sentences that differ in the group alone) whole.
Reference: Dixon et al., AIES 2018; Borkan et al., WWW 2019.
Checked against: worked examples, and classifiers with a known bias (tests/sanity).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babelance.core.errors import InputError
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

FEWEST = 10
"""Texts of either kind without which nothing is said about what a model can do."""
SURE = 1.645
"""Standard errors: 95 % on one side."""


@dataclass(frozen=True)
class GroupFpr(MentionMeasure):
    label: str = ""
    threshold: float = 0.5
    axis: Axis = "any"

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
        rates = self._rates(scores, scores.floats("score"))
        return lambda weights: _gap(rates(weights))

    def _rates(self, scores: Scores, values: Floats) -> Statistic:
        """(..., groups): the share of flagged texts; NaN for a group without harmless texts."""
        names, group = mentions.groups_of(scores)
        harmless = ~scores.column("deserved").astype(bool)
        members = (np.arange(len(names)) == group[:, None]) & harmless[:, None]
        flagged = members & (values >= self.threshold)[:, None]

        def rates(weights: Weights) -> Floats:
            return 100 * ratio(weights @ flagged.astype(np.float64), weights @ members.astype(np.float64))

        return rates

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
            mentions.share_over_frames(scores, flagged, one) for one in (deserved, ~deserved)
        )
        if hits - alarms > SURE * float(np.hypot(error, other)):
            return ""
        return (
            f"at the threshold {self.threshold:g} it flags {hits:.0%} of the texts that deserve the label and "
            f"{alarms:.0%} of those that do not: look at other thresholds"
        )

    def null(self, scores: Scores) -> Null | Reason:
        everything = np.ones(len(scores))
        draws = mentions.shuffled(scores, lambda values: float(_gap(self._rates(scores, values)(everything))))
        return Null.of_draws("shuffled", draws) or Reason("shuffled groups leave nothing to compare with")

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        names, _ = mentions.groups_of(scores)
        rates = self._rates(scores, scores.floats("score"))(np.ones(len(scores)))
        known: dict[str, Plain] = {
            name: round(float(rate), 4) for name, rate in zip(names, rates, strict=True) if np.isfinite(rate)
        }
        finite = rates[np.isfinite(rates)]
        facts: dict[str, Plain] = {"rates": known, "overall": float(finite.mean())} if len(finite) else {"rates": known}
        return facts | ({"ratio": float(finite.min() / finite.max())} if len(finite) and finite.max() > 0 else {})


def _gap(rates: Floats) -> Floats:
    """Largest minus smallest; NaN where fewer than two groups have a rate."""
    finite = np.isfinite(rates)
    high = np.where(finite, rates, -np.inf).max(axis=-1)
    low = np.where(finite, rates, np.inf).min(axis=-1)
    return np.asarray(np.where(finite.sum(axis=-1) > 1, high - low, np.nan))
