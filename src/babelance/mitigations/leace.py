"""LEACE for word vectors: the smallest change after which no linear classifier finds gender, in closed form.

Fitted by the library `concept-erasure` on the words that lean most to either side, then applied to all words.
Reference: Belrose et al., NeurIPS 2023.
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
from babelance.mitigations.projection.erase import erase
from babelance.mitigations.projection.example import LANGUAGE, vector_example
from babelance.mitigations.projection.gender import Floats, GenderWords, leaning_words, unit


@dataclass(frozen=True)
class Leace:
    """Change word vectors as little as possible so that no linear classifier finds gender in them.

    Example: babelance mitigate leace -m vec:glove.txt -l en -o glove-leace
    """

    language: Annotated[str, LANGUAGE] = "en"

    title: ClassVar[str] = "Least-squares concept erasure of word vectors"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase("leace", model, out, self.language, self._change)

    def _change(self, table: Table, gender: GenderWords) -> Floats:
        require("concept_erasure")
        import torch
        from concept_erasure import LeaceEraser

        vectors = torch.from_numpy(unit(table.vectors))
        rows, female = leaning_words(table, gender)
        eraser = LeaceEraser.fit(vectors[rows], torch.from_numpy(female.astype(np.int64)))
        return np.asarray(eraser(vectors).numpy(), np.float64)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return vector_example(cls(), folder)


mitigation = Leace
