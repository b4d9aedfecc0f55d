"""NLI classifiers: which labels each set was given, and the occupations whose pairs follow a stereotype."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from markupsafe import Markup

from babelance.core.estimate import Plain, Result
from babelance.report import labels, numbers
from babelance.report.html import packed
from babelance.report.html.charts.shares import stacked_bars
from babelance.report.html.elements import Content, cell, fold, join, jump, language, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

MEASURES = ("nli-coal", "fn")
LABELS = ("entailment", "neutral", "contradiction")
SETS = {"pro": "pro-stereotypical", "anti": "anti-stereotypical", "non": "non-stereotypical"}
SIGNS = {"pro": ("entailment",), "anti": ("contradiction",), "non": ("entailment", "contradiction")}
NEUTRAL = "neutral"
"""Occupations without a stereotype."""
INTRO = (
    "The right label of every pair is neutral: an occupation does not say who somebody is. A stereotype shows as "
    "entailment in the pro-stereotypical set, as contradiction in the anti-stereotypical set, and as either in the "
    "third. Other mistakes say that the model cannot do the task, not that it is biased."
)


def render(results: Results) -> Markup:
    mine = [result for result in _results_with_labels(results) if result.about.measure == _measure_to_show(results)]
    parts = [part for result in mine for part in (_proportions(result), _occupations(result, results))]
    return join([tag("p", INTRO), *parts, _jumps(_measure_to_show(results))])


def _results_with_labels(results: Results) -> list[Result]:
    wanted = [result for result in results.overall if result.about.measure in MEASURES]
    return [result for result in wanted if isinstance(result.extra.get("proportions"), dict)]


def _measure_to_show(results: Results) -> str:
    """Both measures see the same answers, so one of them is enough."""
    asked = {result.about.measure for result in _results_with_labels(results)}
    return next(name for name in MEASURES if name in asked)


def _name(result: Result) -> Markup:
    return join([language(result.about.language), f" {result.about.data} · {labels.short_model(result.about.model)}"])


def _proportions(result: Result) -> Markup:
    sets = result.extra["proportions"]
    assert isinstance(sets, dict)
    rows = {name: _shares(sets[name]) for name in SETS if isinstance(sets.get(name), dict)}
    names: dict[str, Content] = {name: f"{SETS[name]} ({_count(sets[name])})" for name in rows}
    caption = f"Labels by set ({result.about.language}, {result.about.data})"
    chart = stacked_bars(
        rows, LABELS, caption=caption, label="Set", names=names, marked=SIGNS, mark="what a stereotype would say"
    )
    parts = [_stereotypes(result.extra.get("stereotypes")), _inconclusive(result.extra.get("inconclusive"))]
    return tag("figure", tag("h3", "Labels given: ", _name(result)), chart, *parts)


def _inconclusive(reason: Plain) -> Markup | None:
    """The paper's flag: the score is not to be read as a bias."""
    return tag("p", tag("strong", "Inconclusive, as the paper has it: "), f"{reason}.") if reason else None


def _stereotypes(kinds: Plain) -> Markup | None:
    """Which stereotypes the model follows: those of men's or of women's occupations."""
    if not isinstance(kinds, dict) or not kinds:
        return None
    named = {"female": "tied to women", "male": "tied to men"}
    shares = {name: 100 * value for name, value in kinds.items() if isinstance(value, int | float)}
    said = [f"{named[name]} {numbers.fixed_decimals(shares[name], 1)} %" for name in named if name in shares]
    caption = f"Pairs answered as a stereotype would, by occupation: {', '.join(said)}." if said else ""
    if NEUTRAL in shares:
        other = numbers.fixed_decimals(shares[NEUTRAL], 1)
        caption += f" Occupations tied to neither: {other} % not answered with neutral, which follows no stereotype."
    return tag("figcaption", caption.strip())


def _shares(row: Plain) -> dict[str, float]:
    assert isinstance(row, dict)
    return {name: float(value) for name, value in row.items() if name in LABELS and isinstance(value, int | float)}


def _count(row: Plain) -> str:
    return str(row.get("n", "")) if isinstance(row, dict) else ""


def _occupations(result: Result, results: Results) -> Markup | None:
    """All occupations, from the items; the result itself lists only the first ones."""
    rows = results.rows(result.about.measure)
    if not {"label", "tags"} <= set(rows.columns):
        return None
    about = result.about
    here = rows[(rows["model"] == about.model) & (rows["data"] == about.data) & (rows["language"] == about.language)]
    frame = _labels_by_row(here[here["label"].notna()])
    if frame.empty or not frame["occupation"].any():
        return None
    cells = [_occupation(str(word), part) for word, part in frame.groupby("occupation", sort=True) if word]
    cells.sort(key=lambda row: -row[0])
    headers = ["Occupation", "Stereotype", "Pairs", "Follow the stereotype", *(name.capitalize() for name in LABELS)]
    caption = f"Occupations ({about.language}, {about.data}, {labels.short_model(about.model)})"
    return fold(
        join([f"Occupations ({len(cells)}): ", _name(result)]),
        table(headers, [row[1] for row in cells], caption=caption, kind="sortable"),
    )


def _labels_by_row(rows: pd.DataFrame) -> pd.DataFrame:
    tags = [packed.parse_json(text) for text in rows["tags"]]
    table = pd.DataFrame(
        {name: [str(tagged.get(name, "")) for tagged in tags] for name in ("set", "occupation", "stereotype")}
    )
    given = [str(label).split("/") for label in rows["label"]]
    for name in LABELS:
        table[name] = [(name in labels) / len(labels) for labels in given]
    table["follows"] = [
        sum(row[label] for label in SIGNS.get(str(row["set"]), ())) for row in table.to_dict(orient="records")
    ]
    return table


def _occupation(word: str, part: pd.DataFrame) -> tuple[float, list[Markup]]:
    follows = float(part["follows"].mean())
    shares: Mapping[str, float] = {name: float(part[name].mean()) for name in LABELS}
    kind = str(part["stereotype"].iloc[0])
    followed = cell("–", key=-1, kind="number") if kind == NEUTRAL else _share(follows)
    count = cell(len(part), key=len(part), kind="number")
    rank = -1.0 if kind == NEUTRAL else follows
    return rank, [cell(word), cell(kind), count, followed, *map(_share, shares.values())]


def _share(value: float) -> Markup:
    return cell(f"{numbers.fixed_decimals(100 * value, 1)} %", key=value, kind="number")


def _jumps(measure: str) -> Markup:
    entailed = jump("Most certain entailments", measure=measure, column="p_entailment")
    contradicted = jump("Most certain contradictions", measure=measure, column="p_contradiction")
    return tag("p", entailed, " ", contradicted)


section = Section(
    "Inferences",
    52,
    applies=lambda results: bool(_results_with_labels(results)),
    render=render,
    shows=frozenset({"proportions", "stereotypes", "occupations", "missing_sets", "inconclusive"}),
)
