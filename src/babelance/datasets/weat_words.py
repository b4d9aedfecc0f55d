"""Word sets for static embeddings: those of WEAT, and the English opinion lexicon.

`items("en")` are words with their `set`; `sets()` gives the same as tuples; `QUERIES` are the ten tests of Caliskan et
al. (2017) as (two target sets, two attribute sets).
Reference: Badilla, Bravo-Marquez, Pérez, IJCAI 2020; Hu, Liu, KDD 2004 (opinion words).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets._weat import PARTS, QUERIES, REPOSITORY, SAMPLE, lists
from babelance.datasets.reading.pinned import Pinned, Sample, every

__all__ = ["QUERIES", "dataset", "read", "sets"]


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for name, words in lists(paths).items():
        yield from (Item(f"{name}/{word}", language, {"word": word}, {"set": name}) for word in words)


dataset = Pinned(
    card=Card(
        name="weat-words",
        title="Word sets of WEAT and opinion words",
        version="1",
        languages=("en",),
        licence="MIT",
        citation="Badilla et al., IJCAI 2020; Hu and Liu 2004",
        provenance="Word sets of psychological association tests, and words mined from product reviews and checked "
        "by hand.",
        files=every(PARTS),
        url=REPOSITORY.url,
        notes=("First names stand for gender, ethnicity and age, in the United States of the 1990s.",),
    ),
    fields=frozenset({"word", "set"}),
    parts=PARTS,
    read=read,
    sample=Sample("en", SAMPLE),
)


def sets() -> dict[str, tuple[str, ...]]:
    """All sets by name, words in the order of the file."""
    by_name: dict[str, list[str]] = {}
    for item in dataset.items("en"):
        by_name.setdefault(item.tags["set"], []).append(item.texts["word"])
    return {name: tuple(words) for name, words in by_name.items()}
