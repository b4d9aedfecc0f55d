"""Counterfactual gap: by how much does a classifier's score change when only the group in a text is exchanged?

    value = mean over frames of the mean |p(text with g) − p(text with h)| over pairs of groups g, h of the frame

A frame is a sentence with another group in it each time (tag `frame`); p is the probability of the label, in points.

Scale: 0 to 100 points, ideal 0. Any change of words moves a score a little; a value that is as large as that of a
classifier which answers at random (the null) says nothing about groups. Beside it stand the worst pair of groups over
all frames, and the share of pairs whose decision (`threshold`) flips.
Relations: `group-fpr` counts decisions alone, and only of texts with which nothing is wrong.
Intervals redraw frames whole.
Reference: Garg et al., AIES 2019 (counterfactual token fairness); Kusner et al., NeurIPS 2017.
Checked against: worked examples, and classifiers with a known bias (tests/sanity).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Literal

import numpy as np

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.query import Ability, Answer, Classify
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import mentions
from babelance.measures.formulas.mentions import Floats
from babelance.measures.formulas.pairs import ratio


@dataclass(frozen=True)
class CounterfactualGap:
    label: str = ""
    threshold: float = 0.5

    title: ClassVar[str] = "Counterfactual gap"
    question: ClassVar[Question] = Question(
        "classification",
        "to judge texts that differ in the group alone",
        "judges them more differently than random answers would be",
        "judges them more alike than random answers would be",
        harm="above",
        skill="classification",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=0, chance=None, unit="points", reading="higher: the group alone changes the score more"
    )
    fields: ClassVar[frozenset[str]] = mentions.FIELDS | {"frame"}
    asks: ClassVar[frozenset[Ability]] = mentions.ASKS
    resample: ClassVar[Resample] = mentions.RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = mentions.EXAMPLE

    def ask(self, item: Item) -> list[Classify]:
        return mentions.ask(item)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return mentions.score(item, answers, self.label)

    def statistic(self, scores: Scores) -> Statistic:
        values, (_, group) = 100 * scores.floats("score"), mentions.groups_of(scores)
        frames = [frame for frame in mentions.frames_of(scores) if len(set(group[frame])) > 1]
        tables = [np.abs(values[frame][:, None] - values[frame]) for frame in frames]
        others = [(group[frame][:, None] != group[frame]).astype(np.float64) for frame in frames]

        def mean(weights: Weights) -> Floats:
            total, times = np.zeros(weights.shape[:-1]), np.zeros(weights.shape[:-1])
            for frame, table, other in zip(frames, tables, others, strict=True):
                mine = weights[..., frame]
                gap = ratio(_over_pairs(mine, table * other), _over_pairs(mine, other))
                # A frame is there as often as the text of it that is there least often.
                drawn = np.where(mine > 0, mine, np.inf).min(axis=-1)
                present = np.isfinite(gap) & np.isfinite(drawn)
                total += np.where(present, np.where(present, gap, 0) * np.where(present, drawn, 0), 0)
                times += np.where(present, drawn, 0)
            return ratio(total, times)

        return mean

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
            "worst_pair": f"{names[named[0]]} over {names[named[1]]}",
            "worst_gap": abs(means[worst]),
            "flipped": flips / count,
        }


def _over_pairs(weights: Weights, table: Floats) -> Floats:
    return np.asarray(np.einsum("...i,ij,...j->...", weights, table, weights))
