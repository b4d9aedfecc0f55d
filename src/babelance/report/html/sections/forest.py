"""Forest plots: all results over whole datasets, one chart per measure because scales differ."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report import labels
from babelance.report.html.charts.forest import forest
from babelance.report.html.elements import join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results, unique


def render(results: Results) -> Markup:
    intro = "Each dot is a result, its line the interval. What matters is where the interval lies against the ideal."
    charts = [_chart(name, mine) for name, mine in by_measure(results.overall).items()]
    return join([tag("p", intro), tag("div", *charts, class_="charts")])


def by_measure(results: Sequence[Result]) -> dict[str, list[Result]]:
    """Measures apart, and apart too where one measure was run with different options."""
    named = [(labels.measure(result, results), result) for result in results]
    return {name: [one for label, one in named if label == name] for name in unique(label for label, _ in named)}


def _chart(name: str, results: Sequence[Result]) -> Markup:
    reading = results[0].about.scale.reading
    words = tag("p", reading, class_="quiet") if reading else None
    return tag("figure", tag("h3", name), words, forest(results, caption=f"Forest plot of {name}"))


section = Section("Results with intervals", 20, applies=lambda results: bool(results.overall), render=render)
