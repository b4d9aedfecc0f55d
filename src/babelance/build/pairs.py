"""Builds sentence pairs: those of one axis from a dataset of pairs (CrowS-Pairs), or from StereoSet, where `more` is
the sentence with the stereotype, `less` that with its opposite.

The measures of pairs (AUL, AULA, CPS, …) can then be asked about them, and by way of `babelance build groups` MBE.
Of StereoSet only clusters of one sentence are taken: in the others the two sentences differ in all their words.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5.1 and table 3 (SS).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, derived_card, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item

CLUSTER = {"more": "stereotype", "less": "anti"}
PAIR = {"more": "more", "less": "less"}
KEPT_TAGS = ("axis", "target", "direction")


def texts_of(fields: frozenset[str]) -> Mapping[str, str] | None:
    """Which texts of an item are the two sides of its pair; None if it has none."""
    return next((texts for texts in (PAIR, CLUSTER) if set(texts.values()) <= fields), None)


def _of_axis(axis: str, known: Iterable[Item]) -> str:
    """What is missing, and what is there instead."""
    axes = sorted({item.tags["axis"] for item in known if "axis" in item.tags})
    there = f": its axes are {', '.join(axes)}" if axes else ""
    return f" of the axis '{axis}'{there}" if axis else ""


def build(
    card: Card, items: Iterable[Item], out: Path, *, language: str, texts: Mapping[str, str], axis: str = ""
) -> list[Item]:
    """Write the pairs, of one axis (`gender`) if it is named; `card` is that of the dataset they come from."""
    check_name(out)
    known = list(items)
    pairs = [_pair(item, texts) for item in known if _is_wanted(item, axis)]
    if not pairs:
        raise DataError(f"'{card.name}' has no pairs of single sentences{_of_axis(axis, known)}.")
    title = f"pairs of the axis {axis}" if axis else "as pairs"
    origin = f"Taken from {card.name}@{card.version}: {_which_pairs(texts, axis)}."
    new_card = derived_card(card, out, language, title=title, origin=origin)
    write_dataset(out, map(row_of, pairs), replace(new_card, groups=() if axis else ("axis",)))
    return pairs


def _which_pairs(texts: Mapping[str, str], axis: str) -> str:
    part = f"those of the axis {axis}" if axis else "all"
    return f"its pairs, {part}" if texts == PAIR else f"sentences with stereotype and anti-stereotype as pairs, {part}"


def _is_wanted(item: Item, axis: str) -> bool:
    return item.tags.get("task", "intrasentence") == "intrasentence" and (not axis or item.tags.get("axis") == axis)


def _pair(item: Item, texts: Mapping[str, str]) -> Item:
    tags = {name: value for name, value in item.tags.items() if name in KEPT_TAGS}
    return Item(item.id, item.language, {side: item.texts[text] for side, text in texts.items()}, tags)
