"""A figure for each measure: its scale, where the ideal and a guesser are, and what lies on either side."""

from __future__ import annotations

import math
from html import escape
from textwrap import wrap

from babelance.core.measure import Measure
from babelance.core.scale import Scale

WIDTH, HEIGHT = 720, 165
LEFT, RIGHT, LINE = 40, 680, 60
LETTERS = 44
"""So many letters of the words on either side stand on one line."""


def figure(measure: Measure) -> str:
    """As SVG within a page; colours follow the page's own."""
    scale = measure.scale
    at = {value: _share_of_width(scale, value) for value in (scale.ideal, scale.chance) if value is not None}
    parts = [f'<line x1="{LEFT}" x2="{RIGHT}" y1="{LINE}" y2="{LINE}" stroke="currentColor" stroke-width="2"/>']
    parts += [_end(scale.low, LEFT, "start"), _end(scale.high, RIGHT, "end")]
    parts.append(_mark(at[scale.ideal], f"ideal {scale.ideal:g}", filled=True))
    if scale.chance is not None and abs(at[scale.chance] - at[scale.ideal]) > 90:
        parts.append(_mark(at[scale.chance], f"a guesser {scale.chance:.3g}", filled=False))
    parts += _sides(measure, at[scale.ideal])
    title = f"The scale of {measure.title}: {measure.question.below} below, {measure.question.above} above."
    body = "".join(parts)
    return (
        f'<div><svg viewBox="0 0 {WIDTH} {HEIGHT}" width="100%" role="img" aria-label="{escape(title, quote=True)}" '
        f'font-family="sans-serif" font-size="13" fill="currentColor">{body}</svg></div>\n\n'
    )


def _share_of_width(scale: Scale, value: float) -> float:
    """Scales without an end are drawn as if they had one."""
    low = scale.low if math.isfinite(scale.low) else scale.ideal - 1
    high = scale.high if math.isfinite(scale.high) else scale.ideal + 1
    return LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, (value - low) / (high - low)))


def _end(value: float, x: float, anchor: str) -> str:
    words = f"{value:g}" if math.isfinite(value) else "no end"
    return f'<text x="{x}" y="{LINE + 22}" text-anchor="{anchor}">{words.replace("-", "−")}</text>'


def _mark(x: float, words: str, *, filled: bool) -> str:
    fill = "currentColor" if filled else "none"
    anchor = "start" if x < 90 else "end" if x > WIDTH - 90 else "middle"
    dot = f'<circle cx="{x:.0f}" cy="{LINE}" r="7" fill="{fill}" stroke="currentColor" stroke-width="2"/>'
    return f'{dot}<text x="{x:.0f}" y="{LINE - 18}" text-anchor="{anchor}" font-weight="bold">{escape(words)}</text>'


def _sides(measure: Measure, ideal: float) -> list[str]:
    """What a score below and above the null says; one side alone where the ideal is an end."""
    question = measure.question
    measures = []
    if ideal > LEFT + 20:
        measures.append(_words(f"◀ the model {question.below}", LEFT, "start"))
    if ideal < RIGHT - 20:
        measures.append(_words(f"the model {question.above}\N{NO-BREAK SPACE}▶", RIGHT, "end"))
    return measures


def _words(text: str, x: float, anchor: str) -> str:
    lines = wrap(text, LETTERS)
    spans = "".join(f'<tspan x="{x}" dy="{0 if not n else 17}">{escape(line)}</tspan>' for n, line in enumerate(lines))
    return f'<text x="{x}" y="{LINE + 58}" text-anchor="{anchor}">{spans}</text>'
