"""A file in the shape in which a benchmark was published, whatever category or language it is of: BBQ's, KoBBQ's, …

Cards pin the files that were looked at. Other categories, later versions and translations have the same columns, and
are read by the same reader: `--data Gender_identity.jsonl`. The columns alone decide; what a file is called does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.paths import expand, is_file
from babelance.core.registry import DATASETS
from babelance.datasets.reading.whole_file import WholeFile

SHAPES = {
    "bbq": ('"answer_info"', '"context_condition"', '"additional_metadata"'),
    "esbbq": ("answer_info.ans0", "stereotyped_groups", "context_condition"),
    "kobbq": ("sample_id", "label_annotation", "biased_answer", "choices"),
    "cbbq": ('"bias_targeted_groups"', '"question_polarity"', '"context_condition"'),
    "crows-pairs": ("sent_more", "sent_less", "stereo_antistereo", "bias_type"),
}
"""Dataset → what the beginning of its files names: keys of JSON objects, or columns of a table."""
ALSO_TABLES = ("cbbq",)
"""Published as JSON and as tables with the same names."""
BEGINNING = 16_384
ANY_LANGUAGE = ("bbq", "crows-pairs")
"""Shapes that translations have kept."""


@dataclass(frozen=True)
class PublishedFile(WholeFile):
    """`name` is the path as the user wrote it; `like` is the dataset whose reader takes it."""

    file: Path
    name: str
    like: str

    @property
    def _model(self) -> Any:
        return DATASETS.get(self.like)

    @cached_property
    def card(self) -> Card:
        card: Card = self._model.card
        languages = () if self.like in ANY_LANGUAGE else card.languages
        title = f"{self.file.name}, in the shape of {self.like}"
        return replace(card, name=self.name, title=title, version="1", files=(), languages=languages, validated=False)

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(self._model.fields)

    def items(self, language: str) -> Iterator[Item]:
        self.card.require(language)
        items = list(self._model.read(language, [self.file]))
        if not items:
            raise DataError(f"'{self.name}' has no items.")
        return iter(items)


def open_published_file(name: str) -> PublishedFile | None:
    """None if the file has none of the known shapes."""
    path = expand(name)
    if not is_file(path):
        return None
    with path.open("rb") as file:
        beginning = file.read(BEGINNING).decode("utf-8", errors="replace")
    table = beginning.lstrip("\ufeff \n")[:1] not in ("{", "[")
    words = beginning.partition("\n")[0] if table else beginning
    known = next((like for like, names in SHAPES.items() if _has_shape(like, names, words, table=table)), None)
    return PublishedFile(path, name, known) if known else None


def _has_shape(like: str, names: tuple[str, ...], words: str, *, table: bool) -> bool:
    if table and like in ALSO_TABLES:
        names = tuple(name.strip('"') for name in names)
    return names[0].startswith('"') != table and all(name in words for name in names)
