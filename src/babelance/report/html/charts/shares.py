"""Shares that add up to one (labels of a classifier, pronouns of translations) as stacked bars, one row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from babelance.report.html.charts.axis import Axis, plot
from babelance.report.html.charts.rows import Row, chart, legend, sample
from babelance.report.html.elements import Content, join, tag

HEIGHT = 24
KINDS = 6


def stacked_bars(
    rows: Mapping[str, Mapping[str, float]],
    parts: Sequence[str],
    *,
    caption: str,
    label: str,
    names: Mapping[str, Content] | None = None,
    marked: Mapping[str, Sequence[str]] | None = None,
    mark: str = "",
) -> Markup:
    """`rows[name][part]` is a share from 0 to 1; `parts` gives the order. `marked[name]` are the parts of a row that
    `mark` is said of: they have a bar below them, so that it can be seen without colour."""
    titles, marked_parts = names or {}, marked or {}
    drawn = [_row(titles.get(name, name), shares, parts, marked_parts.get(name, ())) for name, shares in rows.items()]
    body = chart(drawn, Axis(0, 1), caption=caption, labels=(label,), numbers=parts)
    keys = [(sample(_patch(number)), part) for number, part in enumerate(parts)]
    keys += [(sample(tag("rect", x=4, y=5, width=20, height=4, class_="mark-bar")), mark)] if marked_parts else []
    return join([body, legend(keys)])


def _row(name: Content, shares: Mapping[str, float], parts: Sequence[str], marked: Sequence[str]) -> Row:
    marks, start = [], 0.0
    for number, part in enumerate(parts):
        share = shares.get(part, 0.0)
        marks.append(_segment(start, share, number))
        if part in marked:
            extent = {"x": f"{100 * start:.2f}%", "width": f"{100 * share:.2f}%"}
            marks.append(tag("rect", **extent, y=HEIGHT - 3, height=3, class_="mark-bar"))
        start += share
    percentages = tuple(f"{100 * shares.get(part, 0.0):.1f} %" for part in parts)
    spoken = ", ".join(f"{part} {text}" for part, text in zip(parts, percentages, strict=True))
    return Row((name,), plot(marks, height=HEIGHT, label=spoken), percentages)


def _segment(start: float, share: float, number: int) -> Markup:
    position = {"x": f"{100 * start:.2f}%", "width": f"{100 * share:.2f}%"}
    return tag("rect", **position, y=4, height=HEIGHT - 8, class_=f"part-{number % KINDS}")


def _patch(number: int) -> Markup:
    return tag("rect", x=4, y=1, width=20, height=12, class_=f"part-{number % KINDS}")
