"""Dumbbells: the groups of one language on one line, so that what an average hides can be seen.

A mark is filled where a bias is shown. Groups differ by shape, not by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from babelance.report.drawing import Drawing, Line, Point
from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.marks import CROSS, NO_CONCLUSION
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

WHOLE = "M-2.5-8H2.5V8H-2.5Z"
"""A narrow upright box: all items, between the groups that they fall into."""


def dumbbells(drawing: Drawing) -> Markup:
    axis = Axis.around(drawing.places())
    rows = [_row(line, axis, drawing) for line in drawing.lines]
    drawn = chart(rows, axis, caption=drawing.title, labels=("",), numbers=("",))
    keys = [(sample(_shape(drawing.groups, group, "14", filled=False)), group) for group in drawing.groups if group]
    if any(line.whole for line in drawing.lines):
        keys.append(
            (sample(tag("path", d=WHOLE, class_="whole open", transform="translate(14 7) scale(.7)")), "all items")
        )
    elif drawing.groups == ("",):
        keys.append((sample(tag("line", x1=2, x2=26, y1=7, y2=7, class_="between")), "interval"))
    keys.append((sample(_shape(drawing.groups, drawing.groups[0], "14", filled=True)), "a bias is shown"))
    if drawing.inconclusive:
        keys.append((sample(tag("path", d=CROSS, class_="whole none", transform="translate(14 7)")), NO_CONCLUSION))
    keys.append((sample(vertical_line("50%", 14, "ideal")), f"without bias {minus(f'{drawing.reference:g}')}"))
    return drawn + legend(keys)


def _row(line: Line, axis: Axis, drawing: Drawing) -> Row:
    low, high = line.bar
    bar = tag("line", x1=axis.at(low), x2=axis.at(high), y1=HEIGHT / 2, y2=HEIGHT / 2, class_="between")
    marks = [_mark(point, axis, drawing.groups) for point in line.marks]
    spoken = "; ".join(point.words for point in line.marks)
    drawn = plot([vertical_line(axis.at(drawing.reference), HEIGHT, "ideal"), bar, *marks], height=HEIGHT, label=spoken)
    return Row((line.label or language(line.language),), drawn, (tag("bdi", minus(line.overall), dir="ltr"),))


def _mark(point: Point, axis: Axis, groups: Sequence[str]) -> Markup:
    shape = tag("path", tag("title", point.words), d=path_of(point, groups), class_=kind(point, groups))
    return tag("svg", shape, x=axis.at(point.value), y=HEIGHT / 2, overflow="visible")


def _shape(groups: Sequence[str], group: str, x: str, *, filled: bool) -> Markup:
    point = Point(group, 0.0, filled, "")
    return tag("path", d=path_of(point, groups), class_=kind(point, groups), transform=f"translate({x} 7)")


def path_of(point: Point, groups: Sequence[str]) -> str:
    """The shape of a group, or of all items; a cross where nothing can be concluded."""
    if point.inconclusive:
        return CROSS
    return SHAPES[groups.index(point.group) % len(SHAPES)] if point.group in groups else WHOLE


def kind(point: Point, groups: Sequence[str]) -> str:
    """The class of a mark: which group, and filled or not."""
    shape = f"group-{groups.index(point.group) % len(SHAPES)}" if point.group in groups else "whole"
    return shape + (" none" if point.inconclusive else "" if point.shown else " open")
