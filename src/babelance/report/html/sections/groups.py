"""Results by group: the same measure on parts of the items, folded because there are many of them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report.html.charts.forest import forest
from babelance.report.html.elements import fold, join, tag
from babelance.report.html.section import Section
from babelance.report.html.sections.forest import by_measure
from babelance.report.results import Results, unique

INTRO = (
    "Groups have fewer items, so intervals are wider, and there are many of them, so some stand out by luck: filled "
    "dots do after correction. Groups are parts of the dataset as its authors tagged it."
)


def render(results: Results) -> Markup:
    charts = [_fold(name, mine) for name, mine in by_measure(results.grouped).items()]
    return join([tag("p", INTRO), *charts])


def _fold(name: str, results: Sequence[Result]) -> Markup:
    tags = unique(_tag(result) for result in results)
    drawn = [_chart(name, tag_name, [result for result in results if _tag(result) == tag_name]) for tag_name in tags]
    return fold(f"{name}: {len(results)} results by {', '.join(tags)}", *drawn)


def _chart(name: str, tag_name: str, results: Sequence[Result]) -> Markup:
    ordered = sorted(results, key=lambda result: (result.about.model, result.about.data, result.about.language))
    return tag("figure", tag("h3", f"by {tag_name}"), forest(ordered, caption=f"{name} by {tag_name}"))


def _tag(result: Result) -> str:
    return str(result.about.group).partition("=")[0]


section = Section("Groups", 40, applies=lambda results: bool(results.grouped), render=render)
