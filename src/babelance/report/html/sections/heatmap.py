"""Languages × measures: how far each result is from its ideal, one table per model and dataset."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.estimate import Result, Undefined
from babelance.report import labels, numbers, reading
from babelance.report.html.charts.heat import Shade, heat, scale_bar
from babelance.report.html.elements import join, language, minus, tag
from babelance.report.html.section import Section
from babelance.report.results import Results, unique

INTRO = (
    "Colour is the signed distance from the ideal in units of the scale (on a square-root ramp), so measures can stand "
    "side by side. Bold and framed: a bias is shown."
)


def render(results: Results) -> Markup:
    shown = results.overall
    tables = [_table(model, data, shown) for model, data in unique((r.about.model, r.about.data) for r in shown)]
    legend = scale_bar("below the ideal", "above the ideal")
    return join([tag("p", INTRO), legend, *tables, _directions(shown)])


def distance(result: Result) -> float | None:
    """Signed distance from the ideal in units of the longer side of the scale; None if the scale has no end."""
    scale = result.about.scale
    reach = max(scale.high - scale.ideal, scale.ideal - scale.low)
    if isinstance(result, Undefined) or not math.isfinite(reach) or reach <= 0:
        return None
    return (result.value - scale.ideal) / reach


def _table(model: str, data: str, shown: Sequence[Result]) -> Markup:
    mine = [result for result in shown if (result.about.model, result.about.data) == (model, data)]
    rows = unique(result.about.language for result in mine)
    columns = unique(labels.measure(result, shown) for result in mine)
    cells = {(result.about.language, labels.measure(result, shown)): shade(result) for result in mine}
    caption = f"{model} on {data}: distance from the ideal"
    names = {code: language(code) for code in rows}
    return tag("figure", tag("h3", f"{model} · {data}"), heat(rows, columns, cells, caption=caption, names=names))


def shade(result: Result) -> Shade:
    if isinstance(result, Undefined):
        return Shade("undefined", None, title=f"undefined: {result.undefined}", missing=True)
    share, scale = distance(result), result.about.scale
    title = f"{numbers.interval(result)}, ideal {numbers.short(scale.ideal)}"
    if share is None:
        return Shade(minus(numbers.value(result)), None, title=f"{title}; this scale has no end, so it has no colour")
    sure = reading.stands_out(result)
    return Shade(minus(numbers.value(result)), share, title=title, sure=sure)


def _directions(shown: Sequence[Result]) -> Markup | None:
    """Above the ideal does not mean the same for every measure, so say it for each."""
    scales = {result.about.measure: result.about.scale for result in shown if result.about.scale.reading}
    entries = [join([tag("dt", name), tag("dd", scale.reading)]) for name, scale in scales.items()]
    return tag("dl", *entries, class_="facts") if entries else None


section = Section("Languages and measures", 30, applies=lambda results: bool(results.overall), render=render)
