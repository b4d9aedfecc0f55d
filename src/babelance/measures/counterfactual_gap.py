"""Counterfactual gap: by how much does a classifier's score change when only the group in a text is exchanged?

    value = mean over pairs of groups g, h of |mean of p(texts with g) − mean of p(texts with h)|

A frame is a sentence with another group in it each time (tag `frame`); p is the probability of the label, in points.
Only groups that share frames are pairs. What exchanging any word would do now and then, in either direction, cancels
out over frames; what one group does in all of them stays.

Scale: 0 to 100 points, ideal 0. Chance alone keeps it above 0, so the verdict is about the value minus that of
shuffles: the scores of each frame dealt out anew among its groups. Beside it stand the mean change whatever its
direction, the worst pair of groups, and the share of exchanges that flip the decision (`threshold`).
Relations: `group-fpr` counts decisions alone, and only of texts with which nothing is wrong.
Intervals redraw frames whole.
Reference: Garg et al., AIES 2019 (counterfactual token fairness); Kusner et al., NeurIPS 2017.
Checked against: worked examples, and classifiers with a known bias (tests/sanity).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

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


@dataclass(frozen=True)
class CounterfactualGap(MentionMeasure):
    label: str = ""
    threshold: float = 0.5
    axis: Axis = "any"

    title: ClassVar[str] = "Counterfactual gap"
    question: ClassVar[Question] = Question(
        "classification",
        "to judge texts that differ in the group alone",
        "judges those about some groups otherwise",
        "judges all groups more alike than chance would",
        harm="above",
        skill="classification",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=0, chance=None, unit="points", reading="higher: the group alone changes the score more"
    )
    fields: ClassVar[frozenset[str]] = mentions.FIELDS | {"frame"}

    def statistic(self, scores: Scores) -> Statistic:
        return _mean_gap(scores, scores.floats("score"))

    def null(self, scores: Scores) -> Null | Reason:
        everything = np.ones(len(scores))
        draws = mentions.shuffled(scores, lambda values: float(_mean_gap(scores, values)(everything)))
        return Null.of_draws("shuffled", draws) or Reason("shuffled groups leave nothing to compare with")

    def undefined(self, scores: Scores) -> str | None:
        _, group = mentions.groups_of(scores)
        if any(len(set(group[frame])) > 1 for frame in mentions.frames_of(scores)):
            return None
        return "no sentence is there with more than one group (texts of one sentence have the same tag 'frame')"

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        names, group = mentions.groups_of(scores)
        values, pairs, flips, count = scores.floats("score"), dict[tuple[int, int], list[float]](), 0, 0
        for frame in mentions.frames_of(scores):
            for one, other in combinations(frame, 2):
                if group[one] == group[other]:
                    continue
                low, high = sorted((int(group[one]), int(group[other])))
                first, second = (one, other) if group[one] == low else (other, one)
                pairs.setdefault((low, high), []).append(100 * (values[first] - values[second]))
                flips += (values[one] >= self.threshold) != (values[other] >= self.threshold)
                count += 1
        if not pairs:
            return {}
        means = {pair: float(np.mean(found)) for pair, found in pairs.items()}
        worst = max(means, key=lambda pair: abs(means[pair]))
        named = worst if means[worst] > 0 else worst[::-1]
        return {
            "mean_change": float(np.mean([abs(one) for found in pairs.values() for one in found])),
            "worst_pair": f"{names[named[0]]} over {names[named[1]]}",
            "worst_gap": abs(means[worst]),
            "flipped": flips / count,
        }


def _mean_gap(scores: Scores, values: Floats) -> Statistic:
    names, group = mentions.groups_of(scores)
    members = (np.arange(len(names)) == group[:, None]).astype(np.float64)
    together = np.zeros((len(names), len(names)), dtype=bool)
    for frame in mentions.frames_of(scores):
        together[np.ix_(group[frame], group[frame])] = True
    first, second = np.nonzero(np.triu(together, k=1))

    def gap(weights: Weights) -> Floats:
        means = 100 * ratio(weights @ (members * values[:, None]), weights @ members)
        changes = np.abs(means[..., first] - means[..., second])
        known = np.isfinite(changes)
        return ratio(np.where(known, changes, 0.0).sum(axis=-1), known.sum(axis=-1).astype(np.float64))

    return gap
