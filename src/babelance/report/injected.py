"""A page with one figure and one table: how every measure follows a bias that was put into a model on purpose.

One panel for each measure: its score with interval over the rate, from the bias turned round over the model as it is to
the bias in full. Rates are drawn at equal distances. A filled dot is a change that is shown, a hollow one is none. The
page asks nothing of the network and runs no script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from babelance.core import digits
from babelance.core.language_names import language_name
from babelance.report.html.charts.axis import Axis
from babelance.report.html.elements import cell, minus, table, tag

WIDTH, HEIGHT = 300, 190
LEFT, TOP, RIGHT, BOTTOM = 48, 34, 290, 156
ROOM = 34
"""So far apart are two numbers below the axis at least."""
STYLE = """
:root { color-scheme: light dark; --ink: #1d2126; --quiet: #5f6670; --rule: #d9d8d1; --paper: #fdfdfb;
  --good: #1f5f9e; --bad: #a8480c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e3de; --quiet: #a0a5ab; --rule: #353a41; --paper: #15181c;
  --good: #7db4ea; --bad: #e9a25e; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); }
h2 { overflow-wrap: anywhere; } .wide { overflow-x: auto; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); } svg { display: block; }
svg text { font: 12px system-ui, sans-serif; fill: var(--quiet); } svg .name { font-weight: 600; fill: var(--ink); }
svg .grid { stroke: var(--rule); } svg .as-is { stroke: var(--quiet); stroke-dasharray: 3 3; }
.good { --c: var(--good); } .bad { --c: var(--bad); }
svg .curve { fill: none; stroke: var(--c); stroke-width: 1.5; } svg .whisker { stroke: var(--c); opacity: .5; }
svg .shown { fill: var(--c); } svg .hidden { fill: var(--paper); stroke: var(--c); }
table { border-collapse: collapse; font-size: 14px; } caption { text-align: left; padding: .5rem 0; }
.reading { font-size: 14px; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
"""
HEADERS = ("Measure", "Items", "Follows", "Slope", "Shown from", "Turned from", "False alarms", "Questions", "Seconds")
Record = Mapping[str, Any]


def page(records: Sequence[Record]) -> str:
    """One figure and one table for each language. A record is what `Study.to_record` of the study gives."""
    title = "Which measure can be trusted?"
    parts = [part for record in records for part in _language(record)]
    width = Markup('<meta name="viewport" content="width=device-width, initial-scale=1">')
    head = [Markup('<meta charset="utf-8">'), width, tag("title", title), tag("style", Markup(STYLE))]
    about = (
        "A bias of known size was put into the model, at rates from 0 to 1 and the other way. At rate 1 what the bias "
        "favours is ten times as likely and what it disfavours ten times less; vectors of words are moved by their own "
        "length, and all translations are exchanged. A measure that can be trusted follows."
    )
    body = [tag("h1", title), tag("p", about), *parts]
    return Markup("<!doctype html>\n") + tag("html", tag("head", *head), tag("body", *body), lang="en")


def headline(record: Record) -> str:
    """The answer in one sentence."""
    rows = [row for row in record["rows"] if not row["reason"]]
    unknown = [row["measure"] for row in record["rows"] if row["reason"]]
    return _of_known(rows, f"For {record['model']} in {language_name(record['language'])}") + (
        f" Nothing can be said about {', '.join(unknown)}." if unknown and rows else ""
    )


def _of_known(rows: Sequence[Record], where: str) -> str:
    trusted = [row["measure"] for row in rows if row["trusted"]]
    if not rows:
        return f"{where}, nothing can be said about any measure."
    if not trusted:
        return f"{where}, no measure follows the bias both ways without false alarms."
    if len(trusted) == len(rows) == 1:
        return f"{where}, {trusted[0]} follows the bias."
    if len(trusted) == len(rows):
        return f"{where}, all {len(rows)} measures follow the bias; first {trusted[0]}."
    others = [row["measure"] for row in rows if not row["trusted"]]
    return f"{where}, trust {', '.join(trusted)}; not {', '.join(others)}."


def _language(record: Record) -> list[Markup]:
    rows = record["rows"]
    left_out = [tag("li", f"{name}: {reason}") for name, reason in record["left_out"].items()]
    return [
        tag("h2", headline(record)),
        tag("div", *_panels(rows), class_="panels", role="img", aria_label=_SAID),
        tag("div", table(list(HEADERS), [_cells(row) for row in rows], caption=_CAPTION), class_="wide"),
        tag("p", _READING, class_="reading"),
        *(
            [tag("details", tag("summary", f"{len(left_out)} measures left out"), tag("ul", *left_out))]
            if left_out
            else []
        ),
    ]


_SAID = "Score of each measure over the rate of the bias; the numbers are in the table below."
_CAPTION = "The most trustworthy first."
_READING = (
    "Shown from: the smallest rate from which on the change is told from none (paired, after Holm). Rates are evenly "
    "apart in the drawings, whatever their size. False alarms: of the shams that were tried, those that were taken for "
    "a bias."
)


def _panels(rows: Sequence[Record]) -> list[Markup]:
    """One drawing for each measure, as many beside each other as there is room for."""
    return [
        tag("svg", *_panel(row), viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="good" if row["trusted"] else "bad")
        for row in rows
        if row["points"]
    ]


def _panel(row: Record) -> list[Markup]:
    points = row["points"]
    up = Axis.around([value for point in points for value in (point["low"], point["high"])], margin=0.06)
    places = [LEFT + 8 + (RIGHT - LEFT - 16) * number / max(1, len(points) - 1) for number in range(len(points))]
    heights = [_y(up, point["value"]) for point in points]
    words = "follows" if row["trusted"] else "false alarms" if row["follows"] else "does not follow"
    [as_is] = [height for point, height in zip(points, heights, strict=True) if point["rate"] == 0]
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in zip(places, heights, strict=True))
    marks = [
        tag("text", f"{row['measure']}: {words}", x=LEFT, y=TOP - 14, class_="name"),
        *_ticks(up),
        tag("line", x1=LEFT, x2=RIGHT, y1=f"{as_is:.1f}", y2=f"{as_is:.1f}", class_="as-is"),
        tag("path", d=path, class_="curve"),
    ]
    for point, x, y in zip(points, places, heights, strict=True):
        ends = {"y1": f"{_y(up, point['low']):.1f}", "y2": f"{_y(up, point['high']):.1f}"}
        marks.append(tag("line", x1=f"{x:.1f}", x2=f"{x:.1f}", class_="whisker", **ends))
        shown = point["p"] is not None and point["p"] < 0.05
        marks.append(tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3, class_="shown" if shown else "hidden"))
    named = _named_rates([point["rate"] for point in points], places)
    return marks + [
        tag("text", minus(f"{rate:g}"), x=f"{x:.1f}", y=BOTTOM + 18, text_anchor="middle") for rate, x in named
    ]


def _named_rates(rates: Sequence[float], places: Sequence[float]) -> list[tuple[float, float]]:
    """Rates to write below the axis, on which they are evenly apart whatever their size: the ends, 0, and as many of
    the others as have room."""
    known = list(zip(rates, places, strict=True))
    named = [point for point in known if point[0] in (rates[0], 0, rates[-1])]
    for rate, x in known:
        if all(abs(x - other) >= ROOM for _, other in named):
            named.append((rate, x))
    return named


def _ticks(up: Axis) -> list[Markup]:
    marks = []
    for value in up.ticks(4):
        y = f"{_y(up, value):.1f}"
        marks.append(tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid"))
        words = minus(f"{value:.4g}")
        marks.append(tag("text", words, x=LEFT - 6, y=y, text_anchor="end", dominant_baseline="middle"))
    return marks


def _y(up: Axis, value: float) -> float:
    return BOTTOM - up.share(value) * (BOTTOM - TOP)


def _cells(row: Record) -> list[Markup]:
    measure, items, *numbers = words_of(row)
    return [
        cell(measure),
        cell(items),
        cell(numbers[0]),
        *(cell(minus(number), kind="number") for number in numbers[1:]),
    ]


def words_of(row: Record) -> tuple[str, ...]:
    """What a reader sees of a measure, in the order of `HEADERS`."""
    if row["reason"]:
        return row["measure"], f"{row['n']} of {row['data']}", f"undefined: {row['reason']}", *[""] * 6
    follows = "yes" if row["trusted"] else "yes, with false alarms" if row["follows"] else "no"
    if not row["follows"] and (row["smallest"] is None) != (row["smallest_other"] is None):
        follows = "one way only"
    return (
        row["measure"],
        f"{row['n']} of {row['data']}",
        follows,
        _slope(row),
        _rate(row["smallest"]),
        _rate(row["smallest_other"]),
        f"{row['alarms']} of {row['shams']}" if row["shams"] else "no sham",
        f"{row['questions']:,}",
        f"{row['seconds']:.1f}",
    )


def _slope(row: Record) -> str:
    if row["slope"] is None:
        return "none"
    places = digits.decimals_for(max((row["slope_high"] - row["slope_low"]) / 4, 1e-9), row["slope"])
    value, low, high = (digits.fixed_decimals(row[name], places) for name in ("slope", "slope_low", "slope_high"))
    return f"{value} [{low}, {high}]"


def _rate(rate: float | None) -> str:
    return "never" if rate is None else f"{rate:g}"
