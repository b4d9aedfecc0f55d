"""Results in a notebook: a table with every interval drawn, as HTML that needs nothing else.

No script and no style sheet: notebooks, their exports and e-mails keep it. Names come from files and are escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING

from babelance.core import digits

if TYPE_CHECKING:
    from babelance.core.estimate import Estimate, Result

WIDTH, HEIGHT, EDGE = 180, 18, 4
MOST_ROWS = 200
SMALL_PART = 0.05
"""Of a scale: what keeps to less than this is drawn larger."""
_CELL = "padding:2px 8px;text-align:left;white-space:nowrap"
_NUMBER = "padding:2px 8px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums"
_NAMES = ("model", "measure", "data", "language", "group")
_HEAD = ("value", "interval", "", "null", "n", "verdict")
Axis = tuple[float, float]


def results_html(results: Sequence[Result]) -> str:
    """A table, one row for each result; of very many the first ones, and how many more there are."""
    left_out = {"model"} if len({result.about.model for result in results}) == 1 else set()
    left_out |= set() if any(result.about.group for result in results) else {"group"}
    names = [name for name in _NAMES if name not in left_out]
    head = "".join(f'<th style="{_CELL}">{name}</th>' for name in (*names, *_HEAD))
    axes = _axes(results[:MOST_ROWS])
    rows = "".join(_row(result, names, axes) for result in results[:MOST_ROWS])
    more = len(results) - MOST_ROWS
    rest = f"<p>{more} more results: <code>.frame()</code> has all of them.</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{rest}"


def _row(result: Result, names: Sequence[str], axes: Mapping[str, Axis]) -> str:
    cells = "".join(f'<td style="{_CELL}">{escape(_name(result, name))}</td>' for name in names)
    return f"<tr>{cells}{_numbers(result, axes)}</tr>"


def _name(result: Result, name: str) -> str:
    text = str(getattr(result.about, name) or "")
    return text.partition("#")[0] if name in ("model", "data") else text


def _numbers(result: Result, axes: Mapping[str, Axis]) -> str:
    from babelance.core.estimate import Undefined

    verdict = result.verdict
    sentence = escape(verdict.sentence if verdict else result.undefined or "")
    kind = f'<td style="{_CELL}" title="{sentence}">{escape(verdict.label if verdict else "")}</td>'
    if isinstance(result, Undefined):
        return f'<td style="{_CELL}" colspan="5">undefined: {escape(result.undefined)}</td>{kind}'
    places = digits.decimals_for((result.high - result.low) / 4, result.value)
    value, low, high = (digits.fixed_decimals(number, places) for number in (result.value, result.low, result.high))
    null = f"{verdict.against} {digits.short(verdict.null)}" if verdict and verdict.null is not None else ""
    bar = _bar(result, *axes[result.about.measure])
    return (
        f'<td style="{_NUMBER}"><b>{value}</b></td><td style="{_NUMBER}">[{low}, {high}]</td><td>{bar}</td>'
        f'<td style="{_CELL}">{escape(null)}</td><td style="{_NUMBER}">{result.about.n}/{result.about.total}</td>{kind}'
    )


def _bar(estimate: Estimate, first: float, last: float) -> str:
    """The interval on its axis, with a line where the null is."""
    null = _null(estimate)
    marks = [_column_of(number, first, last) for number in (estimate.low, estimate.high, estimate.value)]
    middle, foot = HEIGHT / 2, HEIGHT - 2
    mark = ""
    if null is not None:
        x = _column_of(null, first, last)
        mark = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="2" y2="{foot}" stroke="currentColor" stroke-dasharray="2 2"/>'
    words = escape(f"{estimate.value:.4g} [{estimate.low:.4g}, {estimate.high:.4g}]")
    return (
        f'<svg role="img" aria-label="{words}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">{mark}'
        f'<line x1="{marks[0]:.1f}" x2="{marks[1]:.1f}" y1="{middle}" y2="{middle}" stroke="#1f77b4" stroke-width="3"/>'
        f'<circle cx="{marks[2]:.1f}" cy="{middle}" r="4" fill="#1f77b4"/></svg>'
    )


def _null(estimate: Estimate) -> float | None:
    return estimate.verdict.null if estimate.verdict else None


def _axes(results: Sequence[Result]) -> dict[str, Axis]:
    """One for each measure, so that lengths and places of its rows can be compared."""
    from babelance.core.estimate import Estimate

    by_measure: dict[str, list[Estimate]] = {}
    for result in results:
        if isinstance(result, Estimate):
            by_measure.setdefault(result.about.measure, []).append(result)
    return {measure: _ends(some) for measure, some in by_measure.items()}


def _ends(estimates: Sequence[Estimate]) -> Axis:
    """The ends of the axis: those of the scale, or of what is drawn where the scale has no end, or is mostly empty."""
    scale = estimates[0].about.scale
    seen = [
        number
        for estimate in estimates
        for number in (estimate.low, estimate.high, estimate.value, _null(estimate))
        if number is not None
    ]
    first, last = min(seen), max(seen)
    if isfinite(scale.span) and last - first >= SMALL_PART * scale.span:
        return min(first, scale.low), max(last, scale.high)
    room = (last - first) / 4 or 1.0
    return first - room, last + room


def _column_of(number: float, first: float, last: float) -> float:
    return EDGE + (WIDTH - 2 * EDGE) * (number - first) / (last - first)
