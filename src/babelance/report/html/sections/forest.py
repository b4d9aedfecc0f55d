"""Forest plots: all results over whole datasets, one chart per measure because scales differ."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report import labels
from babelance.report.html.charts.forest import forest
from babelance.report.html.elements import fold, join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results, unique

AT_ONCE = 40
"""With more results than this, the charts are folded, all but the first."""


def render(results: Results) -> Markup:
    intro = (
        "Each dot is a result, its line the interval. A bias is shown where the score differs from its null after "
        "correction: from the filled mark, or from the ideal where no mark is filled."
    )
    measures = by_measure(results.overall)
    if len(results.overall) > AT_ONCE and len(measures) > 1:
        folds = [_fold(name, mine, opened=not number) for number, (name, mine) in enumerate(measures.items())]
        return join([tag("p", intro), *folds])
    charts = [_chart(name, mine) for name, mine in measures.items()]
    return join([tag("p", intro), tag("div", *charts, class_="charts")])


def _fold(name: str, results: Sequence[Result], *, opened: bool) -> Markup:
    return fold(f"{name}: {len(results)} results", _chart(name, results), opened=opened)


def by_measure(results: Sequence[Result]) -> dict[str, list[Result]]:
    """Measures apart, and apart too where one measure was run with different options."""
    name, by_name = labels.measure_names(results), dict[str, list[Result]]()
    for result in results:
        by_name.setdefault(name(result), []).append(result)
    return by_name


def _chart(name: str, results: Sequence[Result]) -> Markup:
    """One axis for all models; a panel for each where the scale has no end, because sizes differ between models."""
    reading = results[0].about.scale.reading
    words = tag("p", reading, class_="quiet") if reading else None
    known = labels.models(results)
    models = unique(known[result.about.model] for result in results)
    if len(models) == 1 or all(math.isfinite(end) for end in (results[0].about.scale.low, results[0].about.scale.high)):
        return tag("figure", tag("h3", name), words, forest(results, caption=f"Forest plot of {name}"))
    panels = [
        part
        for model in models
        for part in _panel(name, model, [result for result in results if known[result.about.model] == model])
    ]
    return tag("figure", tag("h3", name), words, *panels)


def _panel(name: str, model: str, mine: Sequence[Result]) -> tuple[Markup, Markup]:
    return tag("h4", labels.short_model(model)), forest(mine, caption=f"Forest plot of {name}, {model}")


section = Section("Results with intervals", 20, applies=lambda results: bool(results.overall), render=render)
