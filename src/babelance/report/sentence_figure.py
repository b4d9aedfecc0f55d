"""Which groups one sentence makes likely, as a figure (SVG): bars of P' / Σ P', the largest first.

A panel for each language and model, side by side where there are several runs (before and after a mitigation), as in
figures 1 and 3 to 5 of Ahn and Oh (EMNLP 2021): the sentence, its CB in parentheses, names as the language writes them
with an English gloss, and the even share as a line. Only names that have as many pieces as most are drawn; a panel
says how many are not, and what is left of its CB without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, nan

import numpy as np
import pandas as pd
from markupsafe import Markup

from babelance.core.errors import DataError
from babelance.core.untrusted import as_type, object_in_cell
from babelance.report.html.elements import tag
from babelance.report.labels import short_model
from babelance.report.results import Results

MEASURE = "cb"
WIDTH, LABEL, EDGE, ROW, HEAD = 520, 190, 24, 20, 74
MOST_LETTERS = 62
STYLE = """
text { font-family: system-ui, "Noto Sans", "Noto Sans CJK KR", "Segoe UI", Arial, sans-serif; fill: #1d2126; }
.head { font-size: 15px; font-weight: 600; } .told { font-size: 13px; } .quiet { font-size: 12px; fill: #5f6670; }
.bar { fill: #1f4e79; } .even { stroke: #b0501f; stroke-width: 1; stroke-dasharray: 3 3; }
"""


@dataclass(frozen=True, slots=True)
class Details:
    """What is read of an item's details: log P' of each group, and the groups whose names have as many pieces as most;
    None: all."""

    log_ratios: dict[str, float] = field(default_factory=dict)
    compared: list[str] | None = None

    @property
    def drawn(self) -> list[str]:
        return list(self.log_ratios) if self.compared is None else self.compared


@dataclass(frozen=True, slots=True)
class Bar:
    key: str
    name: str
    gloss: str
    share: float

    @property
    def label(self) -> str:
        same = not self.gloss or self.gloss.casefold() == self.name.casefold()
        return self.name if same else f"{self.gloss} {self.name}"


@dataclass(frozen=True, slots=True)
class Panel:
    """One sentence of one model. `score` is the CB of the sentence, `left` that among the names that are drawn, `cut`
    how many names are not."""

    language: str
    model: str
    sentence: str
    score: float
    left: float
    cut: int
    bars: tuple[Bar, ...]

    @property
    def even(self) -> float:
        return 1 / len(self.bars)


def sentences(results: Results) -> list[str]:
    """The ids of all sentences that can be drawn."""
    rows = results.rows(MEASURE)
    return list(dict.fromkeys(map(str, rows["item"]))) if not rows.empty else []


def panels(results: Results, sentence: str, glosses: Mapping[str, str]) -> Iterator[Panel]:
    """A panel for each model and language that has the sentence; those without a masked prior have no P'."""
    rows = results.rows(MEASURE)
    mine = rows[rows["item"] == sentence] if not rows.empty else rows
    for row in mine.to_dict("records"):
        details = _details(row.get("detail"), sentence)
        if details.drawn:
            yield _panel(row, details, glosses)


def _details(cell: object, sentence: str) -> Details:
    where = f"'scored.parquet', details of '{sentence}'"
    details = as_type(object_in_cell(cell, "scored.parquet"), Details, where)
    if strange := [key for key in details.drawn if not isfinite(details.log_ratios.get(key, nan))]:
        raise DataError(f"{where}: '{strange[0]}' has no number. Running it again writes it.")
    return details


def _panel(row: Mapping[str, object], details: Details, glosses: Mapping[str, str]) -> Panel:
    texts = object_in_cell(row.get("texts"), "scored.parquet")
    names = object_in_cell(texts.get("targets"), "scored.parquet")
    ratios, compared = details.log_ratios, details.drawn
    values = np.asarray([ratios[key] for key in compared])
    odds = np.exp(values - values.max())
    bars = [
        Bar(key, str(names.get(key, key)), glosses.get(key, ""), float(share))
        for key, share in zip(compared, odds / odds.sum(), strict=True)
    ]
    return Panel(
        str(row["language"]),
        str(row["model"]),
        _sentence(texts),
        _number(row.get("variance")),
        _number(row.get("left")),
        len(ratios) - len(compared),
        tuple(sorted(bars, key=lambda bar: (-bar.share, bar.key))),
    )


def _number(cell: object) -> float:
    return float(cell) if isinstance(cell, int | float) and not pd.isna(cell) else float("nan")


def _sentence(texts: Mapping[str, object]) -> str:
    """The template with the attribute in its place."""
    template, attribute = str(texts.get("template", "")), str(texts.get("attribute", ""))
    filled = template.replace("[AAAs]", str(texts.get("plural") or attribute)).replace("[AAA]", attribute)
    return filled.replace("[TTT]", "[MASK]")


def draw(columns: Sequence[tuple[str, Sequence[Panel]]], *, top: int) -> str:
    """Columns of panels with their titles, on one axis; panels of one language stand in one row."""
    languages = list(dict.fromkeys(panel.language for _, panels in columns for panel in panels))
    longest = max(bar.share for _, panels in columns for panel in panels for bar in panel.bars)
    height = HEAD + ROW * min(top, max(len(panel.bars) for _, panels in columns for panel in panels)) + EDGE
    several = len(columns) > 1
    parts: list[Markup] = []
    for index, (title, panels) in enumerate(columns):
        x = EDGE + index * WIDTH
        parts += [_text(title, x, EDGE + 8, "head")] if several else []
        for panel in panels:
            y = EDGE * (2 if several else 1) + languages.index(panel.language) * height
            parts += _draw(panel, x, y, longest, top)
    size = {"width": 2 * EDGE + WIDTH * len(columns), "height": EDGE * (3 if several else 2) + height * len(languages)}
    inner = Markup("").join([tag("style", Markup(STYLE)), *parts])
    attributes = {name: str(int(number)) for name, number in size.items()}
    return str(tag("svg", inner, xmlns="http://www.w3.org/2000/svg", **attributes))


def _draw(panel: Panel, x: float, y: float, longest: float, top: int) -> Iterator[Markup]:
    words = f"CB {panel.score:.2f}" + (f", {panel.left:.2f} left" if panel.cut else "")
    yield _text(f"{_short(panel.sentence)} ({words})", x, y + 16, "told")
    cut = f" · {panel.cut} names with another number of pieces are not drawn" if panel.cut else ""
    yield _text(f"{panel.language} · {short_model(panel.model)}{cut}", x, y + 34, "quiet")
    room = WIDTH - LABEL - 90
    shown = panel.bars[:top]
    for index, bar in enumerate(shown):
        at = y + 46 + index * ROW
        yield _text(bar.label, x, at + 14, "told")
        width = max(1.0, room * bar.share / longest)
        yield tag("rect", x=str(x + LABEL), y=str(at + 3), width=f"{width:.1f}", height=str(ROW - 6), class_="bar")
        yield _text(f"{100 * bar.share:.1f} %", x + LABEL + width + 6, at + 14, "quiet")
    line = f"{x + LABEL + room * panel.even / longest:.1f}"
    yield tag("line", x1=line, x2=line, y1=str(y + 46), y2=str(y + 46 + ROW * len(shown)), class_="even")


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"


def _text(text: str, x: float, y: float, kind: str) -> Markup:
    return tag("text", text, x=f"{x:.1f}", y=f"{y:.1f}", class_=kind)
