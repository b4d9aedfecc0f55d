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
) -> Markup:
    """`rows[name][part]` is a share from 0 to 1; `parts` gives the order."""
    titles = names or {}
    drawn = [_row(titles.get(name, name), shares, parts) for name, shares in rows.items()]
    body = chart(drawn, Axis(0, 1), caption=caption, labels=(label,), numbers=parts)
    return join([body, legend((sample(_patch(number)), part) for number, part in enumerate(parts))])


def _row(name: Content, shares: Mapping[str, float], parts: Sequence[str]) -> Row:
    marks, start = [], 0.0
    for number, part in enumerate(parts):
        share = shares.get(part, 0.0)
        marks.append(_segment(start, share, number))
        start += share
    percentages = tuple(f"{100 * shares.get(part, 0.0):.1f} %" for part in parts)
    spoken = ", ".join(f"{part} {text}" for part, text in zip(parts, percentages, strict=True))
    return Row((name,), plot(marks, height=HEIGHT, label=spoken), percentages)


def _segment(start: float, share: float, number: int) -> Markup:
    position = {"x": f"{100 * start:.2f}%", "width": f"{100 * share:.2f}%"}
    return tag("rect", **position, y=4, height=HEIGHT - 8, class_=f"part-{number % KINDS}")


def _patch(number: int) -> Markup:
    return tag("rect", x=4, y=1, width=20, height=12, class_=f"part-{number % KINDS}")
