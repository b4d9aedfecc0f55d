"""The first screen as a picture (SVG): for a README, a model card, a slide.

Drawn with plain shapes and system fonts; texts are wrapped here, because SVG does not. What it shows is what the first
screen of the report shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from markupsafe import Markup

from babelance.report.drawing import Drawing, Line
from babelance.report.first_chart import drawing
from babelance.report.first_screen import ScreenCard, cards
from babelance.report.html.charts.axis import Axis
from babelance.report.html.charts.dumbbell import SHAPES, WHOLE, kind, path_of
from babelance.report.html.charts.marks import CROSS
from babelance.report.html.elements import minus, tag
from babelance.report.results import Results

WIDTH, EDGE, GAP = 1200, 48, 32
CARDS = 520
STEP = 27
SPACE = 12
"""Between cards."""
STYLE = """
text { font-family: system-ui, "Noto Sans", "Segoe UI", Helvetica, Arial, sans-serif; fill: #1d2126; }
.headline { font: 700 30px Georgia, "Noto Serif", serif; } .title { font-size: 17px; font-weight: 600; }
.told { font-size: 14px; } .quiet { font-size: 13px; fill: #5f6670; } .box { fill: none; stroke: #d9d8d1; }
.chip { fill: #eef3f8; stroke: #b9cadb; } .chip.shown { fill: #1f4e79; stroke: #1f4e79; }
.chip-text { font-size: 12.5px; fill: #1f4e79; } .chip-text.shown { fill: #ffffff; }
.between { stroke: #b9cadb; stroke-width: 5; } .ideal, .axis { stroke: #1d2126; stroke-width: 1; }
.group-0 { fill: #b0501f; stroke: #b0501f; } .group-1 { fill: #1f4e79; stroke: #1f4e79; }
.group-2 { fill: #4d7f52; stroke: #4d7f52; } .group-3 { fill: #7a5a80; stroke: #7a5a80; }
.group-4 { fill: #7d7a72; stroke: #7d7a72; } .group-5 { fill: #1d2126; stroke: #1d2126; }
.whole { fill: #1d2126; stroke: #1d2126; } [class^=group], .whole { stroke-width: 1.6; }
.open, .whole.open { fill: #fdfdfb; } .none { fill: none; stroke-width: 2; }
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Something drawn, and how high it is."""

    drawn: Markup
    height: float


def picture(results: Results) -> str | None:
    """The whole SVG; None for a run that was written before there were conclusions."""
    conclusion = results.conclusion
    if conclusion is None:
        return None
    head = _text(conclusion.headline, x=EDGE, y=EDGE + 28, width=WIDTH - 2 * EDGE, size=30, kind="headline", step=38)
    top = EDGE + head.height + 20
    drawn = drawing(results)
    chart = _chart(drawn, x=EDGE + CARDS + GAP, y=top) if drawn else Part(Markup(""), 0)
    asked = [_card(card) for card in cards(conclusion)]
    first = _fitting(asked, chart.height)
    left = _stack(asked[:first], x=EDGE, y=top, gap=SPACE)
    below = _stack(asked[first:], x=EDGE + CARDS + GAP, y=top + chart.height + SPACE, gap=SPACE)
    height = top + max(left.height, chart.height + SPACE + below.height) + EDGE
    paper = tag("rect", width=WIDTH, height=height, fill="#fdfdfb")
    label = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height:g}", "role": "img"}
    parts = [tag("title", conclusion.headline), tag("style", Markup(STYLE)), paper, head.drawn]
    parts += [left.drawn, chart.drawn, below.drawn]
    return str(tag("svg", *parts, width=WIDTH, height=f"{height:.0f}", **label))


def _fitting(parts: Sequence[Part], beside: float) -> int:
    """How many stand in the left column, so that it is about as high as the right one with the chart."""
    heights = [part.height + SPACE for part in parts]
    return min(range(len(parts) + 1), key=lambda count: max(sum(heights[:count]), beside + sum(heights[count:])))


def _text(
    words: str, *, x: float, y: float, width: float, size: float, kind: str, step: float, wide: float = 0.54
) -> Part:
    """Lines of about so many characters as fit; `wide` is the width of a usual character, in units of the size."""
    lines = wrap(words, max(8, int(width / (wide * size))), break_on_hyphens=False)
    spans = [
        tag("text", line, x=f"{x:g}", y=f"{y + number * step:g}", class_=kind) for number, line in enumerate(lines)
    ]
    return Part(Markup("").join(spans), step * len(lines))


def _stack(parts: Sequence[Part], *, x: float, y: float, gap: float) -> Part:
    placed, height = [], 0.0
    for part in parts:
        placed.append(tag("g", part.drawn, transform=f"translate({x:g} {y + height:g})"))
        height += part.height + gap
    return Part(Markup("").join(placed), max(0.0, height - gap))


def _card(card: ScreenCard) -> Part:
    room = CARDS - 32
    title = tag("text", card.title, x=16, y=27, class_="title")
    sentence = _text(card.sentence, x=16, y=50, width=room, size=14, kind="told", step=19)
    quiet = _text(card.detectable, x=16, y=50 + sentence.height, width=room, size=13, kind="quiet", step=18)
    height = 44 + sentence.height + quiet.height
    box = tag("rect", x=0, y=0, width=CARDS, height=f"{height:g}", rx=8, class_="box")
    return Part(box + title + _chip(card) + sentence.drawn + quiet.drawn, height)


def _chip(card: ScreenCard) -> Markup:
    width, kind_ = 7 * len(card.verdict) + 20, " shown" if card.kind == "shown" else ""
    box = tag("rect", x=CARDS - 12 - width, y=10, width=width, height=24, rx=12, class_=f"chip{kind_}")
    middle = CARDS - 12 - width / 2
    return box + tag("text", card.verdict, x=f"{middle:g}", y=26, text_anchor="middle", class_=f"chip-text{kind_}")


def _chart(drawn: Drawing, *, x: float, y: float) -> Part:
    room = WIDTH - x - EDGE
    title = _text(drawn.title, x=x, y=y + 18, width=room, size=17, kind="title", step=22)
    words = _text(drawn.words, x=x, y=y + 18 + title.height, width=room, size=13, kind="quiet", step=18)
    top = y + 18 + title.height + words.height
    axis = Axis.around(drawn.places())
    named = max(46, max(8 * len(line.label) + 10 for line in drawn.lines))
    x_of = _HorizontalScale(x + named, room - named - 84, axis)
    rows = [
        mark
        for number, line in enumerate(drawn.lines)
        for mark in _row(line, drawn, x_of, x, top + STEP * (number + 0.5))
    ]
    foot = top + STEP * len(drawn.lines)
    reference = tag(
        "line", x1=x_of(drawn.reference), x2=x_of(drawn.reference), y1=f"{top:g}", y2=f"{foot:g}", class_="ideal"
    )
    below = [*_ticks(x_of, foot), *_keys(drawn, x + named, foot + 44)]
    return Part(title.drawn + words.drawn + reference + Markup("").join([*rows, *below]), foot + 56 - y)


@dataclass(frozen=True, slots=True)
class _HorizontalScale:
    start: float
    width: float
    axis: Axis

    def __call__(self, value: float) -> str:
        return f"{self.start + self.width * self.axis.share(value):.1f}"


def _row(line: Line, drawn: Drawing, x_of: _HorizontalScale, x: float, y: float) -> Iterator[Markup]:
    low, high = line.bar
    yield tag("text", line.label or line.language, x=f"{x:g}", y=f"{y + 5:g}", class_="told")
    yield tag("line", x1=x_of(low), x2=x_of(high), y1=f"{y:g}", y2=f"{y:g}", class_="between")
    for point in line.marks:
        shape = path_of(point, drawn.groups)
        yield tag("path", d=shape, class_=kind(point, drawn.groups), transform=f"translate({x_of(point.value)} {y:g})")
    yield tag("text", minus(line.overall), x=WIDTH - EDGE, y=f"{y + 5:g}", text_anchor="end", class_="quiet")


def _ticks(x_of: _HorizontalScale, y: float) -> Iterator[Markup]:
    yield tag("line", x1=f"{x_of.start:g}", x2=f"{x_of.start + x_of.width:g}", y1=f"{y:g}", y2=f"{y:g}", class_="axis")
    for value in x_of.axis.ticks():
        text = minus(f"{value:.6g}")
        yield tag("text", text, x=x_of(value), y=f"{y + 18:g}", text_anchor="middle", class_="quiet")


def _keys(drawn: Drawing, x: float, y: float) -> Iterator[Markup]:
    """What the shapes stand for."""
    for number, group in enumerate(group for group in drawn.groups if group):
        yield tag(
            "path",
            d=SHAPES[number % len(SHAPES)],
            class_=f"group-{number % len(SHAPES)} open",
            transform=f"translate({x:g} {y - 4:g})",
        )
        yield tag("text", group, x=f"{x + 12:g}", y=f"{y:g}", class_="quiet")
        x += 40 + 7 * len(group)
    if any(line.whole for line in drawn.lines):
        yield tag("path", d=WHOLE, class_="whole open", transform=f"translate({x:g} {y - 4:g})")
        yield tag("text", "all items", x=f"{x + 12:g}", y=f"{y:g}", class_="quiet")
        x += 103
    if drawn.inconclusive:
        yield tag("path", d=CROSS, class_="whole none", transform=f"translate({x:g} {y - 4:g})")
        yield tag("text", "no conclusion", x=f"{x + 12:g}", y=f"{y:g}", class_="quiet")
