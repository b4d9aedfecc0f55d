"""Characters that look like others, or like nothing at all."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import regex

from babelance.core.item import Item
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

_ZERO_WIDTH = regex.compile("[\u200b\u2060\ufeff\u00ad]")
"""Not the joiners (U+200C, U+200D), which Persian and Indic scripts need."""
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*")
_SCRIPTS = {name: regex.compile(rf"\p{{{name}}}") for name in ("Latin", "Cyrillic", "Greek")}
"""Scripts with letters that look alike."""


def check_characters(item: Item) -> Iterator[Finding]:
    for name, text in item.texts.items():
        if text.isascii():
            continue
        if not unicodedata.is_normalized("NFC", text):
            yield Finding(rules.TEXT_NFC, item.id, f"{name}: {text[:60]}")
        if match := _ZERO_WIDTH.search(text):
            yield Finding(rules.TEXT_ZERO_WIDTH, item.id, f"{name}: U+{ord(match[0]):04X} at character {match.start()}")
        yield from (Finding(rules.TEXT_MIXED_SCRIPT, item.id, f"{name}: {words}") for words in _mixed_words(text))


def _mixed_words(text: str) -> Iterator[str]:
    """Only in a text with letters of several of these scripts; most have one."""
    if len(_scripts(text)) < 2:
        return
    for word in _WORD.findall(text):
        if len(scripts := _scripts(word)) > 1:
            yield f"'{word}' ({' and '.join(scripts)})"


def _scripts(text: str) -> list[str]:
    return [script for script, pattern in _SCRIPTS.items() if pattern.search(text)]
