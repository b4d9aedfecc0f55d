"""Templates with slots: `[TTT]` for a group, `[AAA]` or `[AAAs]` for an attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babelance.core.item import Item
from babelance.core.registry import LANGUAGES
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

_TARGET, _ATTRIBUTE = re.compile(r"\[TTT\]"), re.compile(r"\[AAAs?\]")
_SLOT = r"\[(?:TTT|AAAs?)\]"
_ARTICLE = re.compile(rf"\b(an? )({_SLOT})", re.IGNORECASE)
_JOINED = re.compile(rf"[^\W_]{_SLOT}|{_SLOT}[^\W_]")
_MARKS = "'’`´\\-–/\"“”„«»()"
_JOINED_BY_A_MARK = re.compile(rf"[{_MARKS}]{_SLOT}|{_SLOT}[{_MARKS}]")
_AT_THE_END = re.compile(rf"{_SLOT}[.,;:!?…。、।؟]")


def check_template(item: Item) -> Iterator[Finding]:
    text = item.texts["template"]
    counts = len(_TARGET.findall(text)), len(_ATTRIBUTE.findall(text))
    if counts != (1, 1):
        yield Finding(rules.TEMPLATE_SLOTS, item.id, f"{counts[0]} for a group, {counts[1]} for an attribute: {text}")
    yield from (Finding(rules.TEMPLATE_ARTICLE, item.id, words) for words in _wrong_articles(item))
    joined = _JOINED.search(text) if text.isascii() else None
    if match := joined or _JOINED_BY_A_MARK.search(text):
        yield Finding(rules.TEMPLATE_JOINED, item.id, match[0])
    elif match := _AT_THE_END.search(text):
        yield Finding(rules.TEMPLATE_PUNCTUATION, item.id, match[0])


def _wrong_articles(item: Item) -> Iterator[str]:
    """English 'a' and 'an' before a group, which changes; before an attribute, where they are not those of this one."""
    if item.language.partition("-")[0] != "en":
        return
    fit, attribute = LANGUAGES.get("en").fit, item.texts["attribute"]
    for match in _ARTICLE.finditer(item.texts["template"]):
        fits = fit is not None and fit(match[1], attribute, "")[0] == match[1]
        if _TARGET.fullmatch(match[2]) or not fits:
            yield match[0]
