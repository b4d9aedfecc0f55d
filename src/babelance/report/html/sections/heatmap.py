"""Languages × measures: how far each result is from its null, one table per model and dataset."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.verdict import IDEAL
from babelance.report import labels, numbers, reading
from babelance.report.html.charts.heat import Shade, heat, scale_bar
from babelance.report.html.elements import join, language, minus, tag
from babelance.report.html.section import Section
from babelance.report.results import Results, unique

INTRO = (
    "Colour is what the verdict is about: score minus null, in units of the scale (on a square-root ramp), so measures "
    "can stand side by side. Bold and framed: a bias is shown. Hatched: no conclusion."
)


def render(results: Results) -> Markup:
    shown = results.overall
    name, places = labels.measure_names(shown), dict[tuple[str, str], list[Result]]()
    for result in shown:
        places.setdefault((result.about.model, result.about.data), []).append(result)
    tables = [_table(model, data, mine, name) for (model, data), mine in places.items()]
    legend = scale_bar("below the null", "above the null", "no number, or no conclusion")
    return join([tag("p", INTRO), legend, *tables, _directions(shown)])


def distance(result: Result) -> float | None:
    """Score minus null in units of the longer side of the scale; None if the scale has no end. Without a verdict the
    ideal takes the null's place."""
    scale = result.about.scale
    reach = max(scale.high - scale.ideal, scale.ideal - scale.low)
    if isinstance(result, Undefined) or not math.isfinite(reach) or reach <= 0:
        return None
    gap = result.verdict.difference if result.verdict else result.value - scale.ideal
    return None if gap is None else gap / reach


def _table(model: str, data: str, mine: Sequence[Result], name: labels.MeasureName) -> Markup:
    rows = unique(result.about.language for result in mine)
    columns = unique(map(name, mine))
    cells = {(result.about.language, name(result)): shade(result) for result in mine}
    named = labels.short_model(model)
    caption = f"{named} on {data}: distance from the null"
    names = {code: language(code) for code in rows}
    return tag("figure", tag("h3", f"{named} · {data}"), heat(rows, columns, cells, caption=caption, names=names))


def shade(result: Result) -> Shade:
    if isinstance(result, Undefined):
        return Shade("undefined", None, title=f"undefined: {result.undefined}", missing=True)
    share = distance(result)
    title = f"{numbers.interval(result)}, {_null(result)}"
    if reading.is_inconclusive(result):
        return Shade(minus(numbers.value(result)), None, title=f"{title}; {labels.verdict(result)}", missing=True)
    if share is None:
        return Shade(minus(numbers.value(result)), None, title=f"{title}; this scale has no end, so it has no colour")
    sure = reading.stands_out(result)
    return Shade(minus(numbers.value(result)), share, title=title, sure=sure)


def _null(result: Estimate) -> str:
    verdict = result.verdict
    if verdict is None or verdict.null is None or verdict.against == IDEAL:
        return f"ideal {numbers.short(result.about.scale.ideal)}"
    return f"null {verdict.against} {numbers.nulls(result).get(verdict.against, numbers.short(verdict.null))}"


def _directions(shown: Sequence[Result]) -> Markup | None:
    """Above the ideal does not mean the same for every measure, so say it for each."""
    scales = {result.about.measure: result.about.scale for result in shown if result.about.scale.reading}
    entries = [join([tag("dt", name), tag("dd", scale.reading)]) for name, scale in scales.items()]
    return tag("dl", *entries, class_="facts") if entries else None


section = Section("Languages and measures", 30, applies=lambda results: bool(results.overall), render=render)
