"""Values against values with the intervals of both: what a mitigation gains, and what it costs.

Names stand in a column at the right, each tied to its point by a line, so that they never lie on each other. Many
names make the drawing higher; long ones lose their middle, and are told in full beside the pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from babelance.core.sheet import Point, Scatter
from babelance.report.html.charts.axis import Axis
from babelance.report.html.elements import minus, tag

WIDTH, FEET = 760, 60
"""`FEET`: room for the axis below."""
LEFT, TOP, RIGHT, LEAST = 70, 34, 520, 300
"""`LEAST`: where the drawing ends if there are few names."""
NAMES, LINE, LONGEST = 560, 18, 27
"""Where names begin, how far they are apart at least, and their letters that have room."""
BESIDE = {"text_anchor": "start", "dominant_baseline": "middle"}


def scatter(chart: Scatter) -> Markup:
    area = _Area(
        Axis.around([number for point in chart.points for number in point.x]),
        Axis.around([number for point in chart.points for number in point.y]),
        bottom=max(LEAST, TOP + LINE * (len(chart.points) - 1)),
    )
    said = f"{chart.title}. {chart.x}: {chart.better_x}. {chart.y}: {chart.better_y}."
    marks = [*_frame(chart, area), *(mark for point in chart.points for mark in _point(point, area))]
    marks += _names(chart, area)
    size = f"0 0 {WIDTH} {area.bottom + FEET}"
    drawing = tag("svg", *marks, viewBox=size, role="img", aria_label=said, class_="trade-off")
    note = f"Filled: no other one is better in both. {chart.x}: {chart.better_x}. {chart.y}: {chart.better_y}."
    return tag("figure", tag("h3", chart.title), tag("p", note, class_="quiet"), drawing)


@dataclass(frozen=True, slots=True)
class _Area:
    """Where numbers are on the drawing."""

    across: Axis
    up: Axis
    bottom: int

    def x(self, value: float) -> float:
        return LEFT + self.across.share(value) * (RIGHT - LEFT)

    def y(self, value: float) -> float:
        return self.bottom - self.up.share(value) * (self.bottom - TOP)


def _frame(chart: Scatter, area: _Area) -> Iterable[Markup]:
    for value in area.up.ticks():
        y = f"{area.y(value):.1f}"
        yield tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid")
        yield _text(minus(f"{value:.6g}"), LEFT - 8, y, "end")
    for value in area.across.ticks():
        yield _text(minus(f"{value:.6g}"), f"{area.x(value):.1f}", area.bottom + 18, "middle")
    yield _text(f"{chart.x} ({chart.better_x})", (LEFT + RIGHT) / 2, area.bottom + 42, "middle")
    yield _text(f"{chart.y} ({chart.better_y})", LEFT, TOP - 16, "start")


def _point(point: Point, area: _Area) -> Iterable[Markup]:
    x, y = area.x(point.x[0]), area.y(point.y[0])
    kind = "interval" if point.best else "interval open"
    yield tag("line", x1=area.x(point.x[1]), x2=area.x(point.x[2]), y1=y, y2=y, class_=kind)
    yield tag("line", x1=x, x2=x, y1=area.y(point.y[1]), y2=area.y(point.y[2]), class_=kind)
    yield tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=5, class_=kind.replace("interval", "value"))


def _names(chart: Scatter, area: _Area) -> list[Markup]:
    points = sorted(chart.points, key=lambda point: area.y(point.y[0]))
    heights = _apart([area.y(point.y[0]) for point in points], area.bottom)
    marks = []
    for point, at in zip(points, heights, strict=True):
        x, y = area.x(point.x[0]), area.y(point.y[0])
        name = tag("text", tag("title", point.label), _cut(point.label), x=NAMES, y=f"{at:.1f}", **BESIDE)
        leader = tag("line", x1=f"{x + 7:.1f}", y1=f"{y:.1f}", x2=NAMES - 6, y2=f"{at:.1f}", class_="leader")
        marks += [leader, name]
    return marks


def _apart(heights: Sequence[float], bottom: float) -> list[float]:
    """Pushed down where two are close, then back up where the last ones would fall off the drawing."""
    free, placed = float(TOP), []
    for height in heights:
        placed.append(max(free, height))
        free = placed[-1] + LINE
    free = float(bottom)
    for number in reversed(range(len(placed))):
        placed[number] = min(free, placed[number])
        free = placed[number] - LINE
    return placed


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2]}…{name[-(LONGEST // 2) :]}"


def _text(words: str, x: float | str, y: float | str, anchor: str) -> Markup:
    return tag("text", words, x=x, y=y, text_anchor=anchor, dominant_baseline="middle")
