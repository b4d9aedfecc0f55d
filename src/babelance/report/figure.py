"""Intervals as a figure that a paper can print (matplotlib): one panel for each measure, one line for each result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from babelance.core.errors import InputError, MissingExtra
from babelance.core.estimate import Estimate, Result
from babelance.report.labels import varying_fields
from babelance.report.reading import is_inconclusive

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL_WIDTH, LINE_HEIGHT = 3.2, 0.22
"""Inches."""
MOST_COLUMNS = 4
"""Of panels: as many as a page is wide."""
SHOWN, OTHER, NULL = "#b0501f", "#1f4e79", "#7d7a72"


def figure(results: Sequence[Result]) -> Figure:
    """Estimates over all items with their intervals and nulls; filled where a bias is shown. Results without a number
    are named with the reason, not left out."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtra("matplotlib", "plot") from error
    mine = [result for result in results if result.about.group is None]
    if not mine:
        raise InputError("There are no results over all items to draw.")
    measures = list(dict.fromkeys(result.about.measure for result in mine))
    most = max(sum(result.about.measure == name for result in mine) for name in measures)
    columns, rows = min(MOST_COLUMNS, len(measures)), -(-len(measures) // MOST_COLUMNS)
    drawn = Figure(figsize=(PANEL_WIDTH * columns, rows * (1.1 + LINE_HEIGHT * most)), layout="constrained")
    for index, name in enumerate(measures, start=1):
        panel = drawn.add_subplot(rows, columns, index)
        _draw(panel, [result for result in mine if result.about.measure == name], mine)
    return drawn


def _draw(panel: Axes, results: Sequence[Result], everything: Sequence[Result]) -> None:
    nouns = varying_fields(everything)
    for row, result in enumerate(results):
        if isinstance(result, Estimate):
            _interval(panel, row, result)
        else:
            panel.text(
                0.02, row, f"no number: {result.undefined}"[:60], va="center", fontsize=6, transform=_across(panel)
            )
    panel.set_yticks(range(len(results)), [_label(result, nouns) for result in results], fontsize=7)
    panel.set_ylim(len(results) - 0.5, -0.5)
    panel.set_title(results[0].about.measure, fontsize=9)
    panel.tick_params(axis="x", labelsize=7)
    panel.set_xlabel(results[0].about.scale.unit or "score", fontsize=7)
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)


def _interval(panel: Axes, row: int, result: Estimate) -> None:
    verdict = result.verdict
    shown = verdict is not None and verdict.harmful
    colour = SHOWN if shown else OTHER
    mark, line = ("x", "dashed") if is_inconclusive(result) else ("o", "solid")
    panel.hlines(row, result.low, result.high, color=colour, linewidth=1.6, linestyles=line)
    panel.plot(result.value, row, mark, markersize=4, color=colour, markerfacecolor=colour if shown else "white")
    if verdict is not None and verdict.null is not None:
        panel.vlines(verdict.null, row - 0.35, row + 0.35, color=NULL, linewidth=1, linestyles="dotted")


def _across(panel: Axes) -> Any:
    """Along the panel by its width, down by its rows."""
    return panel.get_yaxis_transform()


def _label(result: Result, nouns: Sequence[str]) -> str:
    about = result.about
    named = [str(getattr(about, noun)).partition("#")[0] for noun in nouns if noun != "group"]
    return " ".join(named) or about.language
