"""Scores of the same items at all rates of a bias, compared: items are drawn together, so that what the model thinks of
an item cancels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from babelance.core.measure import Measure, Statistic, word_jackknife_of
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.run.plan import Settings
from babelance.stats.compare import Difference, Without, paired_difference
from babelance.stats.estimate import design_of
from babelance.stats.multiple import holm
from babelance.studies.injection.rows import Point


def common_items(runs: Sequence[Scores]) -> list[Scores]:
    """Of every run the items that all runs have scored."""
    known = set.intersection(*({scored.item.id for scored in scores.scored} for scores in runs))
    return [Scores(tuple(scored for scored in scores.scored if scored.item.id in known)) for scores in runs]


@dataclass(frozen=True)
class PairedRates:
    """Scores of the same items at all rates."""

    measure: Measure
    runs: Sequence[Scores]
    settings: Settings

    def change(self, run: int, zero: int) -> Difference | None:
        """None for the model as it is."""
        return None if run == zero else self._contrast({run: 1.0, zero: -1.0})

    def slope(self, rates: Sequence[float], points: Sequence[Point]) -> Difference | None:
        """By least squares: a sum of the scores with fixed weights, so that one bootstrap is enough. Where no draw
        differs (all pairs on one side), the ends come from the intervals of the points, each at its worst."""
        centred = np.asarray(rates) - np.mean(rates)
        weights = centred / (centred**2).sum()
        slope = self._contrast(dict(enumerate(weights.tolist())))
        if slope is None or slope.low < slope.high:
            return slope
        pairs = zip(weights, points, strict=True)
        worst = [(point.low, point.high) if weight > 0 else (point.high, point.low) for weight, point in pairs]
        low, high = weights @ np.asarray(worst)
        return replace(slope, low=float(low), high=float(high))

    def _contrast(self, weights: Mapping[int, float]) -> Difference | None:
        sides = [{run: abs(weight) for run, weight in weights.items() if sign * weight > 0} for sign in (1, -1)]
        difference = paired_difference(
            self._sum(sides[0]),
            self._sum(sides[1]),
            design_of(self.measure, self.runs[0]),
            rng=np.random.default_rng(self.settings.seed),
            level=self.settings.level,
            count=self.settings.draws,
            without=(self._jackknife(sides[0]), self._jackknife(sides[1])),
        )
        return None if isinstance(difference, Reason) else difference

    def _sum(self, weights: Mapping[int, float]) -> Statistic:
        parts = [(weight, self.measure.statistic(self.runs[run])) for run, weight in weights.items()]
        return lambda sample: np.asarray(sum(weight * statistic(sample) for weight, statistic in parts))

    def _jackknife(self, weights: Mapping[int, float]) -> Without:
        tables = [(weight, word_jackknife_of(self.measure, self.runs[run])) for run, weight in weights.items()]
        groups = min((len(table) for _, table in tables), default=0)
        return [np.asarray(sum(weight * table[group] for weight, table in tables)) for group in range(groups)]


def with_changes(points: Sequence[Point], changes: Sequence[Difference | None]) -> list[Point]:
    """Each point with its difference from the model as it is, and Holm's p over the rates."""
    adjusted = holm([None if change is None else change.p for change in changes])
    return [
        point
        if change is None
        else replace(point, change=change.value, change_low=change.low, change_high=change.high, p=p)
        for point, change, p in zip(points, changes, adjusted, strict=True)
    ]


def smallest_rate(points: Sequence[Point], expects: str, way: int, settings: Settings) -> float | None:
    """The smallest rate from which on every change is shown and goes where it must."""
    up = expects.startswith("up") == (way > 0 or "both" in expects)
    smallest = None
    for point in sorted((point for point in points if point.rate * way > 0), key=lambda point: -abs(point.rate)):
        shown = point.p is not None and point.p < 1 - settings.level
        if not shown or (point.change or 0.0) * (1 if up else -1) <= 0:
            break
        smallest = abs(point.rate)
    return smallest
