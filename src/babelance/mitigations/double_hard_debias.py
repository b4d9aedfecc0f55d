"""Double-hard debiasing: first the direction of word frequency that hides gender is taken out, then gender.

Of the first principal components of the table, each is tried: without it and without the gender direction, do the words
that leaned most to either side still fall into two clusters? The component whose absence mixes them most is taken out.
Reference: Wang et al., ACL 2020.
Checked against: WEFE 1.0.1 on a table with a known direction: the same component, cosines of 0.995 to 0.999 on the
words that it changes (tests/mitigations).

Where WEFE differs: it changes the most leaning words alone (2 · n_words) and leaves all others with their gender, here
every word but the gendered pairs is changed; it chooses leaning words by *he* and *she* alone, and clusters unseeded,
so that it may take another component out (it does on our tiny English vectors); it takes the component out of vectors
that are not centred, and does not find the gender direction again afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.backends.vectors.table import VectorTable
from babelance.core.extras import require
from babelance.core.mitigation import Example, Tell
from babelance.core.option import Flag
from babelance.mitigations.projection.erase import erase
from babelance.mitigations.projection.example import LANGUAGE, vector_example
from babelance.mitigations.projection.gender import Floats, GenderWords, gender_words, leaning_words, unit
from babelance.mitigations.projection.neutral import hard_debias, without


@dataclass(frozen=True)
class DoubleHardDebias:
    """Take a direction of frequency, then the gender direction out of word vectors.

    Example: babelance mitigate double-hard-debias -m vec:glove.txt -l en -o glove-double
    """

    language: Annotated[str, LANGUAGE] = "en"
    components: Annotated[int, Flag("Principal components that are tried.")] = 20

    title: ClassVar[str] = "Double-hard debiasing of word vectors"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase("double-hard-debias", model, out, self.language, self._change, components=self.components)

    def _change(self, table: VectorTable, gender: GenderWords) -> Floats:
        vectors = unit(table.vectors)
        centred = vectors - vectors.mean(axis=0)
        components = np.linalg.svd(centred, full_matrices=False)[2][: self.components]
        rows, female = leaning_words(table, gender)
        mixed = [
            _clustering(without(without(centred[rows], component), gender.direction), female)
            for component in components
        ]
        plain = without(centred, components[int(np.argmin(mixed))])
        again = gender_words(VectorTable(table.words, np.asarray(unit(plain), np.float32)), self.language)
        return hard_debias(unit(plain), table.rows, again, equalise=True)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return vector_example(cls(components=3), folder)


def _clustering(vectors: Floats, female: NDArray[np.bool_]) -> float:
    """How far two clusters are the two sides: the share of words in the cluster of their side, at least one half."""
    require("sklearn")
    from sklearn.cluster import KMeans

    labels = KMeans(2, n_init=3, random_state=0).fit_predict(vectors) == 1
    agree = float(np.mean(labels == female))
    return max(agree, 1 - agree)


mitigation = DoubleHardDebias
