"""RND: are attribute words closer to the average of one target group than to that of the other?

    RND = Σ_{x ∈ A} (‖avg T1 − x‖ − ‖avg T2 − x‖)

Scale: no bounds, ideal 0. Above 0 the attributes are nearer to T2, below 0 to T1. The sum grows with the number of
words and all distances grow with the length of the vectors: compare embeddings with `aggregate=mean` and
`normalise=true`. A query with several attribute sets gives one number for each (`extra.subqueries`); the value is the
mean of their absolute values.
Relations: `ect` compares the order of similarities instead of their size.
Reference: Garg et al., PNAS 2018; equation 5 of Ramesh, Gupta, Singh, GeBNLP 2021.
Checked against: WEFE 1.0 on seeded vectors (tests/golden).

Departures of the released code (WEFE; fidelity="released"): the mean over the attribute words instead of the sum
(`aggregate`); with `distance=cos` it subtracts cosine *similarities*, which turns the sign around.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Floats
from babelance.measures.formulas.word_measure import WordMeasure
from babelance.measures.formulas.word_sets import Subquery, Template


@dataclass(frozen=True)
class Rnd(WordMeasure):
    aggregate: Literal["sum", "mean"] | None = None
    distance: Literal["norm", "cos"] = "norm"
    normalise: bool = False

    template: ClassVar[Template] = Template(2, 1)
    ideal: ClassVar[float] = 0
    title: ClassVar[str] = "Relative norm distance"
    question: ClassVar[Question] = Question(
        "words",
        "to which group attribute words are closer",
        "sets the groups at different distances, the second nearer",
        "sets the groups at different distances, the first nearer",
        skill="vectors",
    )
    scale: ClassVar[Scale] = words.signed_scale(
        "above 0: the attributes are nearer to the second targets; of several subqueries, mean absolute value"
    )

    def scale_for(self, scores: Scores) -> Scale:
        return self.queries(scores).scale(self.value, self.scale)

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        (first, second), [attribute] = query.targets, query.attributes
        points = vectors[attribute.rows]
        sign = -1 if self.distance == "cos" and self.fidelity == "released" else 1

        def statistic(weights: Weights) -> Floats:
            centres = [
                words.averages(weights[:, word_set.rows], vectors[word_set.rows]) for word_set in (first, second)
            ]
            gap = self._distances(centres[0], points) - self._distances(centres[1], points)
            return sign * self._over(gap, weights[:, attribute.rows])

        return words.flat(statistic)

    def _distances(self, centres: Floats, points: Floats) -> Floats:
        """Distances of every centre to every point: (draws, points)."""
        if self.distance == "cos":
            return 1 - words.unit(centres) @ words.unit(points).T
        squares = (centres**2).sum(axis=1)[:, None] + (points**2).sum(axis=1) - 2 * centres @ points.T
        return np.asarray(np.sqrt(np.maximum(squares, 0)))

    def _over(self, gap: Floats, weights: Weights) -> Floats:
        total = np.where(weights.sum(axis=-1) > 0, weights.sum(axis=-1), np.nan)
        summed = (weights * gap).sum(axis=-1)
        mean = (self.aggregate or ("sum" if self.fidelity == "paper" else "mean")) == "mean"
        return np.asarray(summed / total if mean else np.where(np.isnan(total), np.nan, summed))
