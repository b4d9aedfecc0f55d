"""Sentences by group from sentence pairs: the same material for MBE as for a pair measure.

Both sentences of every pair are taken apart. The English sentence decides the group, as in a parallel corpus.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5 (MBE on CrowS-Pairs).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, write_dataset
from babelance.build.material.extract import GroupSentences, Recipe, card_of, extract, rows_of
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.text.parallel import Block

SIDES = ("more", "less")
Sentences = list[tuple[str, str]]
"""(English, translation)"""


def build(items: Iterable[Item], out: Path, recipe: Recipe, *, english: Iterable[Item] = ()) -> GroupSentences:
    """`english` are the pairs that the items were translated from, where the items do not bring their English along."""
    check_name(out)
    built = extract([_block(sentences(list(items), list(english)))], recipe)
    write_dataset(out, rows_of(built, recipe.language), card_of(out, built, recipe, ["sentence pairs"]))
    return built


def sentences(items: Sequence[Item], english: Sequence[Item]) -> Sentences:
    """Both sentences of every pair beside their English."""
    if all(f"{side}_en" in item.texts for item in items for side in SIDES):
        return [(item.texts[f"{side}_en"], item.texts[side]) for item in items for side in SIDES]
    return [
        (source.texts[side], item.texts[side])
        for source, item in zip(sources(items, english), items, strict=True)
        for side in SIDES
    ]


def sources(items: Sequence[Item], english: Sequence[Item]) -> list[Item]:
    """By id; or by position, if there are as many of them and all go in the same direction."""
    known = {item.id: item for item in english}
    if all(item.id in known and _alike(item, known[item.id]) for item in items):
        return [known[item.id] for item in items]
    if len(items) == len(english) and all(_alike(a, b) for a, b in zip(items, english, strict=True)):
        return list(english)
    raise DataError(
        f"{len(items)} pairs and {len(english)} English ones do not belong together: neither their ids nor their order "
        "and direction agree. Name the English pairs they were translated from."
    )


def _alike(item: Item, other: Item) -> bool:
    return item.tags.get("direction") == other.tags.get("direction")


def _block(pairs: Sentences) -> Block:
    source, target = ("".join(f"{' '.join(pair[side].split())}\n" for pair in pairs).encode() for side in (0, 1))
    return Block(1, source, target)
