"""‡, the mark of the MBE paper, wherever its tables have it: of MBE, and of shares of pairs that people wrote.

It says p < 0.05 in McNemar's test against a coin (median over coins), which takes pairs that share sentences for
independent.
"""

from __future__ import annotations

from babelance.core.estimate import Estimate, Result
from babelance.measures.formulas.coins import RARE, against_coins

SHARES_OF_PAIRS = ("aula", "aul", "cps", "sss", "b-s-jsd")
MARK_NOTE = "‡: p < 0.05 in McNemar's test of the paper, which takes pairs that share sentences for independent."


def mark_of(result: Result) -> str:
    if not isinstance(result, Estimate):
        return ""
    p = result.extra.get("mcnemar_p")
    if isinstance(p, int | float):
        return "‡" if p < RARE else ""
    if result.about.measure not in SHARES_OF_PAIRS:
        return ""
    return against_coins(result.value / 100 * result.about.n, result.about.n).mark
