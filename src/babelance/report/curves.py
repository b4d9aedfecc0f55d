"""A page with one figure: scores over a controlled rate, one line per measure with its intervals, and the correlations.

The figure is drawn as in figure 4 of the NLI-CoAL paper. The page asks nothing of the network and runs no script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from babelance.report.html.charts.axis import Axis
from babelance.report.html.elements import cell, minus, table, tag

WIDTH, HEIGHT = 640, 400
LEFT, TOP, RIGHT, BOTTOM = 60, 36, 620, 350
DASHES = ("none", "7 4", "2 3", "10 3 2 3")
STYLE = """
:root { color-scheme: light dark; --ink: #1d2126; --quiet: #5f6670; --rule: #d9d8d1; --paper: #fdfdfb;
  --line-0: #1f5f9e; --line-1: #b85f10; --line-2: #3d7a45; --line-3: #7d4f86; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e3de; --quiet: #a0a5ab; --rule: #353a41; --paper: #15181c;
  --line-0: #7db4ea; --line-1: #e9a25e; --line-2: #86c48d; --line-3: #c39bcb; } }
body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); }
svg { width: 100%; height: auto; } svg text { font-size: 13px; fill: var(--quiet); }
svg .grid { stroke: var(--rule); } table { border-collapse: collapse; }
th, td { padding: .25rem .8rem; border-bottom: 1px solid var(--rule); text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } .unseen { text-align: left; padding: .5rem 0; }
.line-0 { --c: var(--line-0); } .line-1 { --c: var(--line-1); } .line-2 { --c: var(--line-2); }
.line-3 { --c: var(--line-3); } svg .curve { fill: none; stroke: var(--c); stroke-width: 2; }
svg .dot { fill: var(--c); } svg .whisker { stroke: var(--c); opacity: .45; } svg .name { fill: var(--c); }
"""


def page(records: Mapping[str, Mapping[str, Any]], *, title: str) -> str:
    """One figure per language. A record has `points` (rate, measure, value, low, high, accuracy) and `correlations`, as
    `bias-control.json`."""
    body = [
        tag("h1", title),
        tag("p", "Each point is a model trained on data of that rate; whiskers are 95 % intervals over occupations."),
        *(part for language, record in records.items() for part in _language(language, record)),
    ]
    head = [Markup('<meta charset="utf-8">'), tag("title", title), tag("style", Markup(STYLE))]
    return Markup("<!doctype html>\n") + tag("html", tag("head", *head), tag("body", *body), lang="en")


def _language(language: str, record: Mapping[str, Any]) -> list[Markup]:
    points = list(record["points"])
    return [
        tag("h2", language),
        figure(points),
        tag("h3", "Correlation with the rate"),
        _correlations(record["correlations"]),
        tag("h3", "Scores"),
        _scores(points),
    ]


def figure(points: Sequence[Mapping[str, Any]]) -> Markup:
    """The lines as a drawing."""
    across = Axis.around([point["rate"] for point in points], margin=0.03)
    up = Axis(0, max([1.0, *(point["value"] or 0.0 for point in points)]))
    names = list(dict.fromkeys(point["measure"] for point in points))
    curves = [
        _curve(number, name, [point for point in points if point["measure"] == name and point["value"] is not None],
               across, up)
        for number, name in enumerate(names)
    ]  # fmt: skip
    said = "Score of each measure over the rate of bias; the numbers are in the table below."
    marks = [*_grid(across, up), *curves]
    return tag("svg", *marks, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=said)


def _curve(number: int, name: str, points: Sequence[Mapping[str, Any]], across: Axis, up: Axis) -> Markup:
    places = [(_x(across, point["rate"]), _y(up, point["value"])) for point in points]
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in places) if places else "M0 0"
    parts = [tag("path", d=path, class_="curve", stroke_dasharray=DASHES[number % len(DASHES)])]
    parts += [_whisker(point, across, up) for point in points if point["low"] is not None]
    parts += [tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3.5, class_="dot") for x, y in places]
    if places:
        # Names stand at different points of their lines, since lines may meet at the ends.
        x, y = places[min(1 + number, len(places) - 1)]
        parts.append(tag("text", name, x=x - 8, y=y - 10, text_anchor="end", class_="name"))
    return tag("g", *parts, class_=f"line-{number % len(DASHES)}")


def _whisker(point: Mapping[str, Any], across: Axis, up: Axis) -> Markup:
    x = f"{_x(across, point['rate']):.1f}"
    return tag(
        "line", x1=x, x2=x, y1=f"{_y(up, point['low']):.1f}", y2=f"{_y(up, point['high']):.1f}", class_="whisker"
    )


def _grid(across: Axis, up: Axis) -> Iterable[Markup]:
    for value in up.ticks():
        y = f"{_y(up, value):.1f}"
        yield tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid")
        yield tag("text", f"{value:.6g}", x=LEFT - 8, y=y, text_anchor="end", dominant_baseline="middle")
    for value in (tick for tick in across.ticks(10) if -1e-9 <= tick <= 1 + 1e-9):
        yield tag("text", f"{value:.6g}", x=f"{_x(across, value):.1f}", y=BOTTOM + 20, text_anchor="middle")
    yield tag("text", "bias rate of the training data", x=(LEFT + RIGHT) / 2, y=HEIGHT - 6, text_anchor="middle")
    yield tag("text", "score", x=LEFT, y=TOP - 18, text_anchor="end")


def _x(across: Axis, value: float) -> float:
    return LEFT + across.share(value) * (RIGHT - LEFT)


def _y(up: Axis, value: float) -> float:
    return BOTTOM - up.share(value) * (BOTTOM - TOP)


def _correlations(rows: Iterable[Mapping[str, Any]]) -> Markup:
    cells = [
        [cell(row["measure"]), *(_number(row[name], 4) for name in ("r", "low", "high")), cell(row["reason"] or "")]
        for row in rows
    ]
    return table(["Measure", "Pearson's r", "Low", "High", ""], cells, caption="Correlations")


def _scores(points: Iterable[Mapping[str, Any]]) -> Markup:
    cells = [
        [_number(point["rate"], 1), cell(point["measure"]),
         *(_number(point[name], 3) for name in ("value", "low", "high")), _number(point["accuracy"], 1)]
        for point in points
    ]  # fmt: skip
    headers = ["Rate", "Measure", "Value", "Low", "High", "Learnt (%)"]
    return table(headers, cells, caption="Scores of all models")


def _number(value: float | None, digits: int) -> Markup:
    return cell("–" if value is None else minus(f"{value:.{digits}f}"), kind="number")
