"""Shares of the largest few as horizontal bars from zero, one row each."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from babelance.report.html.charts.axis import Axis, plot
from babelance.report.html.charts.rows import Row, chart
from babelance.report.html.elements import Content, tag

HEIGHT = 24


def bars(rows: Sequence[tuple[Content, Content, float]], *, caption: str, labels: tuple[str, str]) -> Markup:
    """(first label, second label, share from 0 to 1), in the order given."""
    axis = Axis(0, max((share for *_, share in rows), default=1.0) * 1.05 or 1.0)
    drawn = [_row(first, second, share, axis) for first, second, share in rows]
    return chart(drawn, axis, caption=caption, labels=labels, numbers=("share",))


def _row(first: Content, second: Content, share: float, axis: Axis) -> Row:
    bar = tag("rect", x=0, width=axis.at(share), y=4, height=HEIGHT - 8, class_="bar")
    return Row((first, second), plot([bar], height=HEIGHT, label=None), (f"{100 * share:.1f} %",))
