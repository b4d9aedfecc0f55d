"""Named values as dots on one axis, sorted, with a reference line at zero."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.rows import Row, chart
from babelance.report.html.elements import Content, minus, tag

HEIGHT = 26


def dots(
    values: Mapping[str, float], *, caption: str, label: str, names: Mapping[str, Content] | None = None
) -> Markup:
    """Largest first. `names` are shown instead of the keys."""
    axis = Axis.around([0.0, *values.values()])
    titles = names or {}
    ordered = sorted(values.items(), key=lambda pair: -pair[1])
    rows = [_row(titles.get(name, name), value, axis) for name, value in ordered]
    return chart(rows, axis, caption=caption, labels=(label,), numbers=("value",))


def _row(name: Content, value: float, axis: Axis) -> Row:
    dot = tag("circle", cx=axis.at(value), cy=HEIGHT / 2, r=4, class_="value")
    shown = minus(f"{value:.3g}")
    return Row((name,), plot([vertical_line(axis.at(0), HEIGHT, "ideal"), dot], height=HEIGHT, label=shown), (shown,))
