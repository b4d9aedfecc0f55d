"""Counterfactual gap: by how much does a classifier's score change when only the group in a text is exchanged?

    value = mean over pairs of groups g, h of |mean of p(texts with g) − mean of p(texts with h)|

A frame is a sentence with another group in it each time (tag `frame`); p is the probability of the label, in points.
Only groups that share frames are pairs. What exchanging any word would do now and then, in either direction, cancels
out over frames; what one group does in all of them stays. Where frames lack some groups, means are those of a fit in
which every frame has a part of its own (`formulas/frames.py`).

Scale: 0 to 100 points, ideal 0. Chance alone keeps it above 0, so the verdict is about the value minus that of
shuffles: the scores of each frame dealt out anew among its groups. Beside it stand the mean change whatever its
direction, the worst pair of groups, and the share of exchanges that flip the decision (`threshold`). A gap below a
hundredth of a point is no finding, however surely it is there: a network that was never trained has one.
Relations: `group-fpr` counts decisions alone, and only of texts with which nothing is wrong.
Intervals redraw frames whole, and hold where all groups are alike, too.
Reference: Garg et al., AIES 2019 (counterfactual token fairness); Kusner et al., NeurIPS 2017.
Checked against: worked examples, and classifiers with a known bias (tests/sanity).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

import numpy as np

from babelance.core.estimate import Plain
from babelance.core.gap import Gap
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import mentions
from babelance.measures.formulas.frames import parts_of_groups, parts_of_rows
from babelance.measures.formulas.mention_measure import MentionMeasure
from babelance.measures.formulas.mentions import Floats

LEAST = 0.01
"""Points: a ten-thousandth of a probability, about what single precision leaves certain."""
ROUNDED = f"rounding, with groups less than {LEAST:g} points apart"


@dataclass(frozen=True)
class CounterfactualGap(MentionMeasure):
    threshold: float = 0.5

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
        gap = _mean_gap(scores, scores.floats("score"))
        draws = mentions.shuffled(scores, lambda dealt: gap.of(parts_of_rows(scores, 100 * dealt)))
        null = Null.of_draws("shuffled", draws)
        if null is None:
            return Reason("shuffled groups leave nothing to compare with")
        return replace(null, blocks=ROUNDED) if gap(everything) < LEAST else null

    def undefined(self, scores: Scores) -> str | None:
        _, group = mentions.groups_of(scores)
        if any(len(set(group[frame])) > 1 for frame in mentions.frames_of(scores)):
            return None
        return "no sentence is there with more than one group (texts of one sentence have the same tag 'frame')"

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        names, group = mentions.groups_of(scores)
        values, pairs, flips, count = scores.floats("score"), dict[tuple[int, int], list[float]](), 0, 0
        for frame in mentions.frames_of(scores):
            for text, other in combinations(frame, 2):
                if group[text] == group[other]:
                    continue
                low, high = sorted((int(group[text]), int(group[other])))
                first, second = (text, other) if group[text] == low else (other, text)
                pairs.setdefault((low, high), []).append(100 * (values[first] - values[second]))
                flips += (values[text] >= self.threshold) != (values[other] >= self.threshold)
                count += 1
        if not pairs:
            return {}
        means = {pair: float(np.mean(changes)) for pair, changes in pairs.items()}
        worst = max(means, key=lambda pair: abs(means[pair]))
        named = worst if means[worst] > 0 else worst[::-1]
        return {
            "mean_change": float(np.mean([abs(change) for changes in pairs.values() for change in changes])),
            "worst_pair": f"{names[named[0]]} over {names[named[1]]}",
            "worst_gap": abs(means[worst]),
            "flipped": flips / count,
        }


def _mean_gap(scores: Scores, values: Floats) -> Gap:
    return Gap(parts_of_groups(scores, 100 * values), *mentions.pairs_within_frames(scores), "mean")
