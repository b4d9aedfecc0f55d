"""All results packed for the page's table: {"columns": [names], "rows": [[values]]}.

Numbers stand twice: as a reader sees them, and as the table sorts by them.
"""

from __future__ import annotations

from typing import Any

from babelance.core.estimate import Estimate, Result
from babelance.report import labels, numbers, reading
from babelance.report.html.elements import in_words, minus
from babelance.report.results import Results

COLUMNS = ("measure", "model", "data", "language", "group", "value", "null", "items", "p", "verdict", "sentence",
           "signature", "shown")  # fmt: skip


def result_rows(results: Results) -> dict[str, Any]:
    """What is shown first, then the rest in the order of the file."""
    ordered = sorted(results.estimates, key=lambda result: not reading.stands_out(result))
    name = labels.measure_names(results.overall)
    return {"columns": COLUMNS, "rows": [_row(result, name(result)) for result in ordered]}


def _row(result: Result, measure: str) -> list[Any]:
    about, verdict = result.about, result.verdict
    p = verdict.p_adjusted if verdict else None
    return [
        measure,
        labels.short_model(about.model),
        about.data,
        about.language,
        about.group or "",
        _value(result),
        _null(result),
        [f"{about.n}/{about.total}", about.n],
        ["–" if p is None else numbers.probability(p), p],
        labels.verdict(result) or ("undefined" if result.undefined else ""),
        in_words(reading.sentence(result)),
        str(about.signature),
        reading.stands_out(result),
    ]


def _value(result: Result) -> list[Any]:
    if not isinstance(result, Estimate):
        return ["undefined", None]
    return [minus(f"{numbers.value(result)} {numbers.interval(result)}"), result.value]


def _null(result: Result) -> list[Any]:
    verdict = result.verdict
    if not isinstance(result, Estimate) or verdict is None or verdict.null is None:
        return [minus(numbers.short(result.about.scale.ideal)), result.about.scale.ideal]
    null = numbers.nulls(result).get(verdict.against, numbers.short(verdict.null))
    return [minus(null), verdict.null]
