"""RNSB: does a classifier of negative words find some target words more negative than others?

    P(w) = C(w) / Σ_{v ∈ T1 ∪ T2 ∪ …} C(v),   RNSB = KL(P ‖ U) = Σ_w P(w) log(P(w) · |T|)

C(w) is the probability of the negative class from a logistic regression on the words of the two attribute sets, U the
uniform distribution over all target words. `negative` names the set that is the negative class: its name, or 1 or 2.
Nothing else in the data says it, and the number depends on it; by default it is the first set, as in equation 6.

Scale: 0 (ideal: all target words equally negative) to infinity; in nats. It does not say which words are negative;
`extra.probabilities` does. A finite sample of words scores above 0 even if nothing is biased: see the `shuffled` row,
where the attribute words are dealt out to the two classes at random.
Relations: `weat` compares two groups; RNSB takes any number of them and does not look at the borders between them.
Reference: Sweeney and Najafian, ACL 2019; equation 6 of Ramesh, Gupta, Singh, GeBNLP 2021.
Checked against: WEFE 1.0 with scikit-learn's liblinear on seeded vectors (tests/golden).

Departures of the released code (WEFE; fidelity="released"): the negative class is the *second* attribute set; a fifth
of the attribute words is held out and not trained on (`holdout`; stratified, shuffled with `seed`), so the number
depends on a seed that is not set by default. Not copied: a seeded call changes the default of all later calls.
Resampling fits the classifier anew for every draw (one Newton step where there are thousands of attribute words).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.extras import require
from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import associations as words
from babelance.measures.formulas.associations import Associations, Floats
from babelance.measures.formulas.logistic import probabilities
from babelance.measures.formulas.shuffled_words import Shuffles
from babelance.measures.formulas.word_measure import WordMeasure
from babelance.measures.formulas.word_sets import Subquery, Template, WordSet


@dataclass(frozen=True)
class Rnsb(WordMeasure):
    negative: str = ""
    holdout: bool | None = None
    seed: int = 42
    normalise: bool = False

    template: ClassVar[Template] = Template(None, 2)
    ideal: ClassVar[float] = 0
    shuffled_roles: ClassVar[Sequence[str]] = ("attribute",)
    """The two classes are mixed."""
    title: ClassVar[str] = "Relative negative sentiment bias"
    question: ClassVar[Question] = Question(
        "words",
        "whether some target words look more negative than others",
        "spreads negative sentiment less evenly over them than chance does",
        "spreads negative sentiment more evenly over them than chance does",
        harm="above",
        skill="vectors",
    )
    scale: ClassVar[Scale] = Scale(
        0, float("inf"), ideal=0, chance=None, unit="nats", reading="higher: the negative class is spread less evenly"
    )

    def shuffled_values(self, query: Subquery, vectors: Floats, shuffles: Shuffles) -> Floats:
        """A word that stands for another one has its class, and is trained with where that one is."""
        classified = self._classify(query, vectors)
        rows, places = shuffles.of(query)
        own = np.concatenate([word_set.rows for word_set in query.attributes])
        there = np.concatenate(places, axis=1)
        labels, weights = np.zeros((len(there), len(rows)), dtype=np.bool_), np.zeros((len(there), len(rows)))
        np.put_along_axis(labels, there, np.isin(own, self._negative(query).rows)[None, :], axis=1)
        np.put_along_axis(weights, there, np.isin(own, classified.rows)[None, :].astype(np.float64), axis=1)
        negative = classified.of_labels(rows, labels, weights)
        return divergence(negative, np.ones((len(there), len(classified.targets))))

    def facts_of_one(self, queries: Associations) -> dict[str, Plain]:
        [query] = queries.defined
        _, probabilities = self._classify(query, queries.vectors)(np.ones((1, len(queries.scores))))
        names = [word for word_set in query.targets for word in word_set.words]
        shown: dict[str, Plain] = {word: round(float(p), 6) for word, p in zip(names, probabilities[0], strict=True)}
        return {"negative": self._negative(query).name, "probabilities": shown}

    def _negative(self, query: Subquery) -> WordSet:
        wanted = self.negative or ("1" if self.fidelity == "paper" else "2")
        names = {word_set.name: word_set for word_set in query.attributes}
        sides = {str(number): word_set for number, word_set in enumerate(query.attributes, start=1)}
        chosen = names.get(wanted) or sides.get(wanted)
        if chosen is None:
            raise InputError(
                f"'{query.query}' has no attribute set '{wanted}'. Set negative to 1, 2 or: {', '.join(names)}."
            )
        return chosen

    def _classify(self, query: Subquery, vectors: Floats) -> _Classifier:
        rows = np.concatenate([word_set.rows for word_set in query.attributes])
        negative = np.isin(rows, self._negative(query).rows)
        if self.holdout if self.holdout is not None else self.fidelity == "released":
            rows, negative = _training_part(rows, negative, self.seed)
        return _Classifier(rows, negative, np.concatenate([word_set.rows for word_set in query.targets]), vectors)

    def value(self, query: Subquery, vectors: Floats) -> Statistic:
        classify = self._classify(query, vectors)

        def statistic(weights: Weights) -> Floats:
            targets, probabilities = classify(weights)
            return divergence(probabilities, weights[:, targets])

        return words.flat(statistic)


@dataclass(frozen=True, eq=False)
class _Classifier:
    """The classifier of one query as a function of weights."""

    rows: NDArray[np.intp]
    negative: NDArray[np.bool_]
    targets: NDArray[np.intp]
    vectors: Floats

    def __call__(self, weights: Weights) -> tuple[NDArray[np.intp], Floats]:
        """Rows of the target words, and the probability of the negative class of each: (draws, targets)."""
        examples, wanted = self.vectors[self.rows], self.vectors[self.targets]
        return self.targets, probabilities(examples, self.negative, weights[:, self.rows], wanted)

    def of_labels(self, rows: NDArray[np.intp], labels: NDArray[np.bool_], weights: Weights) -> Floats:
        """The same for other examples and other classes of them, one row of labels and weights each."""
        return probabilities(self.vectors[rows], labels, weights, self.vectors[self.targets])


def divergence(probabilities: Floats, weights: Weights) -> Floats:
    """KL from uniform of the normalised probabilities, each word as often as its weight says."""
    with np.errstate(invalid="ignore", divide="ignore"):
        p = probabilities / (weights * probabilities).sum(axis=1, keepdims=True)
        parts = np.where(weights > 0, weights * p * np.log(p * weights.sum(axis=1, keepdims=True)), 0)
        return np.asarray(np.where(weights.sum(axis=1) > 0, parts.sum(axis=1), np.nan))


def _training_part(
    rows: NDArray[np.intp], negative: NDArray[np.bool_], seed: int
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The four fifths that the released code trains on."""
    require("sklearn")
    from sklearn.model_selection import train_test_split

    # WEFE labels the second set -1 and sorts labels; `stratify` depends on their order.
    kept, _ = train_test_split(np.arange(len(rows)), test_size=0.2, random_state=seed, stratify=~negative)
    return rows[kept], negative[kept]
