"""Sentences with their translations, and sentences to translate that should leave the gender open."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from babelance.core.item import Item
from babelance.core.registry import LANGUAGES
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

RESIDUE = 0.8
FEWEST_WORDS = 4
SPREADS = 5
"""A ratio of lengths so many times the usual distance from the middle one is an outlier."""


def check_translations(items: Sequence[Item]) -> Iterator[Finding]:
    for item in items:
        text, reference = item.texts["text"].split(), item.texts["reference"].split()
        same = len(set(text) & set(reference)) / max(len(set(reference)), 1)
        if len(reference) >= FEWEST_WORDS and same >= RESIDUE:
            yield Finding(rules.TRANSLATION_RESIDUE, item.id, f"{same:.0%} of the words: {item.texts['text'][:60]}")
    yield from _outliers(items)


def _outliers(items: Sequence[Item]) -> Iterator[Finding]:
    ratios = [len(item.texts["text"]) / max(len(item.texts["reference"]), 1) for item in items]
    if len(ratios) < 10:
        return
    middle = statistics.median(ratios)
    usual = statistics.median(abs(ratio - middle) for ratio in ratios)
    for item, ratio in zip(items, ratios, strict=True):
        if abs(ratio - middle) > SPREADS * max(usual, 0.05):
            yield Finding(rules.TRANSLATION_LENGTH, item.id, f"{ratio:.1f} times its source; usual is {middle:.1f}")


def check_neutral_source(item: Item) -> Iterator[Finding]:
    """An utterance of a set for translation: its own language must not tell the gender."""
    code = item.language.partition("-")[0]
    language = LANGUAGES.get(code) if code in LANGUAGES else None
    if language is None or not language.registers:
        return
    words = {word for kind in ("female", "male") for word in language.gender_words.get(kind, ())}
    parts = item.texts["text"].casefold().strip(".!?।。").split()
    if language.spaced and (gendered := [word for word in parts if word in words]):
        yield Finding(rules.TRANSLATION_GENDERED, item.id, f"'{gendered[0]}' in '{item.texts['text'][:60]}'")
