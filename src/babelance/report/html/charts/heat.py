"""A table whose cells are coloured by a signed share of the scale, from -1 to 1.

Colour goes with the square root of the share, so that small departures on a wide scale can still be seen.
A cell without a number is hatched and says why; it is never the colour of zero.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from babelance.report.html.elements import Content, scroll_box, tag

STEPS = 6


@dataclass(frozen=True)
class Shade:
    """`share` None: no colour. `missing`: there is no number, and `title` is the reason. `sure`: a bias is
    shown."""

    text: str
    share: float | None
    title: str = ""
    sure: bool = False
    missing: bool = False


def heat(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Shade],
    *,
    caption: str,
    corner: str = "",
    names: Mapping[str, Content] | None = None,
) -> Markup:
    """`cells` by (row, column); where there is none, nothing was asked."""
    titles = names or {}
    head = tag("thead", tag("tr", *(tag("th", titles.get(name, name), scope="col") for name in [corner, *columns])))
    body = [
        tag(
            "tr", tag("th", titles.get(row, row), scope="row"), *(_cell(cells.get((row, column))) for column in columns)
        )
        for row in rows
    ]
    whole = tag("table", tag("caption", caption, class_="unseen"), head, tag("tbody", *body), class_="heat")
    return scroll_box(whole, label=caption)


def shade_class(share: float) -> str:
    """`heat-p3`, `heat-n6`, `heat-0`: which of the page's colours a share has."""
    step = round(STEPS * math.sqrt(min(1.0, abs(share))))
    return "heat-0" if step == 0 else f"heat-{'p' if share > 0 else 'n'}{step}"


def scale_bar(low: str, high: str, hatched: str = "no number") -> Markup:
    """The colours in order, with words for both ends."""
    steps = [-((step / STEPS) ** 2) for step in range(STEPS, 0, -1)] + [
        (step / STEPS) ** 2 for step in range(STEPS + 1)
    ]
    patches = [tag("span", class_=f"patch {shade_class(share)}") for share in steps]
    hatch = tag("span", class_="patch hatch")
    bar = tag("span", *patches, class_="bar-of-colours", aria_hidden="true")
    return tag("p", low, " ", bar, " ", high, tag("span", hatch, f" {hatched}", class_="key"), class_="legend")


def _cell(shade: Shade | None) -> Markup:
    if shade is None:
        return tag("td", tag("span", "not asked", class_="unseen"), class_="blank")
    if shade.share is None:
        return tag("td", shade.text, class_="hatch" if shade.missing else "plain", title=shade.title)
    return tag(
        "td", shade.text, class_=shade_class(shade.share) + (" sure" if shade.sure else ""), title=shade.title or None
    )
