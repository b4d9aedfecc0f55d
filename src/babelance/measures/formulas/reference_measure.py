"""What measures have in common that compare translations with those of people: they count what a translation and its
reference share, sentence by sentence, and compute one number from the sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas.predicting import SURE
from babelance.measures.formulas.translation_measure import TranslationMeasure

Floats = NDArray[np.float64]
FEWEST = 10


class ReferenceMeasure(TranslationMeasure):
    question: ClassVar[Question] = Question(
        "use",
        "to translate sentences",
        "comes closer to the right reference than to others",
        "comes no closer to the right reference than to others",
        skill="translation",
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text", "reference"})
    resample: ClassVar[Resample] = Resample()
    utility: ClassVar[bool] = True
    example: ClassVar[Example] = Example(
        tuple(
            Item(text, "tr", {"text": text, "reference": reference})
            for text, reference in (
                ("O bir doktor.", "She is a doctor."),
                ("O bir pilot.", "They are a pilot."),
                ("O eve gitti.", "He went home."),
            )
        )
    )

    def count(self, translation: str, reference: str) -> Floats:
        """What both share and how long they are; sums over sentences give the number of all of them."""
        raise NotImplementedError

    def value(self, counts: Floats) -> Floats:
        """The number of (sums of) counts, which stand along the last axis."""
        raise NotImplementedError

    def sentence_value(self, counts: Floats) -> float:
        """The number of one sentence."""
        return float(self.value(counts))

    def missing(self) -> str:
        """Why nothing can be counted on this machine; empty if it can."""
        return ""

    def score_translation(self, item: Item, translation: str) -> Scored | Skipped:
        reference = item.texts["reference"]
        if not reference.strip():
            return Skipped(item, "the reference is empty")
        if missing := self.missing():
            return Skipped(item, missing)
        counts = self.count(translation, reference)
        return Scored(item, {"translation": translation, "overlaps": counts, "score": self.sentence_value(counts)})

    def statistic(self, scores: Scores) -> Statistic:
        counts = np.stack([scored.columns["overlaps"] for scored in scores.scored])
        return lambda weights: self.value(weights @ counts)

    def null(self, scores: Scores) -> Null | None:
        """The same translations against the references of other sentences."""
        counts = self._of_others(scores)
        if counts is None:
            return None
        return Null.of_statistic("other references", lambda weights: self.value(weights @ counts), len(scores))

    def competence(self, scores: Scores) -> str | None:
        """A translation must surely come closer to its own reference than to another."""
        counts = self._of_others(scores)
        if counts is None or len(scores) < FEWEST:
            return None
        closer = scores.floats("score") - np.asarray([self.sentence_value(row) for row in counts])
        if closer.mean() > SURE * closer.std() / np.sqrt(len(closer)):
            return ""
        return "its translations come no closer to their references than to those of other sentences"

    def _of_others(self, scores: Scores) -> Floats | None:
        """What is shared with the reference of the next sentence."""
        texts = [(str(scored.columns["translation"]), scored.item.texts["reference"]) for scored in scores.scored]
        if len(set(texts)) < 2:
            return None
        moved = [reference for _, reference in (*texts[1:], texts[0])]
        return np.stack([self.count(text, other) for (text, _), other in zip(texts, moved, strict=True)])

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {"empty": sum(not str(scored.columns["translation"]).strip() for scored in scores.scored)}
