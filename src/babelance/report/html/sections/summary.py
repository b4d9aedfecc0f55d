"""Each language in a row, then every result over a whole dataset, with all that belongs to a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.conclusion import Conclusion
from babelance.core.estimate import Estimate, Result, Undefined
from babelance.report import labels, numbers, reading
from babelance.report.html.elements import Content, cell, in_words, join, language, minus, table, tag
from babelance.report.html.packed import pack
from babelance.report.html.result_rows import result_rows
from babelance.report.html.section import Section
from babelance.report.results import Results, unique

AT_ONCE = 25
"""More results than this stand in a table to search and filter."""
PACKED = {"type": "application/gzip;base64"}


def render(results: Results) -> Markup:
    shown = results.overall
    whole = _table(shown, shown) if len(shown) <= AT_ONCE else _one_table(results)
    return join([_in_short(shown, results.conclusion), _by_language(shown), whole])


def _table(some: Sequence[Result], shown: Sequence[Result], *, caption: str = "All results") -> Markup:
    fields = [field for field in labels.varying_fields(some) if field in ("model", "data")] if some is shown else []
    headers = [
        "Measure",
        *fields,
        "Language",
        "Value and interval",
        "Ideal",
        "Chance",
        "Items",
        "p",
        "Detectable",
        "Reading",
    ]
    name = labels.measure_names(shown)
    rows = [_cells(result, name(result), fields) for result in some]
    return table(headers, rows, caption=caption, kind="sortable stacking")


def _one_table(results: Results) -> Markup:
    """Every result, of groups too, in one table that the page's script draws from packed data."""
    without = tag("noscript", tag("p", "The table of all results needs JavaScript. They are in results.jsonl."))
    container = tag("div", id="results-table", class_="explorer")
    return join([container, without, tag("script", Markup(pack(result_rows(results))), **PACKED, data_block="results")])


def _by_language(shown: Sequence[Result]) -> Markup | None:
    """One row per language: what has a number, what stands out after correction."""
    codes = unique(result.about.language for result in shown)
    if len(codes) < 2:
        return None
    headers = ["Language", "Results", "Without a number", "Shown", "Which"]
    rows = [_language([result for result in shown if result.about.language == code]) for code in codes]
    return table(headers, rows, caption="By language", kind="sortable stacking")


def _language(mine: Sequence[Result]) -> list[Markup]:
    code, tested = mine[0].about.language, _testable(mine)
    departs, missing = _departing(tested), sum(isinstance(result, Undefined) for result in mine)
    times_departing = Counter(result.about.measure for result in departs)
    named = ", ".join(f"{name} ×{times}" if times > 1 else name for name, times in times_departing.items()) or "none"
    return [
        cell(language(code), label="Language", key=code),
        cell(len(mine), label="Results", kind="number", key=len(mine)),
        cell(missing, label="Without a number", kind="number", key=missing),
        cell(f"{len(departs)} of {len(tested)}", label="Shown", kind="number", key=len(departs)),
        cell(named, label="Which"),
    ]


def _in_short(shown: Sequence[Result], conclusion: Conclusion | None) -> Markup:
    """How many results there are; what they say stands on the first screen."""
    missing = sum(isinstance(result, Undefined) for result in shown)
    counted = f"{len(shown)} result{'' if len(shown) == 1 else 's'}, {missing} of them without a number."
    older = "" if conclusion else " This run was made before there were verdicts; run it again to get them."
    return tag("p", f"{counted}{older}", class_="lead")


def _testable(shown: Sequence[Result]) -> list[Estimate]:
    """Results that were compared with what they would be without bias."""
    return [result for result in shown if isinstance(result, Estimate) and _compared(result)]


def _compared(estimate: Estimate) -> bool:
    if estimate.verdict is None:
        return reading.ideal_is_inside(estimate.about.scale)
    return estimate.verdict.kind in ("shown", "not-told-apart")


def _departing(tested: Sequence[Estimate]) -> list[Estimate]:
    return [result for result in tested if reading.stands_out(result)]


def _cells(result: Result, measure: str, fields: Sequence[str]) -> list[Markup]:
    about = result.about
    return [
        cell(tag("strong", measure), label="Measure", key=about.measure),
        *(cell(labels.short_model(getattr(about, field)), label=field, kind="name") for field in fields),
        cell(language(about.language), label="Language", key=about.language),
        _value(result),
        cell(minus(numbers.short(about.scale.ideal)), label="Ideal", kind="number", key=about.scale.ideal),
        cell(_chance(result), label="Chance", kind="references", key=about.scale.chance),
        cell(_items(result), label="Items", key=about.n),
        *_tests(result),
        cell(in_words(reading.sentence(result)), label="Reading", kind="reading"),
    ]


def _value(result: Result) -> Markup:
    label = "Value and interval"
    if isinstance(result, Undefined):
        return cell(tag("span", f"undefined: {result.undefined}", class_="undefined"), label=label, key="")
    number = tag("strong", minus(numbers.value(result)))
    how = tag("span", f"{numbers.percent(result.level)} {result.method.partition('.')[0]}", class_="quiet line")
    return cell(join([number, " ", minus(numbers.interval(result)), how]), label=label, kind="value", key=result.value)


def _chance(result: Result) -> Markup:
    scale = result.about.scale
    lines: list[Content] = ["depends on data" if scale.chance is None else minus(numbers.short(scale.chance))]
    nulls = numbers.nulls(result) if isinstance(result, Estimate) else {}
    lines += [tag("span", f"{name} {minus(null)}", class_="quiet line") for name, null in nulls.items()]
    return join(lines)


def _items(result: Result) -> Markup:
    about = result.about
    reasons = [tag("span", f"{count} {reason}", class_="quiet line") for reason, count in about.skipped.items()]
    if missing := labels.unclassified(result):
        reasons.append(tag("span", missing, class_="quiet line"))
    return join([f"{numbers.count(about.n)}/{numbers.count(about.total)}", *reasons])


def _tests(result: Result) -> list[Markup]:
    """Of the verdict, as its sentence has them: the estimate's own p is against the ideal, whatever the null is."""
    judged = result.verdict or (result if isinstance(result, Estimate) else None)
    p, mde = (judged.p, judged.mde) if judged else (None, None)
    corrected = [
        tag("span", f"{name} {numbers.probability(value)}", class_="quiet line")
        for name, value in labels.adjusted_p_values(result).items()
    ]
    shown = join(["–" if p is None else numbers.probability(p), *corrected])
    detectable = "–" if mde is None else f"± {numbers.short(mde)}"
    return [cell(shown, label="p", kind="number", key=p), cell(detectable, label="Detectable", kind="number", key=mde)]


section = Section(
    "Summary",
    10,
    applies=lambda results: bool(results.overall),
    render=render,
    shows=frozenset(labels.ADJUSTED),
    stays_open=True,
)
