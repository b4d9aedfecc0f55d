"""Templates with slots: `[TTT]` for a group, `[AAA]` or `[AAAs]` for an attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babelance.core.item import Item
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

_TARGET, _ATTRIBUTE = re.compile(r"\[TTT\]"), re.compile(r"\[AAAs?\]")
_SLOT = r"\[(?:TTT|AAAs?)\]"
_ARTICLE = re.compile(rf"\b(an?) {_SLOT}", re.IGNORECASE)
_JOINED = re.compile(rf"[^\W_]{_SLOT}|{_SLOT}[^\W_]")


def check_template(item: Item) -> Iterator[Finding]:
    text = item.texts["template"]
    counts = len(_TARGET.findall(text)), len(_ATTRIBUTE.findall(text))
    if counts != (1, 1):
        yield Finding(rules.TEMPLATE_SLOTS, item.id, f"{counts[0]} for a group, {counts[1]} for an attribute: {text}")
    spaced_by_language = item.language.partition("-")[0] == "en"
    if spaced_by_language and (found := _ARTICLE.search(text)):
        yield Finding(rules.TEMPLATE_ARTICLE, item.id, found[0])
    if text.isascii() and (found := _JOINED.search(text)):
        yield Finding(rules.TEMPLATE_JOINED, item.id, found[0])
