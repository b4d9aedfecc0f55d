"""The items themselves: a table to search, sort and filter, with the tokens behind each score.

Rows are packed (gzip, base64) and unpacked by the page's script when the reader asks, so a large run opens at once and
quoted stereotypes are not on the page before the reader wants them.
"""

from __future__ import annotations

from markupsafe import Markup

from babelance.report.html import packed
from babelance.report.html.elements import join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

WARNING = (
    "The items quote stereotypes and slurs. They are here so that numbers can be checked, not because they are true."
)


def render(results: Results) -> Markup:
    items = packed.items(results)
    left_out = tag("p", items.left_out, class_="quiet") if items.left_out else None
    accept = tag("button", "Show the items", type="button", id="show-items")
    without = tag("noscript", tag("p", "The table of items needs JavaScript. The same rows are in scored.parquet."))
    gate = tag("div", tag("p", WARNING), accept, without, class_="gate", id="items-gate")
    explorer = tag("div", id="items-explorer", hidden="", aria_busy="false")
    return join([left_out, gate, explorer, *(_block(name, text) for name, text in items.blocks.items())])


def _block(name: str, text: str) -> Markup:
    return tag("script", Markup(text), type="application/gzip;base64", data_block=name)


section = Section("Items", 60, applies=lambda results: not results.scored.empty, render=render, stays_open=True)
