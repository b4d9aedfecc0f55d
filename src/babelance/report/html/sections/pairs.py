"""Sentence pairs: how s(more) - s(less) is spread over the pairs, and how many tokens the model predicts.

A share of pairs hides how close the calls were: where most differences crowd around zero, a little noise moves it.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report import labels
from babelance.report.html.charts.distribution import Floats, distributions
from babelance.report.html.elements import Content, cell, fold, join, jump, language, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

INTRO = (
    "Each item is a pair: a sentence with the stereotype (more) and one with less of it. The chart shows the "
    "difference of the two sentence scores. Where most pairs lie close to the boundary, small changes of the "
    "model or the wording change which sentence wins, and with it any score that only counts winners."
)
ACCURACY = ("accuracy_more", "accuracy_less")
"""What pair measures call the share of shared tokens that were the model's first choice, in per cent."""


def measures(results: Results) -> list[str]:
    """Measures whose scored items have a number for either sentence."""
    return [name for name in results.names("measure") if not _differences(results, name).empty]


def render(results: Results) -> Markup:
    first, *others = measures(results)
    rest = [fold(f"{name}: differences", _chart(results, name)) for name in others]
    return join(
        [
            tag("p", INTRO),
            tag("figure", tag("h3", first), _chart(results, first)),
            _jumps(first),
            *rest,
            _accuracy(results),
        ]
    )


def _differences(results: Results, measure: str) -> pd.DataFrame:
    rows = results.rows(measure)
    if not {"more", "less"} <= set(rows.columns):
        return pd.DataFrame()
    difference = pd.to_numeric(rows["more"], errors="coerce") - pd.to_numeric(rows["less"], errors="coerce")
    return rows.assign(difference=difference)[np.isfinite(difference)]


def _chart(results: Results, measure: str) -> Markup:
    rows = _differences(results, measure)
    fields = [noun for noun in ("model", "data") if noun in rows and rows[noun].nunique() > 1]
    named: dict[str, Floats] = {}
    titles: dict[str, Content] = {}
    for key, part in rows.groupby([*fields, "language"], sort=False):
        name = " · ".join(key)
        named[name] = part["difference"].to_numpy(dtype=np.float64)
        titles[name] = join([*(tag("span", f"{field} ", class_="quiet") for field in key[:-1]), language(key[-1])])
    caption = f"Differences s(more) − s(less) of {measure}"
    return distributions(named, caption=caption, label="", boundary=0.0, names=titles)


def _jumps(measure: str) -> Markup:
    """To the pairs at both ends."""
    more = jump("Items at the right end", measure=measure, column="difference")
    less = jump("Items at the left end", measure=measure, column="difference", falling=False)
    return tag("p", more, " ", less)


def _accuracy(results: Results) -> Markup | None:
    measured = [
        result for result in results.overall if all(isinstance(result.extra.get(key), int | float) for key in ACCURACY)
    ]
    if not measured:
        return None
    words = (
        "Share of shared tokens that are the model's first choice. Where pieces of words are easily guessed from their "
        "neighbours, the share is high and says little about the sentence."
    )
    headers = ["Measure", "Model", "Data", "Language", "in more", "in less"]
    shown = table(
        headers, [_accuracy_cells(result) for result in measured], caption="Tokens predicted", kind="sortable"
    )
    return fold("Tokens predicted", tag("p", words), shown)


def _accuracy_cells(result: Result) -> list[Markup]:
    about, shares = result.about, [float(result.extra[key]) for key in ACCURACY]  # type: ignore[arg-type]
    names = [cell(about.measure), cell(labels.short_model(about.model), kind="name"), cell(about.data)]
    numbered = [cell(f"{share:.1f} %", key=share, kind="number") for share in shares]
    return [*names, cell(language(about.language), key=about.language), *numbered]


section = Section(
    "Differences within pairs",
    50,
    applies=lambda results: bool(measures(results)),
    render=render,
    shows=frozenset(ACCURACY),
)
