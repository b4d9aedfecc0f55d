"""WEAT: are two groups of target words tied differently to two groups of attribute words?

    d(w) = mean_{a ∈ A1} cos(w, a) − mean_{a ∈ A2} cos(w, a)
    statistic = Σ_{w ∈ T1} d(w) − Σ_{w ∈ T2} d(w)
    effect    = (mean_{T1} d − mean_{T2} d) / sd_{T1 ∪ T2} d

`report` chooses which of them is the value; both are in `extra`. The effect does not depend on the number of words.
`extra.p_permutation` counts splits of T1 ∪ T2 into sets of the same sizes whose statistic is at least the observed one
(`tail`): all of them up to 10⁶, else `permutations` drawn without replacement and p = (b + 1) / (m + 1).

Scale: effect −2 to 2 for sets of equal size, the statistic has no bounds; ideal 0; above 0 T1 leans to A1 and T2 to
A2. Several queries give the mean of the absolute values, which is above 0 for any finite set of words: read it beside
the `shuffled` row, where target words are dealt out to the sets at random.
Relations: `mac` does not tell the sets apart, `rnd` and `ect` use one attribute set at a time.
Reference: Caliskan, Bryson, Narayanan, Science 2017; equations 3 and 4 of Ramesh, Gupta, Singh, GeBNLP 2021.
Checked against: WEFE 1.0 on seeded vectors, and an exact count of all partitions (tests/golden).

Departures of the released code (WEFE; fidelity="released"): sd with ddof 0; the original uses the sample's, ddof 1.
p of an exact test counts only larger statistics, as printed in the paper, and can be 0; here the observed split counts
as well. Not copied: its "permutations" are drawn with replacement, so that a word may be in both sets, from an unseeded
generator; its two-sided p compares |sample| with the signed value and is 1 for every negative score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Associations, Floats
from babelance.measures.formulas.partitions import Tail, split_test
from babelance.measures.formulas.word_measure import WordMeasure
from babelance.measures.formulas.word_sets import Subquery, Template


@dataclass(frozen=True)
class Weat(WordMeasure):
    report: Literal["effect", "statistic"] = "effect"
    ddof: Literal[0, 1] | None = None
    tail: Tail = "greater"
    permutations: int = 10_000
    seed: int = 0

    template: ClassVar[Template] = Template(2, 2)
    ideal: ClassVar[float] = 0
    title: ClassVar[str] = "Word Embedding Association Test"
    question: ClassVar[Question] = Question(
        "words",
        "which words are close to which",
        "ties the groups to the attributes as the query expects",
        "ties the groups to the attributes the other way round",
        toward="above",
        skill="vectors",
    )

    def __post_init__(self) -> None:
        if self.permutations < 100:
            raise InputError(f"{self.permutations} permutations are too few for a p-value. Use 100 or more.")

    @property
    def scale(self) -> Scale:
        end = 2.0 if self.report == "effect" else float("inf")
        reading = "above 0: the first targets lean to the first attributes; of several queries, mean absolute value"
        return Scale(-end, end, ideal=0, chance=None, reading=reading)

    def scale_for(self, scores: Scores) -> Scale:
        return self.queries(scores).scale(self.value, self.scale)

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        return effect(query, vectors, self._ddof) if self.report == "effect" else difference(query, vectors)

    @property
    def _ddof(self) -> int:
        return self.ddof if self.ddof is not None else int(self.fidelity == "paper")

    def facts_of_one(self, queries: Associations) -> dict[str, Plain]:
        [query], everything = queries.defined, np.ones(len(queries.scores))
        first, second = leanings(query, queries.vectors)
        test = split_test(first, second, tail=self.tail, count=self.permutations, seed=self.seed)
        return {
            "effect": words.finite(effect(query, queries.vectors, self._ddof)(everything)),
            "statistic": words.finite(difference(query, queries.vectors)(everything)),
            "p_permutation": test.strict if self.fidelity == "released" else test.p,
            "partitions": test.splits,
            "partitions_greater": test.greater,
            "partitions_exact": test.exact,
            "associations": {
                word_set.name: {
                    word: round(float(value), 6) for word, value in zip(word_set.words, values, strict=True)
                }
                for word_set, values in zip(query.targets, (first, second), strict=True)
            },
        }


def leanings(query: Subquery, vectors: Floats) -> tuple[Floats, Floats]:
    """d(w) of the words of either target set, every word once."""
    cosines = _cosines(query, vectors)
    ones = [np.ones((1, len(word_set.rows))) for word_set in query.attributes]
    leaning = _leaning(cosines, ones[0], ones[1])[0]
    count = len(query.targets[0].rows)
    return leaning[:count], leaning[count:]


def difference(query: Subquery, vectors: Floats) -> Statistic:
    """Σ_{T1} d − Σ_{T2} d."""
    (first, second), (attribute_a, attribute_b) = query.targets, query.attributes
    cosines, count = _cosines(query, vectors), len(first.rows)

    def statistic(weights: Weights) -> Floats:
        leaning = _leaning(cosines, weights[:, attribute_a.rows], weights[:, attribute_b.rows])
        sums = [
            _sum(weights[:, first.rows], leaning[:, :count]),
            _sum(weights[:, second.rows], leaning[:, count:]),
        ]
        return sums[0] - sums[1]

    return words.flat(statistic)


def effect(query: Subquery, vectors: Floats, ddof: int) -> Statistic:
    """The difference of the means in standard deviations. NaN if all words lean alike: there is no deviation."""
    (first, second), (attribute_a, attribute_b) = query.targets, query.attributes
    cosines, count = _cosines(query, vectors), len(first.rows)

    def statistic(weights: Weights) -> Floats:
        leaning = _leaning(cosines, weights[:, attribute_a.rows], weights[:, attribute_b.rows])
        mine = np.concatenate([weights[:, first.rows], weights[:, second.rows]], axis=1)
        means = [_mean(mine[:, part], leaning[:, part]) for part in (slice(count), slice(count, None))]
        return _divide(means[0] - means[1], _deviation(mine, leaning, ddof))

    return words.flat(statistic)


def _cosines(query: Subquery, vectors: Floats) -> tuple[Floats, Floats]:
    """Cosines of all target words with the words of the first and of the second attribute set."""
    targets = words.unit(vectors[np.concatenate([word_set.rows for word_set in query.targets])])
    first, second = (words.unit(vectors[word_set.rows]) for word_set in query.attributes)
    return first @ targets.T, second @ targets.T


def _leaning(cosines: tuple[Floats, Floats], first: Weights, second: Weights) -> Floats:
    """d(w) of every target word under each weighting of the attribute words: (draws, targets)."""
    return words.averages(first, cosines[0]) - words.averages(second, cosines[1])


def _sum(weights: Weights, values: Floats) -> Floats:
    """NaN for a set that has no weight at all."""
    return np.asarray(np.where(weights.sum(axis=-1) > 0, (weights * values).sum(axis=-1), np.nan))


def _mean(weights: Weights, values: Floats) -> Floats:
    return _divide((weights * values).sum(axis=-1), weights.sum(axis=-1))


def _deviation(weights: Weights, values: Floats, ddof: int) -> Floats:
    spread = values - _mean(weights, values)[:, None]
    return np.asarray(np.sqrt(_divide((weights * spread**2).sum(axis=-1), weights.sum(axis=-1) - ddof)))


def _divide(over: Floats, under: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(under > 1e-12, over / under, np.nan))
