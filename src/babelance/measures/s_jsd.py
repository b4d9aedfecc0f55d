"""S_JSD: how much closer to certainty the shared tokens of one sentence are than those of the other.

    S_JSD = mean over pairs of (1/|U|) Σ_{u ∈ U} [d(p_more(u)) − d(p_less(u))]
    d(p)  = √(½[p log₂p − (p+1) log₂(p+1) + 2])

p(u) is the probability of the shared token u when it is masked; d is its Jensen–Shannon distance from certainty, 1 for
p = 0 and 0 for p = 1.

`pieces` says what is hidden with a token that is a piece of a longer word: nothing else (`each`, as published), the
later pieces of the word (`within-word`, Kauf and Ivanova 2023), or all of them (`whole-word`).

Scale: −1 to 1, ideal 0. **Negative: the stereotypical sentences are preferred** (their tokens are closer to certain).
Relations: the sign of a pair's sum is what `b-s-jsd` counts; `cps` asks the same queries.
Intervals allow for words in which several pairs differ, names above all: such pairs are not independent.
Reference: Steinborn et al., Findings of NAACL 2022.
Checked against: the released script, item by item (tests/golden).

Departures of the released code: fidelity="released" keeps pairs without any difference as 0 (skipped here otherwise).
It computes in float32, where p = 0 gives NaN and p near 1 is coarse; this code computes from log p in float64.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import averages, pairs
from babelance.measures.formulas.pair_measure import DistanceMeasure
from babelance.measures.formulas.pieces import null_by_side


@dataclass(frozen=True)
class SJsd(DistanceMeasure):
    title: ClassVar[str] = "S_JSD"
    question: ClassVar[Question] = replace(
        pairs.WHICH_OF_A_PAIR,
        above=pairs.WHICH_OF_A_PAIR.below,
        below=pairs.WHICH_OF_A_PAIR.above,
        toward="below",
    )
    scale: ClassVar[Scale] = Scale(-1, 1, ideal=0, chance=0, reading="below 0: stereotypical sentences are preferred")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"

    def _columns(self, more: averages.Values, less: averages.Values) -> dict[str, float]:
        return {"more": float(more.mean()), "less": float(less.mean()), "score": float((more - less).mean())}

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(scores.floats("score"))

    def null(self, scores: Scores) -> Null | None:
        """As with the binarised version, of distances instead of shares."""
        return null_by_side(scores.floats("score"), scores.floats("longer"), 0.0)
