"""Categorical Bias: which group each attribute is tied to, and what the score hangs on.

Colour is log P' averaged over templates: how much more (or less) likely the attribute makes a group than it is without.
Only groups whose names have as many pieces are shown beside each other: a name of several pieces moves farther,
whatever the attribute says, and would come first for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from babelance.report import labels, numbers
from babelance.report.html import packed
from babelance.report.html.charts.bars import bars
from babelance.report.html.charts.heat import Shade, heat, scale_bar
from babelance.report.html.elements import Content, fold, join, language, minus, quote, tag
from babelance.report.html.section import Section
from babelance.report.html.sections._cb_tables import MEASURE, pieces_table, sensitivity_table
from babelance.report.results import Results

SHOWN, TOP = 5, 3
INTRO = (
    "An attribute should change all groups alike. Shares add up to one over the groups of a sentence; with thirty "
    "groups an even share is 3.3 %. What a model ties to a group says something about its texts, nothing about people."
)
MAP = (
    "The group with the largest share, the darker the further above an even share. In the bars the dashed line is the "
    "even share, 1 / number of groups; all bars of a model have one axis."
)


@dataclass(frozen=True)
class Grid:
    """One model, dataset and language: log P' of attributes x targets, averaged over templates, and the shares."""

    model: str
    data: str
    language: str
    ratios: pd.DataFrame
    shares: pd.DataFrame
    variance: pd.Series[float]
    names: Mapping[str, str]

    @property
    def title(self) -> str:
        return f"{self.model} · {self.data}"


def render(results: Results) -> Markup:
    grids = list(_grids(results.rows(MEASURE)))
    heats = [fold(join([language(grid.language), " ", grid.title]), _heat(grid)) for grid in grids]
    legend = scale_bar("less likely with the attribute", "more likely")
    parts = [
        tag("p", INTRO),
        pieces_table(results),
        _tops(grids),
        tag("h3", "Attributes and groups"),
        legend,
        *heats,
        sensitivity_table(results),
    ]
    return join(parts)


def _grids(rows: pd.DataFrame) -> Iterator[Grid]:
    if rows.empty:
        return
    for (model, data, code), part in rows.groupby(["model", "data", "language"], sort=False):
        scored = part[part["detail"].notna()] if "detail" in part else part.iloc[:0]
        if scored.empty:
            continue
        ratios = pd.DataFrame([_comparable(packed.parse_json(detail)) for detail in scored["detail"]])
        if ratios.columns.empty:
            # Without masks an item keeps its likelihoods alone; what is left of them is in the result's own facts.
            continue
        attributes = [_attribute(row) for row in scored[["tags", "texts"]].itertuples(index=False)]
        odds = np.exp(ratios.sub(ratios.max(axis=1), axis=0))
        shares = odds.div(odds.sum(axis=1), axis=0)
        spread = scored["left"] if "left" in scored else scored["variance"]
        variance = pd.Series(spread.to_numpy(dtype=np.float64)).groupby(attributes, sort=False).mean()
        names = packed.parse_json(packed.parse_json(scored["texts"].iloc[0]).get("targets"))
        yield Grid(
            str(model), str(data), str(code), _mean(ratios, attributes), _mean(shares, attributes), variance, names
        )


def _comparable(detail: Mapping[str, Any]) -> dict[str, float]:
    """log P' of the groups that have as many pieces as most; of all of them in results that do not say."""
    ratios: dict[str, float] = detail.get("log_ratios", {})
    return {key: ratios[key] for key in detail.get("compared", ratios) if key in ratios}


def _mean(values: pd.DataFrame, attributes: list[str]) -> pd.DataFrame:
    return values.groupby(attributes, sort=False).mean()


def _attribute(row: tuple[str, str]) -> str:
    """The key that is equal over languages, else the word."""
    tags, texts = map(packed.parse_json, row)
    return str(tags.get("attribute") or texts.get("attribute", ""))


