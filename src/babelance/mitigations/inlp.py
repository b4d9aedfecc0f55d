"""INLP: a classifier of a concept is trained, its directions taken out, again and again, until none works.

Of word vectors it is trained on the words that lean most to either side, as in the paper; of a masked language model on
what its head reads at hidden mentions (`erasure/head`). What no linear classifier of that kind finds may
still be found by another: the record has the share right of a probe on words it was not trained on.
Reference: Ravfogel et al., ACL 2020.
Checked against: the authors' released code with the same classifier, words and number of directions (8e-8 on our tiny
English vectors, 2e-8 on a table with a known direction; tests/mitigations). Its authors train a fixed number of
classifiers; here it ends where gender is no longer found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np

from babelance.backends.vectors.table import VectorTable
from babelance.core.extras import require
from babelance.core.mitigation import Example, Tell, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.balance.choice import GROUPS_HELP
from babelance.mitigations.erasure.concept import CONCEPT, ConceptName
from babelance.mitigations.erasure.head import Labelled
from babelance.mitigations.erasure.vectors_or_head import erase_concept
from babelance.mitigations.projection.erase import share_right
from babelance.mitigations.projection.example import LANGUAGE, vector_example
from babelance.mitigations.projection.gender import Floats, GenderWords, leaning_words, unit
from babelance.mitigations.projection.neutral import without

AT_CHANCE = 0.55


@dataclass(frozen=True)
class Inlp:
    """Take out of word vectors, or of what the head of a masked language model reads, one after the other, the
    directions in which a classifier finds gender (or groups).

    Example: babelance mitigate inlp -m vec:glove.txt -l en -o glove-inlp

    Example: babelance mitigate inlp -m bert-base-german-cased -c news.de.txt.gz -l de --concept groups -o inlp-de
    """

    language: Annotated[str, LANGUAGE] = "en"
    concept: Annotated[ConceptName, CONCEPT] = "gender"
    groups: Annotated[str | None, Flag(GROUPS_HELP)] = None
    rounds: Annotated[int, Flag("Directions at most; it ends before, where gender is no longer found.")] = 35
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Iterative nullspace projection"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase_concept("inlp", self, model, corpus, out, change=self._change, fit=self._fit, rounds=self.rounds)

    def _fit(self, labelled: Labelled) -> tuple[Floats, Floats]:
        """P is the projection on what is orthogonal to all directions so far."""
        require("sklearn")
        from sklearn.linear_model import LogisticRegression

        states, labels = labelled.states, labelled.labels
        width, directions = states.shape[1], np.zeros((0, states.shape[1]))
        chance = np.bincount(labels).max() / len(labels)
        centred = (states - states.mean(axis=0)) / states.std()
        matrix = np.eye(width)
        for _ in range(self.rounds):
            classifier = LogisticRegression(max_iter=100).fit(centred @ matrix.T, labels)
            if classifier.score(centred @ matrix.T, labels) <= chance + AT_CHANCE - 0.5:
                break
            directions = np.concatenate([directions, classifier.coef_ @ matrix])
            if np.linalg.matrix_rank(directions) >= width - 1:
                break
            matrix = np.eye(width) - np.linalg.pinv(directions) @ directions
        return matrix, np.zeros(width)

    def _change(self, table: VectorTable, gender: GenderWords) -> Floats:
        require("sklearn")
        from sklearn.linear_model import LogisticRegression

        vectors = unit(table.vectors)
        rows, female = leaning_words(table, gender)
        for _ in range(self.rounds):
            if share_right(vectors[rows], female) <= AT_CHANCE:
                break
            direction = LogisticRegression(max_iter=1000).fit(vectors[rows], female).coef_[0]
            vectors = without(vectors, np.asarray(direction / np.linalg.norm(direction), np.float64))
        return vectors

    @classmethod
    def automatic(cls, wanted: Wanted) -> Inlp:
        return cls(wanted.language, wanted.about, wanted.groups, options=wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return vector_example(cls(rounds=2), folder)


mitigation = Inlp
