"""RIPA: how much do attribute words lie along the direction from one group to the other?

    ripa(a) = ⟨a, b⟩,   RIPA = mean_{a ∈ A} ripa(a)

b is the relation vector, of length 1, that points from T2 to T1: the first principal component of the differences
t1 − t2 of the pairs (not centred, so that one pair gives its own direction). The i-th words of the two sets are a pair
(`he`, `she`); if either is missing, the pair is left out.

Scale: no bounds, ideal 0. Above 0 the attributes lie on the side of T1. It grows with the length of the vectors:
`normalise=true` to compare embeddings. A query with several attribute sets gives one number for each; the value is the
mean of their absolute values.
Relations: `weat` and `rnd` do not need pairs. Sets that are not pairs (lists of names) give no meaningful
direction.
Reference: Ethayarajh, Duvenaud, Hirst, ACL 2019.
Checked against: WEFE 1.0 on seeded vectors (tests/golden).

Departures of the released code (WEFE; fidelity="released"): ripa(a) is the mean over the pairs of the projections on
each pair's own direction (`relation=pairs`). Not copied: it pairs by position *after* missing words were dropped, so
that pairs shift, or fails if the second set is then shorter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Floats
from babelance.measures.formulas.shuffled_words import Shuffles
from babelance.measures.formulas.word_measure import WordMeasure
from babelance.measures.formulas.word_sets import Subquery, Template


@dataclass(frozen=True)
class Ripa(WordMeasure):
    relation: Literal["principal", "pairs"] | None = None
    normalise: bool = False

    template: ClassVar[Template] = Template(2, 1)
    ideal: ClassVar[float] = 0
    title: ClassVar[str] = "Relational inner product association"
    question: ClassVar[Question] = Question(
        "words",
        "whether attribute words lie along the direction from one group to the other",
        "has them on the side of the first group",
        "has them on the side of the second group",
        skill="vectors",
    )
    scale: ClassVar[Scale] = words.signed_scale(
        "above 0: the attributes lie on the side of the first targets; of several, mean absolute value"
    )
    fields: ClassVar[frozenset[str]] = words.FIELDS | {"position"}

    def scale_for(self, scores: Scores) -> Scale:
        return self.queries(scores).scale(self.value, self.scale)

    def undefined(self, scores: Scores) -> str | None:
        queries = self.queries(scores)
        if not queries.undefined() and not any(len(pairs(query)[0]) for query in queries.defined):
            return "no pair of target words is complete"
        return queries.undefined()

    def shuffled_values(self, query: Subquery, vectors: Floats, shuffles: Shuffles) -> Floats:
        """The value of a query with the vectors of its target words dealt out to them anew, once for each shuffle."""
        rows, places = shuffles.of(query)
        own = np.concatenate([word_set.rows for word_set in query.targets])
        index_of = {int(row): index for index, row in enumerate(own)}
        dealt = rows[np.concatenate(places, axis=1)]
        first, second = (dealt[:, [index_of[int(row)] for row in side]] for side in pairs(query))
        differences = vectors[first] - vectors[second]
        centre = vectors[query.attributes[0].rows].mean(axis=0)
        relation = principal_relation if self._principal else mean_relation
        ones = np.ones((1, differences.shape[1]))
        return np.asarray([float((relation(some, ones)[0] * centre).sum()) for some in differences])

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        queries = self.queries(scores)
        counts: dict[str, Plain] = {query.label: len(pairs(query)[0]) for query in queries.defined}
        return queries.facts(self.value) | {"pairs": counts}

    @property
    def _principal(self) -> bool:
        return (self.relation or ("principal" if self.fidelity == "paper" else "pairs")) == "principal"

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        [attribute] = query.attributes
        first, second = pairs(query)
        differences = vectors[first] - vectors[second]
        points = vectors[attribute.rows]
        relation = principal_relation if self._principal else mean_relation

        def statistic(weights: Weights) -> Floats:
            # A pair is there as often as its two words can be put together.
            direction = relation(differences, weights[:, first] * weights[:, second])
            return np.asarray((direction * words.averages(weights[:, attribute.rows], points)).sum(axis=1))

        return words.flat(statistic)


def pairs(query: Subquery) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows of the words that have the same position in the two target sets."""
    first, second = query.targets
    matching = [
        (row, other)
        for row, position in zip(first.rows, first.positions, strict=True)
        for other, its_position in zip(second.rows, second.positions, strict=True)
        if position == its_position
    ]
    rows = np.asarray(matching, dtype=np.intp).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def mean_relation(differences: Floats, weights: Weights) -> Floats:
    """The weighted mean of the directions of the pairs: (draws, dimensions)."""
    if not len(differences):
        return np.full((len(weights), differences.shape[1]), np.nan)
    return words.averages(weights, words.unit(differences))


def principal_relation(differences: Floats, weights: Weights) -> Floats:
    """The direction in which the weighted differences are longest, on the side of their sum: (draws, dimensions)."""
    if not len(differences):
        return np.full((len(weights), differences.shape[1]), np.nan)
    root = np.sqrt(weights)
    gram = root[:, :, None] * (differences @ differences.T) * root[:, None, :]
    longest = np.linalg.eigh(gram)[1][:, :, -1]
    direction = words.unit((root * longest) @ differences)
    side = np.sign((direction * (weights @ differences)).sum(axis=1, keepdims=True))
    return np.asarray(direction * np.where(side == 0, 1, side))
