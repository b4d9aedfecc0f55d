"""MBE: how long the sentences of each group are, which words drive the score, which group is preferred to which.

Long sentences look likely to this measure. Where the groups differ in length, the score does not show bias alone: read
it beside the null `length` in the forest plot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from markupsafe import Markup

from babelance.core.estimate import Estimate, Plain, Result
from babelance.report import labels, numbers
from babelance.report.html import packed
from babelance.report.html.charts.distribution import Floats, distributions
from babelance.report.html.charts.heat import Shade, heat
from babelance.report.html.elements import Content, cell, fold, join, jump, language, minus, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

MEASURE = "mbe"
INTRO = (
    "Sentences of the groups do not come in pairs, so the groups may differ in more than whom they are about. "
    "Long sentences look likely to this measure: where one group has longer ones, compare with the length-only null."
)


def render(results: Results) -> Markup:
    mine = [result for result in results.overall if result.about.measure == MEASURE]
    parts = [_paper_test(mine), _lengths(results), *map(_words, mine), *map(_matrix, mine)]
    return join([tag("p", INTRO), *parts, _jumps()])


def _paper_test(mine: Sequence[Result]) -> Markup | None:
    """The paper's test, what it says with other coins, and the p of the verdict."""
    rows = [_test_cells(result) for result in mine if isinstance(result, Estimate) and "mcnemar_p" in result.extra]
    headers = ["Language", "Data", "Model", "Score", "McNemar p, median", "for 95 % of coins", "p by sentences"]
    name = "The paper's test (‡) beside the verdict's"
    return fold(name, tag("p", numbers.PAPER_NOTE), table(headers, rows, caption=name)) if rows else None


def _test_cells(result: Estimate) -> list[Markup]:
    about, extra = result.about, result.extra
    median, low, high = (_probability(extra.get(f"mcnemar_p{part}")) for part in ("", "_low", "_high"))
    honest = _probability(result.verdict.p if result.verdict else None)
    names = [
        cell(language(about.language), key=about.language),
        cell(about.data),
        cell(labels.short_model(about.model), kind="name"),
    ]
    return [
        *names,
        *(cell(text, kind="number") for text in (numbers.value(result), median, f"{low} to {high}", honest)),
    ]


def _probability(p: Plain) -> str:
    return numbers.probability(float(p)) if isinstance(p, int | float) else "–"


def _lengths(results: Results) -> Markup | None:
    rows = results.rows(MEASURE)
    if not {"length", "tags"} <= set(rows.columns):
        return None
    scored = rows[rows["length"].notna()]
    groups = pd.Series([str(packed.parse_json(tags).get("group", "")) for tags in scored["tags"]], index=scored.index)
    named: dict[str, Floats] = {}
    titles: dict[str, Content] = {}
    for (code, group), part in scored.groupby([scored["language"], groups], sort=False):
        named[f"{code} {group}"] = part["length"].to_numpy(dtype=np.float64)
        titles[f"{code} {group}"] = join([language(code), tag("span", f" {group}", class_="group")])
    chart = distributions(named, caption="Sentence lengths by group", label="", names=titles)
    return tag("figure", tag("h3", "Sentence lengths in tokens"), chart)


def _words(result: Result) -> Markup | None:
    """What is left of the score without the sentences of one word."""
    words = result.extra.get("words")
    if not isinstance(words, list) or not words:
        return None
    rows = [_word(facts) for facts in words if isinstance(facts, dict)]
    headers = ["Word", "Group", "Sentences", "Score without it", "Change"]
    model = labels.short_model(result.about.model)
    name = f"Words that drive the score ({result.about.language}, {result.about.data}, {model})"
    return fold(name, table(headers, rows, caption=name, kind="sortable"))


def _word(facts: Mapping[str, Plain]) -> list[Markup]:
    names = [cell(str(facts.get(name, ""))) for name in ("word", "group", "sentences")]
    return [*names, *(_number(facts.get(name)) for name in ("without", "change"))]


def _number(value: Plain) -> Markup:
    number = float(value) if isinstance(value, int | float) else None
    return cell("–" if number is None else minus(numbers.fixed_decimals(number, 2)), key=number, kind="number")


def _matrix(result: Result) -> Markup | None:
    """More than two groups: how often the group of the row is preferred to that of the column."""
    matrix = result.extra.get("matrix")
    if not isinstance(matrix, dict):
        return None
    pairs = {
        (over, under): value for over, row in matrix.items() if isinstance(row, dict) for under, value in row.items()
    }
    cells = {key: _shade(float(value)) for key, value in pairs.items() if isinstance(value, int | float)}
    name = f"Row preferred to column ({result.about.language}, {result.about.data})"
    return tag("figure", tag("h3", name), heat(list(matrix), list(matrix), cells, caption=name))


def _shade(value: float) -> Shade:
    return Shade(numbers.fixed_decimals(value, 1), (value - 50) / 50)


def _jumps() -> Markup:
    most = jump("Most likely sentences", measure=MEASURE, column="likelihood")
    least = jump("Least likely sentences", measure=MEASURE, column="likelihood", falling=False)
    return tag("p", most, " ", least)


section = Section(
    "Groups of sentences",
    51,
    applies=lambda results: not results.rows(MEASURE).empty,
    render=render,
    shows=frozenset({"words", "matrix"}),
)
