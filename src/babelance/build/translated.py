"""Sentence pairs through a translator: English pairs become pairs of another language.

Cheaper than people, and noisier: a translator has biases of its own, may lose the difference between the two sentences
or change more than that. Pairs that come out equal are counted and left out.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5.2 (the baseline MT).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, derived_card, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.query import Answer, Query, Text, Translate

AnswerAll = Callable[[Sequence[Query]], Mapping[Query, Answer]]
EQUAL = "both sentences have the same translation"
SIDES = ("more", "less")


@dataclass(frozen=True)
class TranslatedItems:
    items: tuple[Item, ...]
    left: Mapping[str, int]


def build(
    card: Card, items: Iterable[Item], out: Path, *, language: str, translator: str, answer_all: AnswerAll
) -> TranslatedItems:
    """Write the translated pairs; `card` is that of the pairs, `answer_all` asks the translator."""
    check_name(out)
    done = translate_items(items, language=language, answer_all=answer_all)
    if not done.items:
        raise DataError(f"No pair came through {translator}: {dict(done.left)}.")
    lost = ", ".join(f"{reason}: {count}" for reason, count in done.left.items()) or "none"
    origin = f"Translated by {translator}; not checked by people."
    new_card = derived_card(card, out, language, title="machine-translated", origin=origin)
    notes = (*card.notes, f"Pairs left out: {lost}.")
    write_dataset(out, map(row_of, done.items), replace(new_card, notes=notes, validated=False))
    return done


def translate_items(items: Iterable[Item], *, language: str, answer_all: AnswerAll) -> TranslatedItems:
    pairs = [(item, [Translate(item.texts[side], item.language, language) for side in SIDES]) for item in items]
    answers = answer_all(list(dict.fromkeys(query for _, queries in pairs for query in queries)))
    kept, left = [], Counter[str]()
    for item, queries in pairs:
        translations = [answers[query] for query in queries]
        if reason := _reason_lost(translations):
            left[reason] += 1
            continue
        texts = {
            side: answer.text for side, answer in zip(SIDES, translations, strict=True) if isinstance(answer, Text)
        }
        english = {f"{side}_en": item.texts[side] for side in SIDES}
        kept.append(Item(item.id, language, texts | english, item.tags))
    return TranslatedItems(tuple(kept), dict(left))


def _reason_lost(answers: Sequence[Answer]) -> str | None:
    for answer in answers:
        if not isinstance(answer, Text):
            return str(getattr(answer, "reason", "no translation"))
        if not answer.text.strip():
            return "the translation is empty"
    texts = {answer.text for answer in answers if isinstance(answer, Text)}
    return EQUAL if len(texts) == 1 else None
