"""Word vectors: the number of each query, the words that were lost, and where each target word leans."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Plain, Result
from babelance.report import labels, numbers
from babelance.report.html.charts.dots import dots
from babelance.report.html.elements import cell, facts, fold, join, language, minus, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

INTRO = (
    "A result over several queries is an average; this is what it is made of. Words that the vocabulary does not have "
    "are lost, and a query that loses too many has no number. Where a word leans depends on the few words it is "
    "compared with: read single words with care."
)


def render(results: Results) -> Markup:
    name, single = labels.measure_names(results.overall), _single_queries(results)
    shown = [
        _result(result, name(result), single.get(_whole_of(result), [result]))
        for result in _results_with_queries(results)
    ]
    return join([tag("p", INTRO), *shown])


def _results_with_queries(results: Results) -> list[Result]:
    return [result for result in results.overall if isinstance(result.extra.get("subqueries"), dict)]


def _result(result: Result, measure: str, single: list[Result]) -> Markup:
    about = result.about
    title = [
        tag("strong", measure),
        " ",
        language(about.language),
        f" {labels.short_model(about.model)} {about.data}",
    ]
    parts = [
        _queries(result.extra["subqueries"]),
        _tests([part for part in single if "p_permutation" in part.extra]),
        *(_leanings(part) for part in single),
        _lost_words(result.extra.get("lost")),
    ]
    return fold(join(title), *parts)


def _single_queries(results: Results) -> dict[tuple[str, ...], list[Result]]:
    """The results of one query each, by what tells the result over all queries."""
    by_whole: dict[tuple[str, ...], list[Result]] = {}
    for result in results.grouped:
        by_whole.setdefault(_whole_of(result), []).append(result)
    return by_whole


def _whole_of(result: Result) -> tuple[str, ...]:
    about = result.about
    return about.measure, about.model, about.data, about.language


def _tests(results: list[Result]) -> Markup | None:
    """Permutation tests, one for each query."""
    if not results:
        return None
    words = (
        "How often would another split of the target words into two sets of the same sizes give at least this number? "
        "With many queries, some are small by luck."
    )
    shown = table(["Query", "p", "Splits"], [_test(result) for result in results], caption="Permutation tests")
    return join([tag("h3", "Permutation tests"), tag("p", words), shown])


def _test(result: Result) -> list[Markup]:
    p, splits = result.extra["p_permutation"], result.extra.get("partitions")
    counted = "all" if result.extra.get("partitions_exact") else "drawn"
    shown = numbers.probability(p) if isinstance(p, int | float) else ""
    name = str(result.about.group or "").partition("=")[2] or "this query"
    many = f"{numbers.count(splits)} ({counted})" if isinstance(splits, int) else ""
    return [cell(name), cell(shown, kind="number"), cell(many, kind="number")]


def _queries(queries: Plain) -> Markup | None:
    if not isinstance(queries, dict):
        return None
    rows = [[cell(name), _value(value)] for name, value in queries.items()]
    return table(["Query", "Value"], rows, caption="Queries", kind="sortable")


def _value(value: Plain) -> Markup:
    """A number, or in its place the reason why there is none."""
    if isinstance(value, int | float):
        return cell(minus(f"{value:.4g}"), key=value, kind="number")
    return cell(tag("span", f"undefined: {value or 'no number'}", class_="undefined"), key="")


def _leanings(result: Result) -> Markup | None:
    sets = result.extra.get("associations")
    if not isinstance(sets, dict):
        return None
    named = {
        f"{word} ({name})": float(value)
        for name, words in sets.items()
        if isinstance(words, dict)
        for word, value in words.items()
        if isinstance(value, int | float)
    }
    words = "Each target word: above 0 it leans to the first attributes, below 0 to the second."
    title = f"Where the words lean {str(result.about.group or '').partition('=')[2]}".strip()
    return fold(title, tag("p", words), dots(named, caption=title, label=""))


def _lost_words(lost: Plain) -> Markup | None:
    return join([tag("h3", "Words lost"), facts(lost)]) if isinstance(lost, dict) and lost else None


section = Section(
    "Queries of words",
    54,
    applies=lambda results: bool(_results_with_queries(results)),
    render=render,
    shows=frozenset(
        {"subqueries", "associations", "lost", "p_permutation", "partitions", "partitions_exact", "partitions_greater"}
    ),
)
