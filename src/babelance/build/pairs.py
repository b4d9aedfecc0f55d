"""Builds sentence pairs from StereoSet: `more` is the sentence with the stereotype, `less` that with its opposite.

The measures of pairs (AUL, AULA, CPS, …) can then be asked about StereoSet, and by way of `babelance build groups` MBE.
Only clusters of one sentence are taken: in the others the two sentences differ in all their words.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5.1 and table 3 (SS).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item

TEXTS = {"more": "stereotype", "less": "anti"}


def build(card: Card, items: Iterable[Item], out: Path, *, language: str, axis: str = "") -> list[Item]:
    """Write the pairs, of one axis (`gender`) if it is named; `card` is that of the clusters."""
    check_name(out)
    pairs = [_pair(item) for item in items if _is_wanted(item, axis)]
    if not pairs:
        raise DataError(f"'{card.name}' has no clusters of one sentence{f' of the axis {axis!r}' if axis else ''}.")
    made = replace(
        card,
        name=out.name,
        title=f"{card.title}, as pairs",
        languages=(language,),
        provenance=f"{card.provenance} The sentences with the stereotype and with the anti-stereotype, as pairs.",
        files=(),
        groups=() if axis else ("axis",),
    )
    write_dataset(out, map(row_of, pairs), made)
    return pairs


def _is_wanted(item: Item, axis: str) -> bool:
    return item.tags.get("task", "intrasentence") == "intrasentence" and (not axis or item.tags.get("axis") == axis)


def _pair(item: Item) -> Item:
    tags = {name: value for name, value in item.tags.items() if name in ("axis", "target")}
    return Item(item.id, item.language, {side: item.texts[text] for side, text in TEXTS.items()}, tags)
