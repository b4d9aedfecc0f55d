"""The pages of a site: an overview, one for each measure and each language, one for each model.

Overview, measures and languages are drawn by one script from small data files, so that thousands of results need not
be on a page; a model's page is plain HTML. Nothing is fetched from elsewhere: a content policy forbids it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from babelance.core.estimate import Estimate, Result
from babelance.report import labels, numbers, reading
from babelance.report.templates import asset, template

POLICY = "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src data:; base-uri 'none'"
PACKAGE = "babelance.report.website"
ASSETS = ("site.css", "site.js")


@dataclass(frozen=True, slots=True)
class Counts:
    models: int
    languages: int
    measures: int
    results: int
    replayed: int


def assets() -> dict[str, str]:
    return {f"assets/{name}": asset(PACKAGE, name) for name in ASSETS}


def overview(title: str, counts: Counts) -> str:
    return _render("view.html", title=title, name="", root="", data="", counts=counts)


def view(title: str, name: str, data: str) -> str:
    """Of one measure or one language."""
    return _render("view.html", title=title, name=name, root="../", data=data, counts=None)


def model(title: str, name: str, results: Sequence[tuple[Result, int, str]], report: str) -> str:
    """All results of one model, each with the number of its table and the name of its measure."""
    rows = [_row(*result) for result in results]
    return _render("model.html", title=title, name=name, root="../", rows=rows, report=report)


def _row(result: Result, table_number: int, measure: str) -> dict[str, object]:
    about, number = result.about, result if isinstance(result, Estimate) else None
    return {
        "measure": measure,
        "place": table_number,
        "data": labels.dataset(about.data),
        "language": about.language,
        "value": numbers.value(number) if number else "undefined",
        "interval": numbers.interval(number) if number else "",
        "null": _null(result),
        "n": f"{about.n}/{about.total}",
        "verdict": labels.verdict(result),
        "kind": result.verdict.kind if result.verdict else "none",
        "sentence": reading.sentence(result),
        "signature": str(about.signature),
    }


def _null(result: Result) -> str:
    verdict = result.verdict
    return f"{verdict.against} {numbers.short(verdict.null)}" if verdict and verdict.null is not None else ""


def _render(file: str, /, **values: object) -> str:
    return template(PACKAGE, file).render(policy=POLICY, **values)
