"""Distributions side by side: a mirrored histogram with its quartiles and mean, one row each, on one axis."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from babelance.report import numbers
from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.rows import Row, chart, legend, sample
from babelance.report.html.elements import Content, join, minus, tag

HEIGHT, MOST_BINS = 40, 48
Floats = NDArray[np.float64]


def distributions(
    named: Mapping[str, Floats],
    *,
    caption: str,
    label: str,
    boundary: float | None = None,
    names: Mapping[str, Content] | None = None,
) -> Markup:
    """`boundary` is drawn as a dotted line. Values far out are drawn at the edge, and the caption below says so."""
    shown = {name: values for name, values in named.items() if len(values)}
    axis = _axis(list(shown.values()), boundary)
    titles = names or {}
    rows = [_row(titles.get(name, name), values, axis, boundary) for name, values in shown.items()]
    drawn = chart(rows, axis, caption=caption, labels=(label,), numbers=("median", "middle half", "n"))
    return join([drawn, _legend(boundary), _outside(list(shown.values()), axis)])


def _axis(all_values: Sequence[Floats], boundary: float | None) -> Axis:
    pooled = np.concatenate(all_values)
    near = np.quantile(pooled, [0.005, 0.995]).tolist()
    return Axis.around([*near, *([] if boundary is None else [boundary])], margin=0.03)


def _row(name: Content, values: Floats, axis: Axis, boundary: float | None) -> Row:
    lower, median, upper = np.quantile(values, [0.25, 0.5, 0.75])
    marks = _bars(values, axis)
    marks += [] if boundary is None else [vertical_line(axis.at(boundary), HEIGHT, "boundary")]
    marks += _box(values, axis)
    half = f"[{lower:.3g}, {upper:.3g}]"
    spoken = f"median {median:.3g}, middle half {half}, {len(values)} items"
    return Row((name,), plot(marks, height=HEIGHT, label=spoken), (minus(f"{median:.3g}"), minus(half), len(values)))


def _bars(values: Floats, axis: Axis) -> list[Markup]:
    counts, edges = np.histogram(
        np.clip(values, axis.low, axis.high), bins=_bins(len(values)), range=(axis.low, axis.high)
    )
    tall = counts / counts.max() * (HEIGHT - 4)
    return [
        _bar(left, right, height, axis) for left, right, height in zip(edges, edges[1:], tall, strict=False) if height
    ]


def _bins(count: int) -> int:
    """Few bins for few values, so that the outline is not all gaps."""
    return min(MOST_BINS, max(12, round(2 * math.sqrt(count))))


def _bar(left: float, right: float, height: float, axis: Axis) -> Markup:
    width = f"{100 * (axis.share(right) - axis.share(left)):.2f}%"
    return tag(
        "rect", x=axis.at(left), width=width, y=f"{(HEIGHT - height) / 2:.1f}", height=f"{height:.1f}", class_="bar"
    )


def _box(values: Floats, axis: Axis) -> list[Markup]:
    """Whiskers reach the last value within one and a half times the middle half, as in Tukey's box plot."""
    lower, upper = np.quantile(values, [0.25, 0.75])
    reach = 1.5 * (upper - lower)
    inside = values[(values >= lower - reach) & (values <= upper + reach)]
    middle = HEIGHT / 2
    thin = tag("line", x1=axis.at(inside.min()), x2=axis.at(inside.max()), y1=middle, y2=middle, class_="whisker")
    thick = tag("line", x1=axis.at(lower), x2=axis.at(upper), y1=middle, y2=middle, class_="box")
    return [thin, thick, tag("circle", cx=axis.at(values.mean()), cy=middle, r=3.5, class_="mean")]


def _legend(boundary: float | None) -> Markup:
    entries = [
        (sample(tag("rect", x=4, y=1, width=20, height=12, class_="bar")), "share of items"),
        (sample(tag("line", x1=4, x2=24, y1=7, y2=7, class_="box")), "middle half"),
        (sample(tag("circle", cx=14, cy=7, r=3.5, class_="mean")), "mean"),
    ]
    if boundary is not None:
        entries.append((sample(vertical_line("50%", 14, "boundary")), f"boundary {minus(numbers.short(boundary))}"))
    return legend(entries)


def _outside(all_values: Sequence[Floats], axis: Axis) -> Markup | None:
    far = sum(int(((values < axis.low) | (values > axis.high)).sum()) for values in all_values)
    return tag("p", f"Values further out are drawn at the edges ({far}).", class_="quiet") if far else None
