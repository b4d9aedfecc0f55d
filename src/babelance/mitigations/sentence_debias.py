"""SentenceDebias: the directions in which sentences differ if the group in them is exchanged are taken out.

Sentences of the corpus with a mention are read twice, as they are and with another group in its place; the first
principal components of the differences of their mean states span what is removed, folded into the head of a masked
language model (`erasure/head`). Where all groups differ in other ways, few directions are not all of it: the probe says
what is left.
Reference: Liang et al., ACL 2020; for masked language models as in Meade et al., ACL 2022.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np

from babelance.core.errors import InputError
from babelance.core.mitigation import Example, Tell, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.balance.choice import GROUPS_HELP
from babelance.mitigations.erasure.concept import CONCEPT, ConceptName
from babelance.mitigations.erasure.head import Floats, Labelled, erase_from_head, read_states
from babelance.mitigations.tuning.example import small_example
from babelance.mitigations.tuning.settings import LANGUAGE


@dataclass(frozen=True)
class SentenceDebias:
    """Take out of what the head of a masked language model reads the directions in which sentences with different
    groups differ.

    Example: babelance mitigate sentence-debias -m bert-base-german-cased -c news.de.txt.gz -l de --concept groups
    -o sentence-debias-de
    """

    language: Annotated[str, LANGUAGE] = "en"
    concept: Annotated[ConceptName, CONCEPT] = "gender"
    groups: Annotated[str | None, Flag(GROUPS_HELP)] = None
    directions: Annotated[int, Flag("Principal components that are taken out.")] = 3
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "SentenceDebias"

    def __post_init__(self) -> None:
        if self.directions < 1:
            raise InputError(f"At least 1 direction is taken out, not {self.directions}. Usual are 1 to 5.")

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase_from_head("sentence-debias", self, model, corpus, out, fit=self._fit, directions=self.directions)

    def _fit(self, labelled: Labelled) -> tuple[Floats, Floats]:
        rng, words = np.random.default_rng(0), defaultdict(set)
        for mention in labelled.mentions:
            words[mention.key].add(mention.text[mention.start : mention.end])
        keys = sorted(words)
        swapped = []
        for mention in labelled.mentions:
            others = [key for key in keys if key != mention.key]
            other = sorted(words[others[int(rng.integers(len(others)))]])
            word = other[int(rng.integers(len(other)))]
            swapped.append(f"{mention.text[: mention.start]}{word}{mention.text[mention.end :]}")
        texts = [mention.text for mention in labelled.mentions]
        read = [read_states(labelled.network, labelled.tokenizer, some, at_mask=False) for some in (texts, swapped)]
        differences = (read[0] - read[1])[~np.isnan(read[0] - read[1]).any(axis=1)]
        components = np.linalg.svd(differences - differences.mean(axis=0), full_matrices=False)[2][: self.directions]
        return np.eye(components.shape[1]) - components.T @ components, np.zeros(components.shape[1])

    @classmethod
    def automatic(cls, wanted: Wanted) -> SentenceDebias:
        return cls(wanted.language, wanted.about, wanted.groups, options=wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls(directions=1), folder)


mitigation = SentenceDebias
