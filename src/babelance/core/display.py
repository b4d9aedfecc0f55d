"""Results in a notebook: a table with every interval drawn, as HTML that needs nothing else.

No script and no style sheet: notebooks, their exports and e-mails keep it. Names come from files and are escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
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
_HEAD = ("measure", "data", "language", "group", "value", "interval", "", "null", "n", "verdict")


def results_html(results: Sequence[Result]) -> str:
    """A table, one row for each result; of very many the first ones, and how many more there are."""
    several = len({result.about.model for result in results}) > 1
    head = "".join(f'<th style="{_CELL}">{name}</th>' for name in (*(("model",) if several else ()), *_HEAD))
    rows = "".join(_row(result, several) for result in results[:MOST_ROWS])
    more = len(results) - MOST_ROWS
    rest = f"<p>{more} more results: <code>.frame()</code> has all of them.</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{rest}"


def _row(result: Result, several: bool) -> str:
    about = result.about
    model = (about.model.partition("#")[0],) if several else ()
    named = (*model, about.measure, about.data.partition("#")[0], about.language, about.group or "")
    cells = "".join(f'<td style="{_CELL}">{escape(text)}</td>' for text in named)
    return f"<tr>{cells}{_numbers(result)}</tr>"


def _numbers(result: Result) -> str:
    from babelance.core.estimate import Undefined

    verdict = result.verdict
    sentence = escape(verdict.sentence if verdict else result.undefined or "")
    if isinstance(result, Undefined):
        return f'<td style="{_CELL}" colspan="6">undefined: {escape(result.undefined)}</td>'
    places = digits.decimals_for((result.high - result.low) / 4, result.value)
    value, low, high = (digits.fixed_decimals(number, places) for number in (result.value, result.low, result.high))
    null = f"{verdict.against} {digits.short(verdict.null)}" if verdict and verdict.null is not None else ""
    kind = escape(verdict.kind.replace("-", " ") if verdict else "")
    return (
        f'<td style="{_NUMBER}"><b>{value}</b></td><td style="{_NUMBER}">[{low}, {high}]</td><td>{_bar(result)}</td>'
        f'<td style="{_CELL}">{escape(null)}</td><td style="{_NUMBER}">{result.about.n}/{result.about.total}</td>'
        f'<td style="{_CELL}" title="{sentence}">{kind}</td>'
    )


def _bar(estimate: Estimate) -> str:
    """The interval on the scale, with a line where the null is."""
    null = estimate.verdict.null if estimate.verdict and estimate.verdict.null is not None else None
    first, last = _ends(estimate, null)
    place = [_place(number, first, last) for number in (estimate.low, estimate.high, estimate.value)]
    middle, foot = HEIGHT / 2, HEIGHT - 2
    mark = ""
    if null is not None:
        x = _place(null, first, last)
        mark = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="2" y2="{foot}" stroke="currentColor" stroke-dasharray="2 2"/>'
    told = escape(f"{estimate.value:.4g} [{estimate.low:.4g}, {estimate.high:.4g}]")
    return (
        f'<svg role="img" aria-label="{told}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">{mark}'
        f'<line x1="{place[0]:.1f}" x2="{place[1]:.1f}" y1="{middle}" y2="{middle}" stroke="#1f77b4" stroke-width="3"/>'
        f'<circle cx="{place[2]:.1f}" cy="{middle}" r="4" fill="#1f77b4"/></svg>'
    )


def _ends(estimate: Estimate, null: float | None) -> tuple[float, float]:
    """Of what is drawn: the scale; or, where it has no end or all lies in a small part of it, what there is to see."""
    scale = estimate.about.scale
    seen = [estimate.low, estimate.high, estimate.value, *([] if null is None else [null])]
    first, last = min(seen), max(seen)
    if isfinite(scale.span) and last - first >= SMALL_PART * scale.span:
        return min(first, scale.low), max(last, scale.high)
    room = (last - first) / 4 or 1.0
    return first - room, last + room


def _place(number: float, first: float, last: float) -> float:
    return EDGE + (WIDTH - 2 * EDGE) * (number - first) / (last - first)
