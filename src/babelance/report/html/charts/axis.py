"""A horizontal axis: where a value stands, and the round numbers to label."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from babelance.report.html.elements import minus, tag


@dataclass(frozen=True)
class Axis:
    low: float
    high: float
    whole: bool = False
    """Of whole numbers, such as ranks: there is no mark between two of them."""

    @classmethod
    def around(cls, values: Iterable[float], *, margin: float = 0.06, whole: bool = False) -> Axis:
        """An axis on which all finite values fit with room to spare."""
        finite = [value for value in values if math.isfinite(value)] or [0.0]
        low, high = min(finite), max(finite)
        room = margin * (high - low) or abs(low) * margin or 1.0
        return cls(low - room, high + room, whole)

    def share(self, value: float) -> float:
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def at(self, value: float) -> str:
        return f"{100 * self.share(value):.2f}%"

    def ticks(self, about: int = 5) -> list[float]:
        step = max(_round_step((self.high - self.low) / about), 1.0 if self.whole else 0.0)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [number * step for number in range(first, last + 1)]

    def drawing(self) -> Markup:
        """The axis itself, for the foot of a chart. Narrow screens leave out the labels of every second tick."""
        return plot(
            [self._tick(value, minor=bool(number % 2)) for number, value in enumerate(self.ticks())],
            height=22,
            label=None,
        )

    def _tick(self, value: float, *, minor: bool) -> Markup:
        at = self.at(value)
        text = tag(
            "text", minus(f"{value:.6g}"), x=at, y=18, text_anchor="middle", class_="tick minor" if minor else "tick"
        )
        return tag("line", x1=at, x2=at, y1=0, y2=5, class_="axis") + text


def plot(marks: Iterable[Markup], *, height: int, label: str | None) -> Markup:
    """A drawing as wide as its table cell. Without a label it is decoration: the numbers stand beside it."""
    spoken = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return tag("svg", *marks, class_="plot", width="100%", height=height, **spoken)


def vertical_line(at: str, height: int, kind: str) -> Markup:
    """A reference line through the whole row; rows touch, so it runs through the whole chart."""
    return tag("line", x1=at, x2=at, y1=0, y2=height, class_=kind)


def _round_step(rough: float) -> float:
    magnitude = 10.0 ** math.floor(math.log10(rough))
    return next(factor * magnitude for factor in (1, 2, 5, 10) if factor * magnitude >= rough * 0.999)
