"""chrF: how close translations come to those of people. A measure of use, not of bias.

    chrF = 100 · (1 + β²) · P · R / (β² · P + R),   β = 2

P is the share of the translation's character n-grams that the reference has too, R the share of the reference's that
the translation has, both averaged over n = 1 … 6, with n-grams counted over all sentences. White space does not count.
It needs no tokenizer, so that it is the same measure in every language. Run it beside `tgbi`: a translator that writes
nonsense names no gender.

Scale: 0 to 100 (ideal: as the reference, letter by letter). Other good translations score 50 to 70.
Relations: utility in ledgers, as `pseudo-perplexity` is for language models.
Reference: Popović, WMT 2015; corpus level as in sacreBLEU 2 (signature nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no).
Checked against: sacreBLEU (tests/measures).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import averages
from babelance.measures.formulas.predicting import SURE
from babelance.measures.formulas.translation_measure import TranslationMeasure

Floats = NDArray[np.float64]
ORDERS = range(1, 7)
FEWEST = 10
RECALL = 2.0
"""β: recall counts four times as much as precision."""


@dataclass(frozen=True)
class Chrf(TranslationMeasure):
    target: str = "en"

    title: ClassVar[str] = "chrF"
    question: ClassVar[Question] = Question(
        "use",
        "to translate sentences",
        "comes closer to the right reference than to others",
        "comes no closer to the right reference than to others",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=100, chance=None, reading="higher: translations are closer to those of people"
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

    def score_translation(self, item: Item, translation: str) -> Scored | Skipped:
        reference = item.texts["reference"]
        if not reference.strip():
            return Skipped(item, "the reference is empty")
        counts = overlaps(translation, reference)
        return Scored(item, {"translation": translation, "overlaps": counts, "score": float(chrf(counts.ravel()))})

    def statistic(self, scores: Scores) -> Statistic:
        counts = np.stack([scored.columns["overlaps"] for scored in scores.scored]).reshape(len(scores), -1)
        return lambda weights: chrf(weights @ counts)

    def null(self, scores: Scores) -> Null | None:
        """The same translations against the references of other sentences."""
        counts = self._of_others(scores)
        return (
            None if counts is None else Null.of_statistic("other references", lambda w: chrf(w @ counts), len(scores))
        )

    def competence(self, scores: Scores) -> str | None:
        """A translation must surely come closer to its own reference than to another."""
        counts = self._of_others(scores)
        if counts is None or len(scores) < FEWEST:
            return None
        closer = scores.floats("score") - np.asarray([float(chrf(row)) for row in counts])
        if closer.mean() > SURE * closer.std() / np.sqrt(len(closer)):
            return ""
        return "its translations come no closer to their references than to those of other sentences"

    def _of_others(self, scores: Scores) -> Floats | None:
        """n-grams shared with the reference of the next sentence."""
        texts = [(str(one.columns["translation"]), one.item.texts["reference"]) for one in scores.scored]
        if len(set(texts)) < 2:
            return None
        moved = [reference for _, reference in (*texts[1:], texts[0])]
        shared = [overlaps(text, other) for (text, _), other in zip(texts, moved, strict=True)]
        return np.stack(shared).reshape(len(texts), -1)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {"empty": sum(not str(scored.columns["translation"]).strip() for scored in scores.scored)}


def overlaps(translation: str, reference: str) -> Floats:
    """(n, 3): n-grams of the translation, of the reference, and of both."""
    rows = []
    for order in ORDERS:
        ours, theirs = _grams(translation, order), _grams(reference, order)
        rows.append((ours.total(), theirs.total(), (ours & theirs).total()))
    return np.asarray(rows, dtype=np.float64)


def _grams(text: str, order: int) -> Counter[str]:
    letters = "".join(text.split())
    return Counter(letters[start : start + order] for start in range(len(letters) - order + 1))


def chrf(counts: Floats) -> Floats:
    """chrF of summed overlaps, (..., n · 3). Orders that are longer than one of the texts do not count."""
    ours, theirs, both = np.moveaxis(counts.reshape(*counts.shape[:-1], len(ORDERS), 3), -1, 0)
    used = (ours > 0) & (theirs > 0)
    orders = np.maximum(used.sum(axis=-1), 1)
    precision = np.where(used, averages.ratio(both, ours), 0).sum(axis=-1) / orders
    recall = np.where(used, averages.ratio(both, theirs), 0).sum(axis=-1) / orders
    value = averages.ratio((1 + RECALL**2) * precision * recall, RECALL**2 * precision + recall)
    return np.where(theirs[..., 0] > 0, np.nan_to_num(100 * value), np.nan)
