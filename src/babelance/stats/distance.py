"""How much farther is one model from its null than another, on the same items?

Let X be score − null. A measure on which only one side is a bias is compared by X itself, toward that side. On others
either side is one, and the distance is |X|. A difference of absolute values has a corner where a bootstrap cannot be
trusted, so it is put together from two smooth ones, A = X_new − X_base and B = X_new + X_base:

    |X_new| − |X_base| = max(min(A, B), −max(A, B))

which rises and falls with A and B, so their limits give its limits. Where both models lie well on one side of the null
that is the interval of A alone; near the null it is wider, as it must be. Two models that are the same have A = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isfinite

import numpy as np

from babelance.core.measure import Measure, Statistic, null_of, word_jackknife_of
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.core.verdict import USE, Question
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.distributions import student_quantile
from babelance.stats.estimate import design_of
from babelance.stats.intervals import unseen_share
from babelance.stats.power import POWER

MOST_ITEMS = 10_000_000
"""More items than this, and the answer is that items will not tell."""


@dataclass(frozen=True, slots=True)
class Side:
    """One model: what it scored, and the null of its result where the measure has none of its own."""

    measure: Measure
    scores: Scores
    null: float


@dataclass(frozen=True, slots=True)
class Change:
    """How much farther the new model is from the null: the value and its two-sided interval at `level`."""

    value: float
    low: float
    high: float
    level: float
    freedom: float

    def limits(self, tests: int) -> tuple[float, float]:
        """The lower limit corrected for so many tests (Bonferroni), the upper one as it is. Beyond what draws can tell,
        a limit is moved as far as Student's t moves it."""
        usual, stricter = (
            student_quantile(1 - (1 - self.level) / 2 / count, self.freedom) for count in (1, max(tests, 1))
        )
        return self.value - (self.value - self.low) * stricter / usual, self.high

    def items_needed(self, n: int, margin: float, tests: int) -> int | None:
        """How many more items would tell four times in five, if the difference stays as it is; None if none would."""
        low, _ = self.limits(tests)
        worse = self.value > margin
        reach, room = (
            (self.value - low, self.value - margin) if worse else (self.high - self.value, margin - self.value)
        )
        quantile = student_quantile((1 + self.level) / 2, self.freedom)
        factor = 1 + student_quantile(POWER, self.freedom) / quantile
        if not room > 0 or not isfinite(wanted := n * (factor * reach / room) ** 2) or wanted > MOST_ITEMS:
            return None
        return max(1, ceil(wanted) - n)


NO_CHANGE = Change(0.0, 0.0, 0.0, 0.95, 1)
"""Of a model from itself."""


def change_of_distance(
    base: Side, new: Side, *, question: Question, scale: Scale, level: float = 0.95, count: int = 2000, seed: int = 0
) -> Change | Reason:
    """Over the items that both models were scored on, which must be in the same order; a reason says why there is
    none."""
    excesses = [_excess(side, question, scale) for side in (base, new)]
    for excess in excesses:
        if isinstance(excess, Reason):
            return excess
    x_base, x_new = (excess for excess in excesses if not isinstance(excess, Reason))
    toward = _toward(question, scale)
    gap = _bootstrap(x_new, x_base, -1, (base, new), level, count, seed)
    if isinstance(gap, Reason):
        return gap
    low, high = _limits(gap, scale)
    if toward is not None:
        ends = sorted((toward * low, toward * high))
        return Change(toward * gap.value, ends[0], ends[1], level, gap.freedom)
    total = _bootstrap(x_new, x_base, 1, (base, new), level, count, seed)
    if isinstance(total, Reason):
        return total
    total_low, total_high = _limits(total, scale)
    return Change(
        _difference_of_sizes(gap.value, total.value, gap.value, total.value),
        _difference_of_sizes(low, total_low, high, total_high),
        _difference_of_sizes(high, total_high, low, total_low),
        level,
        gap.freedom,
    )


def _difference_of_sizes(gap: float, total: float, other_gap: float, other_total: float) -> float:
    """max(min(A, B), −max(A, B)): for a limit, with the opposite limits where a minus stands before them."""
    return max(min(gap, total), -max(other_gap, other_total))


def _toward(question: Question, scale: Scale) -> int | None:
    """+1 if a higher score is worse, −1 if a lower one is; None if distance on either side counts."""
    if question.family == USE:
        return -1 if scale.ideal == scale.high else 1
    return {"above": 1, "below": -1, None: None}[question.harm]


def _excess(side: Side, question: Question, scale: Scale) -> Statistic | Reason:
    """Score − null. For measures of use (perplexity, accuracy) the score itself: how good a model is needs no null."""
    statistic = side.measure.statistic(side.scores)
    null = None if question.family == USE else null_of(side.measure, side.scores)
    if isinstance(null, Reason):
        return null
    if null is None or null.statistic is None:
        constant = 0.0 if question.family == USE else side.null if null is None else null.value
        return lambda weights: statistic(weights) - constant
    of_null = null.statistic
    return lambda weights: statistic(weights) - of_null(weights)


def _bootstrap(
    new: Statistic, base: Statistic, sign: int, sides: tuple[Side, Side], level: float, count: int, seed: int
) -> Bootstrap | Reason:
    def both(weights: Weights) -> Weights:
        return new(weights) + sign * base(weights)

    words = [word_jackknife_of(side.measure, side.scores) for side in sides]
    return bootstrap(
        both,
        design_of(sides[0].measure, sides[0].scores),
        rng=np.random.default_rng(seed),
        level=level,
        count=count,
        without=[of_new + sign * of_base for of_base, of_new in zip(*words, strict=True)],
    )


def _limits(sample: Bootstrap, scale: Scale) -> tuple[float, float]:
    """Where no item differed, some that were not drawn might: as many as could have gone unseen."""
    if not sample.constant or not isfinite(scale.span):
        return sample.limits
    reach = unseen_share(sample.units, sample.level) * scale.span
    return sample.value - reach, sample.value + reach
