"""ECT: do two target groups see the attribute words in the same order?

    ECT = Spearman( cos(mean T1, a), cos(mean T2, a) )   over a ∈ A

Scale: −1 to 1, ideal 1: what is close to one group is as close to the other. Random vectors score about 0, so an
embedding that knows nothing looks biased here: read it beside the `shuffled` row, where target words are dealt out to
the groups at random. A query with several attribute sets gives one number for each; the value is their mean.
Relations: `rnd` compares distances, not their order. Higher is better, unlike in all other measures of embeddings.
Reference: Dev and Phillips, AISTATS 2019; equation 7 of Ramesh, Gupta, Singh, GeBNLP 2021. Checked against: WEFE 1.0
on seeded vectors (tests/golden). The released code departs in nothing; the means of table 1 of Ramesh, Gupta and Singh
were taken over *absolute* values of the queries, so a negative correlation counts as a positive one there. Here signs
are kept. Weighted words (resampling) have weighted mid-ranks, so a word drawn twice is the same as two equal words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Floats
from babelance.measures.formulas.word_measure import WordMeasure
from babelance.measures.formulas.word_sets import Subquery, Template


@dataclass(frozen=True)
class Ect(WordMeasure):
    normalise: bool = False

    template: ClassVar[Template] = Template(2, 1)
    ideal: ClassVar[float] = 1
    title: ClassVar[str] = "Embedding coherence test"
    question: ClassVar[Question] = Question(
        "words",
        "whether two groups see attribute words in the same order",
        "has them in a more similar order than mixed groups have",
        "has them in a less similar order than mixed groups have",
        harm="below",
        skill="vectors",
    )
    scale: ClassVar[Scale] = Scale(
        -1, 1, ideal=1, chance=None, reading="1: both target groups see the attributes in the same order"
    )

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        return coherence(query, vectors)


def coherence(query: Subquery, vectors: Floats) -> Statistic:
    (first, second), [attribute] = query.targets, query.attributes
    directions = words.unit(vectors[attribute.rows]).T

    def statistic(weights: Weights) -> Floats:
        mine = weights[:, attribute.rows]
        views = [words.averages(weights[:, targets.rows], vectors[targets.rows]) for targets in (first, second)]
        ranks = [mid_ranks(words.unit(view) @ directions, mine) for view in views]
        return correlation(ranks[0], ranks[1], mine)

    return words.flat(statistic)


def mid_ranks(values: Floats, weights: Weights) -> Floats:
    """Row by row, the mean rank that a value has if each is there as often as its weight says."""
    order = np.argsort(values, axis=1, kind="stable")
    sorted_values, sorted_weights = (np.take_along_axis(part, order, axis=1) for part in (values, weights))
    # A run is a stretch of equal values; a new row always starts a new run.
    starts = np.ones(values.shape, dtype=np.bool_)
    starts[:, 1:] = np.diff(sorted_values, axis=1) != 0
    run = np.cumsum(starts.ravel()) - 1
    size = np.bincount(run, weights=sorted_weights.ravel())[run].reshape(values.shape)
    above = np.cumsum(sorted_weights, axis=1) - sorted_weights
    before = np.maximum.accumulate(np.where(starts, above, 0), axis=1)
    ranks = np.empty_like(values)
    np.put_along_axis(ranks, order, before + (size + 1) / 2, axis=1)
    return np.where(np.isnan(values), np.nan, ranks)


def correlation(first: Floats, second: Floats, weights: Weights) -> Floats:
    """Pearson's, weighted, row by row; NaN where a side does not vary."""
    with np.errstate(invalid="ignore", divide="ignore"):
        share = weights / weights.sum(axis=1, keepdims=True)
        x, y = (ranks - (share * ranks).sum(axis=1, keepdims=True) for ranks in (first, second))
        spread = np.sqrt((share * x**2).sum(axis=1) * (share * y**2).sum(axis=1))
        return np.asarray(np.where(spread > 1e-12, (share * x * y).sum(axis=1) / spread, np.nan))
