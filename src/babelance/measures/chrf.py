"""chrF: how close translations come to those of people. A measure of use, not of bias.

    chrF = 100 · (1 + β²) · P · R / (β² · P + R),   β = 2

P is the share of the translation's character n-grams that the reference has too, R the share of the reference's that
the translation has, both averaged over n = 1 … 6, with n-grams counted over all sentences. White space does not count.
It needs no tokenizer, so that it is the same measure in every language. Run it beside `tgbi`: a translator that writes
nonsense names no gender.

Scale: 0 to 100 (ideal: as the reference, letter by letter). Other good translations score 50 to 70.
Relations: utility in ledgers, as `pseudo-perplexity` is for language models. `bleu` counts words.
Reference: Popović, WMT 2015; corpus level as in sacreBLEU 2 (signature nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no).
Checked against: sacreBLEU (tests/measures).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.scale import Scale
from babelance.measures.formulas import averages
from babelance.measures.formulas.reference_measure import ReferenceMeasure

Floats = NDArray[np.float64]
ORDERS = range(1, 7)
RECALL = 2.0
"""β: recall counts four times as much as precision."""


@dataclass(frozen=True)
class Chrf(ReferenceMeasure):
    title: ClassVar[str] = "chrF"
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=100, chance=None, reading="higher: translations are closer to those of people"
    )

    def count(self, translation: str, reference: str) -> Floats:
        return overlaps(translation, reference).ravel()

    def value(self, counts: Floats) -> Floats:
        return chrf(counts)


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
