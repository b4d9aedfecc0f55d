"""Folds that are drawn when they are opened: a page with a hundred charts opens as quickly as one with three.

What a closed fold holds is packed (gzip, base64) and put into the page by its script. Pages with few elements keep
everything as it is, so that they can be read without a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

from babelance.report.html.elements import tag
from babelance.report.html.packed import pack

LARGE = 8_000
"""Pages with more elements than this draw on demand."""
WORTHWHILE = 40
"""Folds with fewer elements stay as they are."""
_ELEMENT = re.compile(r"<[a-z]")
_FOLD = re.compile(r"<details(?P<open> open=\"\")?[^>]*>|</details>")


def count_elements(html: str) -> int:
    return len(_ELEMENT.findall(html))


def pack_folds(html: Markup, name: str) -> Markup:
    """The same with the content of its closed folds packed; blocks are called `name-0`, `name-1` …"""
    parts: list[str] = []
    blocks: list[Markup] = []
    after = 0
    for start, end in _closed_folds(html):
        inside = html.index("</summary>", start) + len("</summary>")
        content = html[inside:end]
        if count_elements(content) < WORTHWHILE:
            continue
        block = f"{name}-{len(blocks)}"
        blocks.append(tag("script", Markup(pack(str(content))), type="application/gzip;base64", data_block=block))
        opening = html[start:inside].replace("<details", Markup('<details data-fold="{}"').format(block), 1)
        parts += [html[after:start], opening]
        after = end
    return Markup("".join([*map(str, parts), str(html[after:]), *map(str, blocks)]))


def _closed_folds(html: str) -> Iterator[tuple[int, int]]:
    """Where each outermost closed fold begins, and where its closing tag does."""
    depth, start = 0, 0
    opened: list[bool] = []
    for match in _FOLD.finditer(html):
        if match[0] == "</details>":
            if opened.pop():
                continue
            depth -= 1
            if depth == 0:
                yield start, match.start()
        else:
            unfolded = match["open"] is not None and depth == 0
            opened.append(unfolded)
            if not unfolded:
                start = match.start() if depth == 0 else start
                depth += 1
