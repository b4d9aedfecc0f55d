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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, Embed
from babelance.core.reason import Reason
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Associations, Floats
from babelance.measures.formulas.shuffled_words import shuffled
from babelance.measures.formulas.word_sets import Subquery, Template


@dataclass(frozen=True)
class Mac:
    fidelity: Literal["paper", "released"] = "paper"
    case: words.Case = "exact"
    lost: float = 0.2

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
    fields: ClassVar[frozenset[str]] = words.FIELDS
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.EMBED})
    resample: ClassVar[Resample] = words.RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = words.EXAMPLE

    def ask(self, item: Item) -> list[Embed]:
        return words.ask_word(item, self.case)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return words.score_word(item, answers)

    def statistic(self, scores: Scores) -> Statistic:
        return self._queries(scores).statistic(mac, ideal=1)

    def undefined(self, scores: Scores) -> str | None:
        return self._queries(scores).undefined()

    def null(self, scores: Scores) -> Null | Reason:
        """Words of both roles mixed: MAC does not look at the borders between target sets, so mixing those alone would
        change nothing, and vectors of one language often point the same way, so 1 is no null."""
        return shuffled(self._queries(scores), mac, ideal=1, roles=("target", "attribute"))

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return self._queries(scores).facts(mac)

    def _queries(self, scores: Scores) -> Associations:
        return Associations(scores, Template(None, None), self.lost)


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
