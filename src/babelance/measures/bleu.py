"""BLEU: how many runs of words translations share with those of people. A measure of use, not of bias.

    BLEU = 100 · BP · (p₁ · p₂ · p₃ · p₄)^¼,   BP = min(1, exp(1 - r / c))

p_n is the share of the translations' runs of n words that the references have too, r and c are the lengths of
references and translations, all counted over all sentences. Needs sacreBLEU (`pip install 'babelance[mt]'`),
which cuts the words (`13a`; Chinese by characters, Japanese and Thai as well) and counts their runs.

Scale: 0 to 100 (ideal: as the reference, word by word). Good translations score 30 to 50.
Relations: `chrf` counts letters, needs no tokenizer and follows people's judgements better. Papers print BLEU.
Reference: Papineni, Roukos, Ward, Zhu, ACL 2002; Post, WMT 2018 (signature nrefs:1|case:mixed|eff:no|smooth:exp).
Checked against: sacreBLEU's corpus score (tests/measures). `score` of a sentence is its BLEU with effective order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import MissingExtra
from babelance.core.scale import Scale
from babelance.measures.formulas import averages
from babelance.measures.formulas.reference_measure import ReferenceMeasure
from babelance.text.bleu_words import tokenizer_name

Floats = NDArray[np.float64]
ORDERS = 4


@dataclass(frozen=True)
class Bleu(ReferenceMeasure):
    title: ClassVar[str] = "BLEU"
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=100, chance=None, reading="higher: translations share more runs of words with those of people"
    )

    def missing(self) -> str:
        return "" if find_spec("sacrebleu") else str(MissingExtra("sacrebleu", "mt"))

    def count(self, translation: str, reference: str) -> Floats:
        score = _metric(tokenizer_name(self.target)).sentence_score(translation, [reference])
        return np.asarray([*score.counts, *score.totals, score.sys_len, score.ref_len], dtype=np.float64)

    def value(self, counts: Floats) -> Floats:
        return bleu(counts)

    def sentence_value(self, counts: Floats) -> float:
        """Of those orders that a short sentence has."""
        return float(bleu(counts, orders=int(np.sum(counts[ORDERS : 2 * ORDERS] > 0))))


@cache
def _metric(tokenizer: str) -> Any:
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(tokenize=tokenizer, effective_order=True)


def bleu(counts: Floats, *, orders: int = ORDERS) -> Floats:
    """BLEU of summed counts, (..., 10): shared runs by order, runs by order, and the lengths of both sides. Without a
    reference there is none. The first order that shares nothing counts as 1/2 of a run, the next as 1/4 (`exp`)."""
    shared, runs = counts[..., :orders], counts[..., ORDERS : ORDERS + orders]
    length, wanted = counts[..., -2], counts[..., -1]
    nothing = (shared == 0) & (runs > 0)
    precision = averages.ratio(np.where(nothing, 0.5 ** np.cumsum(nothing, axis=-1), shared), runs)
    with np.errstate(divide="ignore", over="ignore"):
        brevity = np.exp(np.minimum(0, 1 - wanted / length))
        mean = np.exp(np.mean(np.log(np.nan_to_num(precision)), axis=-1)) if orders else np.zeros_like(length)
    value = np.where((length > 0) & shared.any(axis=-1), 100 * brevity * mean, 0)
    return np.where(wanted > 0, value, np.nan)
