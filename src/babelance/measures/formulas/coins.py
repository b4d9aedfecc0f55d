"""McNemar's test of a model against a coin, as the MBE paper has it: ‡ marks p < 0.05.

Each pair of sentences has an outcome of the model and one of a coin, and only pairs where the two disagree count. One
coin decides the p-value by luck, so here are many, and what is reported is the distribution of p over them.
The test takes pairs for independent. Pairs that share sentences are not: read it beside the interval.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc

from babelance.core.estimate import Plain

COINS = 2000
RARE = 0.05
NOTE = "as in the paper, median over coins: treats pairs that share sentences as independent"


@dataclass(frozen=True, slots=True)
class CoinTest:
    """Medians over the coins; `low` and `high` enclose p for 95 % of them; `share` of them have p < 0.05."""

    square: float
    p: float
    low: float
    high: float
    share: float

    @property
    def mark(self) -> str:
        return "‡" if self.p < RARE else ""

    def facts(self) -> dict[str, Plain]:
        return {
            "mcnemar": self.square,
            "mcnemar_p": self.p,
            "mcnemar_p_low": self.low,
            "mcnemar_p_high": self.high,
            "mcnemar_share": self.share,
            "mcnemar_mark": self.mark,
            "mcnemar_note": NOTE,
        }


def against_coins(preferred: float, pairs: int) -> CoinTest:
    """`preferred` of the pairs go to the first group; ties are counted as the score counts them."""
    squares, p = squares_and_p(round(preferred), pairs, np.random.default_rng(0))
    low, high = np.quantile(p, [0.025, 0.975]).tolist()
    return CoinTest(float(np.median(squares)), float(np.median(p)), low, high, float(np.mean(p < RARE)))


def squares_and_p(
    preferred: int, pairs: int, rng: np.random.Generator, count: int = COINS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """chi² with the correction for continuity, and p, of so many coins. A coin's outcomes are drawn by their sums, not
    pair by pair."""
    model_only, coin_only = rng.binomial(preferred, 0.5, count), rng.binomial(pairs - preferred, 0.5, count)
    disagreed = np.maximum(model_only + coin_only, 1)
    squares = np.maximum(np.abs(model_only - coin_only) - 1, 0) ** 2 / disagreed
    return squares, erfc(np.sqrt(squares / 2))
