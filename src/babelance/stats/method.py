"""How an interval was made, in the few characters that stand after `ci:` in a signature.

    wilson.95          share of independent items
    bca.2000.95        2000 bootstrap draws, corrected for bias and skew
    percentile.2000.95 the same draws without the corrections, because they do not exist: no draw lies on one side of
                       the value, or leaving out a part leaves nothing to measure
    unified.2000.95    the size of differences between groups, whose draws are made around every size that is possible:
                       holds also where all groups are alike (see `gaps`)
    t.95               too few units for the bootstrap (up to ten for 95 %), or draws that lie to one side of the value:
                       jackknife error, Student's t
    constant.95        all draws are equal: nothing was seen to vary, which is not the same as being certain
    delong.95          area under the ROC curve
    none.95            a single unit: there is a value, and nothing shows how much it would vary

`2000` is the number of draws that were asked for, `95` the level in percent (`99.9` is possible).

Where a measure names words that its items share, the limits of `bca`, `percentile` and `t` also allow for other words:
see `words`. That follows from the measure and the items, so it needs no name here.
"""

from __future__ import annotations

from dataclasses import dataclass

from babelance.core.errors import InputError
from babelance.core.limits import MOST_DRAWS, whole_number

DRAWN = frozenset({"bca", "percentile", "unified"})
NAMES = DRAWN | {"wilson", "t", "constant", "delong", "none"}


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    level: float
    count: int | None = None

    def __str__(self) -> str:
        count = "" if self.count is None else f".{self.count}"
        return f"{self.name}{count}.{100 * self.level:.10g}"

    @classmethod
    def parse(cls, text: str) -> Method:
        name, _, rest = text.partition(".")
        count, _, percent = rest.partition(".") if name in DRAWN else ("", "", rest)
        if name not in NAMES:
            raise InputError(f"Unknown interval {name!r} in {text!r}. Known: {', '.join(sorted(NAMES))}.")
        draws = whole_number(count)
        try:
            level = check_level(float(percent) / 100)
        except ValueError as error:
            raise InputError(f"Not an interval: {text!r}. Write for example bca.2000.95 or wilson.95.") from error
        if name in DRAWN and (draws is None or draws > MOST_DRAWS):
            raise InputError(f"Not an interval: {text!r} has no number of draws up to {MOST_DRAWS:,}.")
        return cls(name, level, draws if name in DRAWN else None)


def rare(level: float) -> float:
    """1 - level without what binary fractions add to it: 0.05, not 0.050000000000000044."""
    return round(1 - level, 12)


def check_level(level: float) -> float:
    if not 0 < level < 1:
        raise InputError(f"The level of an interval lies between 0 and 1, not {level}. Usual is 0.95.")
    return level
