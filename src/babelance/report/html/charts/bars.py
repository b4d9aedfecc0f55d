"""Shares of the largest few as horizontal bars from zero, one row each."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.rows import Row, chart
from babelance.report.html.elements import Content, tag

HEIGHT = 24


def bars(
    rows: Sequence[tuple[Content, Content, float]],
    *,
    caption: str,
    labels: tuple[str, str],
    top: float | None = None,
    even: float | None = None,
) -> Markup:
    """(first label, second label, share from 0 to 1), in the order given. `top` is where the axis ends, so that charts
    can share one; `even` is what each would have if all had the same."""
    axis = Axis(0, (top or max((share for *_, share in rows), default=1.0)) * 1.05 or 1.0)
    drawn = [_row(first, second, share, axis, even) for first, second, share in rows]
    return chart(drawn, axis, caption=caption, labels=labels, numbers=("share",))


def _row(first: Content, second: Content, share: float, axis: Axis, even: float | None) -> Row:
    marks = [tag("rect", x=0, width=axis.at(share), y=4, height=HEIGHT - 8, class_="bar")]
    marks += [] if even is None else [vertical_line(axis.at(even), HEIGHT, "chance")]
    return Row((first, second), plot(marks, height=HEIGHT, label=None), (f"{100 * share:.1f} %",))
