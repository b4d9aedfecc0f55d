"""Items that could not be scored, by reason. They are in no number, so a reader must know how many and why."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report import labels, numbers
from babelance.report.html.elements import cell, join, language, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results


def render(results: Results) -> Markup:
    affected = [result for result in results.overall if result.about.skipped]
    if not affected:
        return tag("p", "Every item of every result was scored.")
    name = labels.measure_names(results.overall)
    rows = [row for result in affected for row in _rows(result, name(result))]
    headers = ["Reason", "Items", "Share", "Measure", "Model", "Data", "Language"]
    return join([tag("p", _words(affected, results)), table(headers, rows, caption="Skipped items", kind="sortable")])


def _words(affected: list[Result], results: Results) -> str:
    counted = f"{len(affected)} of {len(results.overall)} results left items out."
    return f"{counted} Where the share is high, the number is of the rest only."


def _rows(result: Result, measure: str) -> list[list[Markup]]:
    about = result.about
    names = [
        cell(measure),
        cell(labels.short_model(about.model), kind="name"),
        cell(about.data),
        cell(language(about.language), key=about.language),
    ]
    return [[cell(reason), *_counts(count, about.total), *names] for reason, count in about.skipped.items()]


def _counts(count: int, total: int) -> list[Markup]:
    share = count / total if total else 0.0
    return [
        cell(numbers.count(count), key=count, kind="number"),
        cell(f"{100 * share:.1f} %" if total else "–", key=share, kind="number"),
    ]


section = Section("Skipped items", 70, applies=lambda results: bool(results.overall), render=render)
