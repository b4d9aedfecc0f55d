"""What is said of a measure on a model with a known bias: its score at every rate, and whether it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from scipy.stats import binom

RARE = 0.01
"""More false alarms than such a share of honest measures would have are too many."""


@dataclass(frozen=True)
class Point:
    """The score at a rate with its interval, and its difference from the model as it is; `p` is Holm's over the rates
    of the measure."""

    rate: float
    value: float
    low: float
    high: float
    change: float | None = None
    change_low: float | None = None
    change_high: float | None = None
    p: float | None = None


@dataclass(frozen=True)
class Row:
    """One measure on one dataset. `expects`: up or down with the bias, or up or down both ways. `smallest` and
    `smallest_other` are the smallest rates from which on the change is shown, None if none is. Of `shams` shams,
    `alarms` were taken for a bias. `reason` says why nothing can be said."""

    measure: str
    data: str
    expects: str
    points: tuple[Point, ...] = ()
    slope: float | None = None
    slope_low: float | None = None
    slope_high: float | None = None
    smallest: float | None = None
    smallest_other: float | None = None
    alarms: int = 0
    shams: int = 0
    n: int = 0
    questions: int = 0
    seconds: float = 0.0
    verdict: str = ""
    reason: str = ""

    @property
    def follows(self) -> bool:
        if self.slope_low is None or self.slope_high is None or self.reason:
            return False
        right = self.slope_low > 0 if self.expects.startswith("up") else self.slope_high < 0
        return right and self.smallest is not None and self.smallest_other is not None

    @property
    def false_alarms(self) -> bool:
        """More than a measure that errs once in twenty would have."""
        return bool(self.shams and binom.sf(self.alarms - 1, self.shams, 0.05) < RARE)

    @property
    def trusted(self) -> bool:
        return self.follows and not self.false_alarms

    @property
    def order(self) -> tuple[bool, float, float, str]:
        """The most trustworthy first: what follows, from the smallest rate on, at the least cost."""
        seen = max(self.smallest or 9.0, self.smallest_other or 9.0)
        return not self.trusted, seen, self.seconds, self.measure


@dataclass(frozen=True)
class Study:
    """One model in one language; the rows are sorted, the most trustworthy measure first."""

    model: str
    language: str
    rows: tuple[Row, ...]
    left_out: Mapping[str, str]

    def to_record(self) -> dict[str, Any]:
        rows = [asdict(row) | {"follows": row.follows, "trusted": row.trusted} for row in self.rows]
        return {"model": self.model, "language": self.language, "rows": rows, "left_out": dict(self.left_out)}
