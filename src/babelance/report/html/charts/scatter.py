"""Values against values with the intervals of both: what a mitigation gains, and what it costs.

Names stand in a column at the right, each tied to its point by a line, so that they never lie on each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from babelance.core.sheet import Point, Scatter
from babelance.report.html.charts.axis import Axis
from babelance.report.html.elements import minus, tag

WIDTH, HEIGHT = 760, 360
LEFT, TOP, RIGHT, BOTTOM = 70, 34, 520, 300
NAMES, LINE = 560, 18
"""Where names begin, and how far they are apart at least."""


def scatter(one: Scatter) -> Markup:
    across = Axis.around([number for point in one.points for number in point.x])
    up = Axis.around([number for point in one.points for number in point.y])
    said = f"{one.title}. {one.x}: {one.better_x}. {one.y}: {one.better_y}."
    marks = [*_frame(one, across, up), *(mark for point in one.points for mark in _point(point, across, up))]
    marks += _names(one, across, up)
    drawing = tag("svg", *marks, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=said, class_="trade-off")
    note = f"Filled: no other one is better in both. {one.x}: {one.better_x}. {one.y}: {one.better_y}."
    return tag("figure", tag("h3", one.title), tag("p", note, class_="quiet"), drawing)


def _frame(one: Scatter, across: Axis, up: Axis) -> Iterable[Markup]:
    for value in up.ticks():
        y = f"{_y(up, value):.1f}"
        yield tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid")
        yield _text(minus(f"{value:.6g}"), LEFT - 8, y, "end")
    for value in across.ticks():
        yield _text(minus(f"{value:.6g}"), f"{_x(across, value):.1f}", BOTTOM + 18, "middle")
    yield _text(f"{one.x} ({one.better_x})", (LEFT + RIGHT) / 2, BOTTOM + 42, "middle")
    yield _text(f"{one.y} ({one.better_y})", LEFT, TOP - 16, "start")


def _point(point: Point, across: Axis, up: Axis) -> Iterable[Markup]:
    x, y = _x(across, point.x[0]), _y(up, point.y[0])
    kind = "interval" if point.best else "interval open"
    yield tag("line", x1=_x(across, point.x[1]), x2=_x(across, point.x[2]), y1=y, y2=y, class_=kind)
    yield tag("line", x1=x, x2=x, y1=_y(up, point.y[1]), y2=_y(up, point.y[2]), class_=kind)
    yield tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=5, class_=kind.replace("interval", "value"))


def _names(one: Scatter, across: Axis, up: Axis) -> list[Markup]:
    """From top to bottom, pushed apart where points are close."""
    marks, free = [], float(TOP)
    for point in sorted(one.points, key=lambda point: _y(up, point.y[0])):
        x, y = _x(across, point.x[0]), _y(up, point.y[0])
        at = max(free, y)
        free = at + LINE
        marks += [
            tag("line", x1=f"{x + 7:.1f}", y1=f"{y:.1f}", x2=NAMES - 6, y2=f"{at:.1f}", class_="leader"),
            _text(point.label, NAMES, f"{at:.1f}", "start"),
        ]
    return marks


def _text(words: str, x: float | str, y: float | str, anchor: str) -> Markup:
    return tag("text", words, x=x, y=y, text_anchor=anchor, dominant_baseline="middle")


def _x(across: Axis, value: float) -> float:
    return LEFT + across.share(value) * (RIGHT - LEFT)


def _y(up: Axis, value: float) -> float:
    return BOTTOM - up.share(value) * (BOTTOM - TOP)
