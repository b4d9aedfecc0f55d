"""Forest plot: values with intervals on one axis, with the ideal, chance and the nulls of the measure.

All results of one chart are of one measure, since scales differ. A result without a number is hatched, not left blank.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.scale import Scale
from babelance.report import labels, numbers, reading
from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.marks import NO_CONCLUSION, Look, interval_line, key, value_mark
from babelance.report.html.charts.rows import Row, chart, legend, sample
from babelance.report.html.elements import Content, join, language, minus, tag
from babelance.report.results import unique

HEIGHT = 26
SHAPES = (
    "M0-5L5 0L0 5L-5 0Z",
    "M0-5L5 4L-5 4Z",
    "M-4-4H4V4H-4Z",
    "M-5-4L5-4L0 5Z",
    "M-5 0H5M0-5V5",
    "M0-5L4-2V3L0 5L-4 3V-2Z",
)


def forest(results: Sequence[Result], *, caption: str) -> Markup:
    axis = Axis.around(_values(results))
    nulls = null_names(results)
    fields = _fields(results)
    headed = fields[0] == "model" and len(fields) > 1
    fields = fields[1:] if headed else fields
    rows = (
        _with_headings(results, fields, axis, nulls)
        if headed
        else [_row(result, fields, axis, nulls) for result in results]
    )
    heads = ["" if len(fields) == 1 else field for field in fields]
    drawn = chart(rows, axis, caption=caption, labels=heads, numbers=("value", "interval", "n"))
    return join([drawn, _legend(results, nulls)])


def _with_headings(results: Sequence[Result], fields: Sequence[str], axis: Axis, nulls: Sequence[str]) -> list[Row]:
    """The name of a model once, above its results."""
    rows: list[Row] = []
    models = labels.models(results)
    for name in unique(models[result.about.model] for result in results):
        mine = [result for result in results if models[result.about.model] == name]
        blank = ("",) * (len(fields) - 1)
        rows.append(Row((labels.short_model(name), *blank), Markup(""), ("", "", ""), heading=True))
        rows += [_row(result, fields, axis, nulls) for result in mine]
    return rows


def null_names(results: Sequence[Result]) -> list[str]:
    return unique(name for result in results if isinstance(result, Estimate) for name in result.nulls)


def _nulls_of_verdicts(results: Sequence[Result]) -> list[str]:
    """What the verdicts are against."""
    return unique(result.verdict.against for result in results if isinstance(result, Estimate) and result.verdict)


def _fields(results: Sequence[Result]) -> list[str]:
    return list(labels.varying_fields(results)) or ["language"]


def _values(results: Sequence[Result]) -> list[float]:
    scale = results[0].about.scale
    values = [scale.ideal] + ([] if scale.chance is None else [scale.chance])
    for result in results:
        if isinstance(result, Estimate):
            ends = [] if result.no_interval else [result.low, result.high]
            values += [result.value, *ends, *result.nulls.values()]
    return values


def _row(result: Result, fields: Sequence[str], axis: Axis, nulls: Sequence[str]) -> Row:
    named = tuple(_label(result, field) for field in fields)
    counted = f"{result.about.n}/{result.about.total}"
    if isinstance(result, Undefined):
        reason = tag("div", result.undefined, class_="hatch no-number")
        return Row(
            named, reason, (tag("span", "undefined", class_="undefined"), "", f"{result.about.n}/{result.about.total}")
        )
    marks = [*_references(result.about.scale, axis), *_nulls(result, axis, nulls), *_estimate(result, axis)]
    spoken = f"{numbers.value(result)} {numbers.interval(result)}, ideal {numbers.short(result.about.scale.ideal)}"
    numbered = (minus(numbers.value(result)), minus(numbers.interval(result)), counted)
    return Row(named, plot(marks, height=HEIGHT, label=spoken), numbered)


def _label(result: Result, field: str) -> Content:
    if field == "language":
        return language(result.about.language)
    if field == "group":
        return str(result.about.group or "all").partition("=")[2] or result.about.group or "all"
    return str(getattr(result.about, field))


def _references(scale: Scale, axis: Axis) -> list[Markup]:
    ideal = vertical_line(axis.at(scale.ideal), HEIGHT, "ideal")
    if scale.chance is None or scale.chance == scale.ideal:
        return [ideal]
    return [vertical_line(axis.at(scale.chance), HEIGHT, "chance"), ideal]


def _estimate(estimate: Estimate, axis: Axis) -> list[Markup]:
    middle, look = HEIGHT / 2, _look(estimate)
    value = value_mark(look, axis.at(estimate.value), middle)
    if estimate.no_interval:
        return [value]
    return [interval_line(look, axis.at(estimate.low), axis.at(estimate.high), middle), value]


def _look(result: Result) -> Look:
    return "none" if reading.is_inconclusive(result) else "shown" if reading.stands_out(result) else "open"


def _nulls(estimate: Estimate, axis: Axis, names: Sequence[str]) -> list[Markup]:
    finite = {name: value for name, value in estimate.nulls.items() if math.isfinite(value)}
    used = estimate.verdict.against if estimate.verdict else ""
    return [_null(names.index(name), axis.at(value), name, used=name == used) for name, value in finite.items()]


def _null(number: int, at: str, name: str, *, used: bool) -> Markup:
    """A path cannot be placed by percentages, but an `svg` around it can."""
    shape = tag("path", d=SHAPES[number % len(SHAPES)], class_="null used" if used else "null")
    return tag("svg", tag("title", name), shape, x=at, y=HEIGHT / 2, overflow="visible", class_="mark")


def _legend(results: Sequence[Result], nulls: Sequence[str]) -> Markup:
    scale, used = results[0].about.scale, _nulls_of_verdicts(results)
    same = " = chance" if scale.chance == scale.ideal else ""
    entries = [(key("shown"), "a bias is shown"), (key("open"), "none is shown")]
    if any(_look(result) == "none" for result in results if isinstance(result, Estimate)):
        entries.append((key("none"), NO_CONCLUSION))
    entries.append((sample(vertical_line("50%", 14, "ideal")), f"ideal{same} {minus(numbers.short(scale.ideal))}"))
    if scale.chance is not None and scale.chance != scale.ideal:
        entries.append((sample(vertical_line("50%", 14, "chance")), f"chance {minus(numbers.short(scale.chance))}"))
    for number, name in enumerate(nulls):
        kind, words = ("null used", f"null of the verdict: {name}") if name in used else ("null", f"null: {name}")
        shape = tag("path", d=SHAPES[number % len(SHAPES)], class_=kind, transform="translate(14 7)")
        entries.append((sample(shape), words))
    return legend(entries)
