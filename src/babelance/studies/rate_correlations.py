"""How closely scores follow the rates of a bias that was put in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import pearsonr

from babelance.core.verdict import Verdict, verdict_record
from babelance.stats.ability import better_than_chance

CONSTANT = 1e-9
CHANCE = 1 / 3
"""Of an even guess among the labels."""
WITHOUT_DIRECTION = 2 / 3
"""Of a model that knows which occupations are labelled neutral, and tosses a coin for the others: it has learnt nothing
of the bias that it was taught."""
RARE = 0.05


@dataclass(frozen=True, slots=True)
class Point:
    """A measure of the model that was trained at this rate; no value where it is undefined."""

    rate: float
    measure: str
    value: float | None
    low: float | None
    high: float | None
    accuracy: float | None
    """The model's, in per cent, on held-out pairs with the labels of its own rate: has it learnt what it was
    taught? None if nobody looked."""
    learnt: bool = True
    """Is it better than a model that knows neutral occupations alone (exact binomial test, 5 %)? Of runs that were
    there already: than an even guess among the labels."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r of measure and rate, with a 95 % interval; `reason` says why where there is none."""

    measure: str
    r: float | None
    low: float | None
    high: float | None
    p: float | None
    reason: str = ""
    verdict: Verdict | None = None
    """Against no correlation, corrected for all that were asked; None until all of them are there."""


@dataclass(frozen=True, slots=True)
class Study:
    points: tuple[Point, ...]
    correlations: tuple[Correlation, ...]
    pairs: Mapping[str, int]
    """Pairs to train on (and how many of them are different), held out, evaluated on."""
    language: str = ""

    def to_record(self) -> dict[str, object]:
        rows = [_record(correlation) for correlation in self.correlations]
        return {**asdict(replace(self, correlations=())), "correlations": rows}


def _record(correlation: Correlation) -> dict[str, object]:
    numbers = {name: value for name, value in asdict(replace(correlation, verdict=None)).items() if name != "verdict"}
    return {**numbers, "verdict": verdict_record(correlation.verdict)} if correlation.verdict else numbers


def correlations(points: Iterable[Point]) -> list[Correlation]:
    """One for each measure."""
    by_measure: dict[str, list[Point]] = {}
    for point in points:
        by_measure.setdefault(point.measure, []).append(point)
    return [_correlate(measure, some) for measure, some in by_measure.items()]


def _correlate(measure: str, points: Sequence[Point]) -> Correlation:
    if reason := _reason_not_learnt(points):
        return Correlation(measure, None, None, None, None, reason)
    pairs = [(point.rate, point.value) for point in points if point.value is not None]
    if len(pairs) < 3:
        return Correlation(measure, None, None, None, None, f"defined at {len(pairs)} rates only")
    rates, values = (np.asarray(column, dtype=float) for column in zip(*pairs, strict=True))
    if np.ptp(values) < CONSTANT:
        return Correlation(measure, None, None, None, None, f"does not change: {values[0]:.3f} at every rate")
    pearson = pearsonr(rates, values)
    low, high = _interval(pearson) if len(pairs) > 3 else (-1.0, 1.0)
    return Correlation(measure, float(pearson.statistic), low, high, float(pearson.pvalue))


def _interval(pearson: Any) -> tuple[float, float]:
    """Fisher's, 95 %; it says nothing of three rates."""
    interval = pearson.confidence_interval(0.95)
    return float(interval.low), float(interval.high)


def _reason_not_learnt(points: Sequence[Point]) -> str:
    """A model that does not know what it was taught says nothing about a measure."""
    idle = [point for point in points if not point.learnt]
    if not idle:
        return ""
    words = ", ".join(f"{point.rate:g} ({point.accuracy or 0:.0f} %)" for point in idle)
    return (
        f"the models at these rates have not learnt their task: {words}. Knowing the neutral occupations alone gives "
        "67 %. Train longer (--epochs, --pairs), on the words alone, too (--bare), or at another --rate"
    )


def has_learnt(accuracy: float, held_out: int, *, chance: float = CHANCE) -> bool:
    """Is an accuracy in per cent of so many pairs better than an even guess, or another chance?"""
    return better_than_chance(round(accuracy / 100 * held_out), held_out, chance) < RARE
