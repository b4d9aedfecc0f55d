"""INLP for word vectors: a classifier of gender is trained, its direction taken out, again and again, until none works.

Trained on the words that lean most to either side, as in the paper. What no linear classifier of that kind finds may
still be found by another: the record has the share right of a probe on words it was not trained on.
Reference: Ravfogel et al., ACL 2020.
Checked against: the authors' released code with the same classifier, words and number of directions (8e-8 on our tiny
English vectors, 2e-8 on a table with a known direction; tests/mitigations). Its authors train a fixed number of
classifiers; here it ends where gender is no longer found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np

from babelance.backends.vectors.table import Table
from babelance.core.extras import require
from babelance.core.mitigation import Example, Tell
from babelance.core.option import Flag
from babelance.mitigations.projection.erase import erase, share_right
from babelance.mitigations.projection.example import LANGUAGE, vector_example
from babelance.mitigations.projection.gender import Floats, GenderWords, leaning_words, unit
from babelance.mitigations.projection.neutral import without

AT_CHANCE = 0.55


@dataclass(frozen=True)
class Inlp:
    """Take out of word vectors, one after the other, the directions in which a classifier finds gender.

    Example: babelance mitigate inlp -m vec:glove.txt -l en -o glove-inlp
    """

    language: Annotated[str, LANGUAGE] = "en"
    rounds: Annotated[int, Flag("Directions at most; it ends before, where gender is no longer found.")] = 35

    title: ClassVar[str] = "Iterative nullspace projection of word vectors"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase("inlp", model, out, self.language, self._change, rounds=self.rounds)

    def _change(self, table: Table, gender: GenderWords) -> Floats:
        require("sklearn")
        from sklearn.linear_model import LogisticRegression

        vectors = unit(table.vectors)
        rows, female = leaning_words(table, gender)
        for _ in range(self.rounds):
            if share_right(vectors[rows], female) <= AT_CHANCE:
                break
            found = LogisticRegression(max_iter=1000).fit(vectors[rows], female).coef_[0]
            vectors = without(vectors, np.asarray(found / np.linalg.norm(found), np.float64))
        return vectors

    @classmethod
    def example(cls, folder: Path) -> Example:
        return vector_example(cls(rounds=2), folder)


mitigation = Inlp
