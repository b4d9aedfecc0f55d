"""LEACE: the smallest change after which no linear classifier finds a concept, in closed form.

Fitted by the library `concept-erasure`. Of word vectors gender is erased: fitted on the words that lean most to either
side, then applied to all words. Of a masked language model it is what its head reads at a hidden mention: which gender,
or which group, stands here (`erasure/head` says how the map is folded in).
Reference: Belrose et al., NeurIPS 2023.
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
from babelance.mitigations.projection.example import LANGUAGE, vector_example
from babelance.mitigations.projection.gender import Floats, GenderWords, leaning_words, unit


@dataclass(frozen=True)
class Leace:
    """Change word vectors, or what the head of a masked language model reads, as little as possible so that no linear
    classifier finds gender (or groups) in it.

    Example: babelance mitigate leace -m vec:glove.txt -l en -o glove-leace

    Example: babelance mitigate leace -m bert-base-german-cased -c news.de.txt.gz -l de --concept groups -o leace-de
    """

    language: Annotated[str, LANGUAGE] = "en"
    concept: Annotated[ConceptName, CONCEPT] = "gender"
    groups: Annotated[str | None, Flag(GROUPS_HELP)] = None
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Least-squares concept erasure"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase_concept("leace", self, model, corpus, out, change=_change, fit=_fit)

    @classmethod
    def automatic(cls, wanted: Wanted) -> Leace:
        return cls(wanted.language, wanted.about, wanted.groups, options=wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return vector_example(cls(), folder)


def _change(table: VectorTable, gender: GenderWords) -> Floats:
    require("concept_erasure")
    import torch
    from concept_erasure import LeaceEraser

    vectors = torch.from_numpy(unit(table.vectors))
    rows, female = leaning_words(table, gender)
    eraser = LeaceEraser.fit(vectors[rows], torch.from_numpy(female.astype(np.int64)))
    return np.asarray(eraser(vectors).numpy(), np.float64)


def _fit(labelled: Labelled) -> tuple[Floats, Floats]:
    """r(h) = P (h − μ) + μ, so c = (I − P) μ.

    States at other words have the mean label: they say nothing about the concept, but what changing them costs.
    """
    require("concept_erasure")
    import torch
    from concept_erasure import LeaceEraser

    one_hot = np.eye(labelled.labels.max() + 1)[labelled.labels]
    states = np.concatenate([labelled.states, labelled.others])
    labels = np.concatenate([one_hot, np.tile(one_hot.mean(axis=0), (len(labelled.others), 1))])
    eraser = LeaceEraser.fit(torch.from_numpy(states), torch.from_numpy(labels))
    matrix = np.asarray(eraser.P.numpy(), np.float64)
    mean = np.zeros(len(matrix)) if eraser.bias is None else eraser.bias.numpy()
    return matrix, mean - matrix @ mean


mitigation = Leace
