"""Dumbbells: the groups of one language on one line, so that what an average hides can be seen.

A mark is filled where a bias is shown. Groups differ by shape, not by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from babelance.report.first_screen import Drawing, Line, Point
from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.rows import Row, chart, legend, sample
from babelance.report.html.elements import language, minus, tag

HEIGHT = 27
SHAPES = (
    "M-5.5 0A5.5 5.5 0 1 0 5.5 0A5.5 5.5 0 1 0-5.5 0Z",
    "M-5-5H5V5H-5Z",
    "M0-6L6 5L-6 5Z",
    "M0-6.5L6.5 0L0 6.5L-6.5 0Z",
    "M-6-5L6-5L0 6Z",
    "M-6-2H-2V-6H2V-2H6V2H2V6H-2V2H-6Z",
)


def dumbbells(drawing: Drawing) -> Markup:
    axis = Axis.around([drawing.reference, *(point.value for line in drawing.lines for point in line.points)])
    rows = [_row(line, axis, drawing) for line in drawing.lines]
    drawn = chart(rows, axis, caption=drawing.title, labels=("",), numbers=("",))
    keys = [(sample(_shape(drawing.groups, group, "14", filled=False)), group) for group in drawing.groups if group]
    keys.append((sample(_shape(drawing.groups, drawing.groups[0], "14", filled=True)), "a bias is shown"))
    keys.append((sample(vertical_line("50%", 14, "ideal")), f"without bias {minus(f'{drawing.reference:g}')}"))
    return drawn + legend(keys)


def _row(line: Line, axis: Axis, drawing: Drawing) -> Row:
    places = sorted(point.value for point in line.points)
    bar = tag("line", x1=axis.at(places[0]), x2=axis.at(places[-1]), y1=HEIGHT / 2, y2=HEIGHT / 2, class_="between")
    marks = [_mark(point, axis, drawing.groups) for point in line.points]
    spoken = "; ".join(point.words for point in line.points)
    drawn = plot([vertical_line(axis.at(drawing.reference), HEIGHT, "ideal"), bar, *marks], height=HEIGHT, label=spoken)
    return Row((language(line.language),), drawn, (tag("bdi", minus(line.overall), dir="ltr"),))


def _mark(point: Point, axis: Axis, groups: Sequence[str]) -> Markup:
    shape = tag(
        "path", tag("title", point.words), d=SHAPES[groups.index(point.group) % len(SHAPES)], class_=kind(point, groups)
    )
    return tag("svg", shape, x=axis.at(point.value), y=HEIGHT / 2, overflow="visible")


def _shape(groups: Sequence[str], group: str, x: str, *, filled: bool) -> Markup:
    point = Point(group, 0.0, filled, "")
    path = SHAPES[groups.index(group) % len(SHAPES)]
    return tag("path", d=path, class_=kind(point, groups), transform=f"translate({x} 7)")


def kind(point: Point, groups: Sequence[str]) -> str:
    """The class of a mark: which group, and filled or not."""
    return f"group-{groups.index(point.group) % len(SHAPES)}" + ("" if point.shown else " open")
