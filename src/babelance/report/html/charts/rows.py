"""The frame of a row chart: labels to the left, a drawing in the middle, numbers to the right, the axis below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from babelance.report.html.charts.axis import Axis
from babelance.report.html.elements import Content, scroll_box, tag


@dataclass(frozen=True)
class Row:
    labels: tuple[Content, ...]
    drawing: Markup
    numbers: tuple[Content, ...] = ()
    heading: bool = False
    """Does its first label stand above the rows that follow, alone?"""


def chart(rows: Sequence[Row], axis: Axis, *, caption: str, labels: Sequence[str], numbers: Sequence[str]) -> Markup:
    """`labels` and `numbers` head the columns of the rows' own."""
    heads = [*labels, "", *numbers]
    head = tag("thead", tag("tr", *(tag("th", name, scope="col") for name in heads)))
    body = tag("tbody", *(_row(row, numbers) for row in rows))
    foot = tag("tfoot", tag("tr", *_blank(labels), tag("td", axis.drawing(), class_="plotted"), *_blank(numbers)))
    whole = tag(
        "table",
        tag("caption", caption, class_="unseen"),
        head,
        body,
        foot,
        class_="chart" if len(numbers) == 1 else "chart many",
    )
    return scroll_box(whole, label=caption)


def _row(row: Row, heads: Sequence[str]) -> Markup:
    """Numbers carry the heads of their columns: on a phone, where there are many, they stand below the drawing."""
    first, *others = row.labels
    if row.heading:
        wide = len(row.labels) + 1 + len(row.numbers)
        return tag("tr", tag("th", first, scope="rowgroup", colspan=wide), class_="heading")
    labels = [tag("th", first, scope="row"), *(tag("td", label) for label in others)]
    drawn = tag("td", row.drawing, class_="plotted")
    numbers = (tag("td", text, class_="number", data_label=head) for head, text in zip(heads, row.numbers, strict=True))
    return tag("tr", *labels, drawn, *numbers)


def _blank(names: Sequence[str]) -> list[Markup]:
    return [tag("td") for _ in names]


def legend(entries: Iterable[tuple[Markup, str]]) -> Markup:
    """What each mark means: (a little drawing, words)."""
    return tag("p", *(tag("span", mark, " ", words, class_="key") for mark, words in entries), class_="legend")


def sample(*marks: Markup) -> Markup:
    """A little drawing for the legend, 28 × 14."""
    return tag("svg", *marks, class_="sample", width=28, height=14, aria_hidden="true")
