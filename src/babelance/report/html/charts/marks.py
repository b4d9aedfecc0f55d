"""A number with its interval on a chart: filled where something is shown, a ring where nothing is, and a cross on a
broken line where nothing can be concluded, so that missing evidence never looks like fairness."""

from __future__ import annotations

from typing import Literal

from markupsafe import Markup

from babelance.report.html.charts.rows import sample
from babelance.report.html.elements import tag

Look = Literal["shown", "open", "none"]

CROSS = "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5"
NO_CONCLUSION = "no conclusion: the model cannot do the task, or evidence is missing"
CLASSES: dict[Look, str] = {"shown": "", "open": " open", "none": " none"}


def value_mark(look: Look, at: str | int, middle: float) -> Markup:
    """The mark of a number."""
    if look != "none":
        return tag("circle", cx=at, cy=middle, r=4.5, class_=f"value{CLASSES[look]}")
    return tag("svg", tag("path", d=CROSS, class_="value none"), x=at, y=middle, overflow="visible", class_="mark")


def interval_line(look: Look, low: str | int, high: str | int, middle: float) -> Markup:
    return tag("line", x1=low, x2=high, y1=middle, y2=middle, class_=f"interval{CLASSES[look]}")


def key(look: Look) -> Markup:
    """The mark as it stands in a legend."""
    return sample(interval_line(look, 2, 26, 7), value_mark(look, 14, 7))
