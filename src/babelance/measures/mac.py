"""MAC: how far are target words from attribute words, on average?

    MAC = mean_{T, t ∈ T} mean_{A} mean_{a ∈ A} (1 − cos(t, a))

over all words of all target sets and over the attribute sets, each of which counts the same.

Scale: 0 to 2, ideal 1: at right angles on average. Below 1 targets are close to the attributes, above 1 they avoid
them. Random vectors score about 1.
Relations: it does not tell the target sets apart, so it says how strongly, not whom; `weat` says whom. Vectors of one
language often point the same way, which alone moves MAC below 1. So the verdict compares it with the null `shuffled`,
where target and attribute words are mixed: are targets closer to attributes than these words are to each other?
Reference: Manzini et al., NAACL 2019.
Checked against: WEFE 1.0 on seeded vectors (tests/golden). No departures.
"""

from __future__ import annotations

from collections.abc import Sequence
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
class Mac(WordMeasure):
    template: ClassVar[Template] = Template(None, None)
    ideal: ClassVar[float] = 1
    shuffled_roles: ClassVar[Sequence[str]] = ("target", "attribute")
    """MAC does not look at the borders between target sets, so mixing those alone would change nothing, and vectors of
    one language often point the same way, so 1 is no null."""
    title: ClassVar[str] = "Mean average cosine distance"
    question: ClassVar[Question] = Question(
        "words",
        "how close target words are to attribute words",
        "keeps them farther apart than the words of these lists are from each other",
        "has them closer together than the words of these lists are to each other",
        harm="below",
        skill="vectors",
    )
    scale: ClassVar[Scale] = Scale(
        0, 2, ideal=1, chance=None, reading="below 1: targets are close to the attributes; above 1: they avoid them"
    )

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        return mac(query, vectors)


def mac(query: Subquery, vectors: Floats) -> Statistic:
    rows = np.concatenate([word_set.rows for word_set in query.targets])
    targets = words.unit(vectors[rows])
    cosines = [words.unit(vectors[word_set.rows]) @ targets.T for word_set in query.attributes]

    def statistic(weights: Weights) -> Floats:
        by_set = [
            words.averages(weights[:, word_set.rows], each)
            for word_set, each in zip(query.attributes, cosines, strict=True)
        ]
        near = np.mean(by_set, axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(1 - (weights[:, rows] * near).sum(axis=-1) / weights[:, rows].sum(axis=-1))

    return words.flat(statistic)