def _heat(grid: Grid) -> Markup:
    """Attributes with the most unequal groups first."""
    order = list(grid.variance.sort_values(ascending=False).index)
    limit = float(np.nanmax(np.abs(grid.ratios.to_numpy()))) or 1.0
    cells = {
        (attribute, str(key)): Shade(minus(numbers.fixed_decimals(value, 2)), value / limit)
        for attribute in order
        for key, value in grid.ratios.loc[attribute].items()
        if np.isfinite(value)
    }
    keys = [str(key) for key in grid.ratios.columns]
    return heat(order, keys, cells, caption=f"log P' by attribute and group, {grid.language}", names=_titles(grid))


def _titles(grid: Grid) -> dict[str, Content]:
    return {key: tag("abbr", key, title=name) for key, name in grid.names.items()}


def _tops(grids: list[Grid]) -> Markup:
    """A map of the first group of every attribute; the first groups of the attributes that differ most as bars."""
    pooled = pd.concat([grid.variance for grid in grids], axis=1).mean(axis=1).sort_values(ascending=False)
    attributes = [str(name) for name in pooled.index]
    titles = list(dict.fromkeys(grid.title for grid in grids))
    maps = [_map([grid for grid in grids if grid.title == title], attributes) for title in titles]
    bars_ = [_bars([grid for grid in grids if grid.title == title], attributes[:SHOWN]) for title in titles]
    folds = [fold(f"{title}: first groups as bars", *drawn) for title, drawn in zip(titles, bars_, strict=True)]
    return join([tag("h3", "First group of each attribute"), tag("p", MAP, class_="quiet"), *maps, *folds])


def _map(grids: list[Grid], attributes: list[str]) -> Markup:
    """Attributes down, languages across: who comes first, the darker the larger its share."""
    cells = {
        (attribute, grid.language): _first(grid, attribute)
        for grid in grids
        for attribute in attributes
        if attribute in grid.shares.index
    }
    codes = [grid.language for grid in grids]
    named: dict[str, Content] = {code: language(code) for code in codes}
    caption = f"First group of each attribute, {grids[0].title}"
    drawn = heat(attributes, codes, cells, caption=caption, names=named)
    return tag("figure", tag("h4", _short(grids[0])), drawn)


def _first(grid: Grid, attribute: str) -> Shade:
    shares = grid.shares.loc[attribute].dropna()
    key, share = str(shares.idxmax()), float(shares.max())
    even = 1 / len(shares)
    title = f"{grid.names.get(key, key)}: {100 * share:.1f} %; an even share is {100 * even:.1f} %"
    return Shade(f"{key} {100 * share:.0f} %", max(0.0, (share - even) / (1 - even)) if even < 1 else 0.0, title=title)


def _bars(grids: list[Grid], attributes: list[str]) -> list[Markup]:
    """On one axis for all attributes of a model, with the even share as a line."""
    top = max(float(grid.shares.max().max()) for grid in grids)
    return [_top(attribute, grids, top) for attribute in attributes]


def _top(attribute: str, grids: list[Grid], top: float) -> Markup:
    rows: list[tuple[Content, Content, float]] = []
    groups = 1
    for grid in grids:
        if attribute not in grid.shares.index:
            continue
        shares = grid.shares.loc[attribute].dropna().sort_values(ascending=False)
        groups = max(groups, len(shares))
        side = language(grid.language)
        rows += [
            (side, join([f"{key} ", _name(grid, str(key))]), float(share)) for key, share in shares.head(TOP).items()
        ]
    caption = f"First groups for {attribute}"
    chart = bars(rows, caption=caption, labels=("", "group"), top=top, even=1 / groups)
    return tag("figure", tag("h4", attribute), chart)


def _short(grid: Grid) -> str:
    return f"{labels.short_model(grid.model)} · {grid.data.partition('@')[0]}"


def _name(grid: Grid, key: str) -> Markup:
    return quote(str(grid.names.get(key, "")), grid.language)


section = Section(
    "Groups and attributes",
    52,
    applies=lambda results: any(True for _ in _grids(results.rows(MEASURE))),
    render=render,
    shows=frozenset(
        {
            "leave_one_template_out",
            "leave_one_target_out",
            "contributions",
            "attributes",
            "first",
            "pieces",
            "compared",
            "parts",
        }
    ),
)
