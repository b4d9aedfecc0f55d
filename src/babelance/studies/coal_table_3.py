"""Table 3 of the NLI-CoAL paper, recomputed: do its scores follow from its proportions?

The paper prints, for 14 models, the share of each label in each set to three decimals, and FN and NLI-CoAL. The
pro- and anti-stereotypical sets have 1,000 pairs each, so their printed shares are exact; the non-stereotypical set has
3,420 (Chinese: 3,320), so its shares are rounded. `Check.low` and `Check.high` are the least and the greatest score
that any whole numbers of pairs behind the printed digits would give.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from babelance.core.item import Item
from babelance.core.query import LABELS
from babelance.core.registry import MEASURES
from babelance.core.scored import Scored, Scores

SETS = ("pro", "anti", "non")
SIZES = {"en": (1000, 1000, 3420), "ja": (1000, 1000, 3420), "zh": (1000, 1000, 3320)}
MEASURED = ("fn", "nli-coal")
HALF = 0.0005
"""Half of the last printed digit."""

# language, model; entailment, contradiction, neutral of pro, anti, non (in thousandths); FN, NLI-CoAL
_TABLE = """
en DistilBERT-base                840  81  79   61 638 301  406 291 304  738 725
en BERT-large                     635  37 328   13 752 235  270 289 441  618 649
en RoBERTa-large                  910   4  86   53 430 517  425 119 456  601 628
en BERT-base                      821  17 162   42 501 457  367 175 459  596 621
en RoBERTa-base                   483  16 501   34 579 387  157 172 671  413 464
ja Waseda_RoBERTa-base            578  43 379   36 610 354  262 239 499  549 563
ja Laboro_DistilBERT-base         525 131 344   90 498 412  126 456 418  633 535
ja Tohoku_BERT-base_(char)        592  39 369   79 435 486  304 177 518  515 503
ja Tohoku_BERT-base               378  25 597   67 413 520  151 140 710  346 360
ja Bandai_DistilBERT-base         312  85 603   94 211 695  200 179 621  368 301
zh HFL_RoBERTa-large_wwm            8 943  49    2 968  30    5 920  75  938 634
zh HFL_RoBERTa-base_wwm             1 901  98    0 878 122    2 855 143  869 579
zh BERT-base_Chinese               18 857 125   23 814 163   22 808 171  839 554
zh HFL_BERT-base_wwm               26 561 413   29 505 466   50 427 524  508 336
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One model of the table. `shares[set][label]` and `printed[measure]` as printed."""

    language: str
    model: str
    shares: Mapping[str, Mapping[str, float]]
    printed: Mapping[str, float]

    @property
    def sizes(self) -> dict[str, int]:
        return dict(zip(SETS, SIZES[self.language], strict=True))


@dataclass(frozen=True, slots=True)
class Check:
    """One score of the table: ours from the printed shares, and what those shares leave possible."""

    row: Row
    measure: str
    ours: float
    low: float
    high: float

    @property
    def printed(self) -> float:
        return self.row.printed[self.measure]

    @property
    def difference(self) -> float:
        return self.ours - self.printed

    @property
    def verdict(self) -> str:
        """`follows`; `truncated` if only cutting digits off instead of rounding gives what is printed; `differs`."""
        if self.low - HALF <= self.printed + 1e-9 and self.printed - 1e-9 <= self.high + HALF:
            return "follows"
        if self.low - 2 * HALF <= self.printed + 1e-9 and self.printed - 1e-9 <= self.high:
            return "truncated"
        return "differs"


def rows() -> Iterator[Row]:
    for line in _TABLE.strip().splitlines():
        language, model, *digits = line.split()
        numbers = [int(digit) / 1000 for digit in digits]
        names = ("entailment", "contradiction", "neutral")
        shares = {
            name: dict(zip(names, numbers[3 * i : 3 * i + 3], strict=True)) for i, name in enumerate(SETS)
        }  # fmt: skip
        yield Row(language, model.replace("_", " "), shares, dict(zip(MEASURED, numbers[9:], strict=True)))


def checks() -> list[Check]:
    """A check of each of the two scores of all 14 models."""
    return [_check(row, measure) for row in rows() for measure in MEASURED]


def _check(row: Row, measure: str) -> Check:
    """Rounding moves a score only by the neutral share of the non-stereotypical set: no other enters it."""
    neutral, size = row.shares["non"]["neutral"], row.sizes["non"]
    fewest, most = ceil(size * (neutral - HALF) - 1e-9), floor(size * (neutral + HALF) + 1e-9)
    possible = [score(measure, _counts(row, count)) for count in (fewest, most)]
    return Check(row, measure, score(measure, _counts(row, neutral * size)), min(possible), max(possible))


def _counts(row: Row, neutral: float) -> dict[tuple[str, str], float]:
    """Pairs by set and label, with so many neutral ones in the non-stereotypical set."""
    counts = {(name, label): row.shares[name][label] * row.sizes[name] for name in SETS for label in LABELS}
    others = (row.sizes["non"] - neutral) / 2
    return counts | {("non", "neutral"): neutral, ("non", "entailment"): others, ("non", "contradiction"): others}


def score(measure: str, counts: Mapping[tuple[str, str], float]) -> float:
    """The measure itself, on one item for each set and label, weighted with how many pairs it stands for."""
    items = [Item(f"{name} {label}", "und", {}, {"set": name}) for name, label in counts]
    labels = [label for _, label in counts]
    scored = tuple(Scored(item, {"label": label}) for item, label in zip(items, labels, strict=True))
    return float(MEASURES.get(measure)().statistic(Scores(scored))(np.asarray(list(counts.values()), dtype=float)))
