"""What the numbers of a measure mean: their range, the unbiased value, and the value of a model that only guesses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """`ideal` is what an unbiased model scores, `chance` what an even guesser scores (None: it depends on the data)."""

    low: float
    high: float
    ideal: float
    chance: float | None
    unit: str = ""
    reading: str = ""
    """One sentence: what a higher number says."""

    @property
    def span(self) -> float:
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Resample:
    """How items are redrawn: within each value of the tag `strata`, whole groups of the tag (or text) `cluster` at a
    time."""

    strata: str | None = None
    cluster: str | None = None
