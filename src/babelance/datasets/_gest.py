"""What the files in GEST's format have in common: the columns `sentence` and `stereotype`, a number from 1 to 16."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import parse_csv, read_text

FIELDS = frozenset({"sentence", "stereotype", "gender", "name"})
REPOSITORY = Repository("kinit-sk/gest", "7dd908cae11720ee5d95e43a4ab94fb410c8b790")
CITATION = "Pikuliak et al., Findings of EMNLP 2024"
PROVENANCE = (
    "Written in English by professional translators from nine countries, in the first person and without gender, for "
    "16 stereotypes that experts on gender named; each sentence judged by two annotators."
)
NOTES = (
    "Stereotypes 1 to 7 are about women, 8 to 16 about men. Sentences about strength and sexuality (14 to 16) are more "
    "often about men in plain fact, too.",
    "Ten sentences occur twice. They are kept, because published numbers count them twice.",
)
STEREOTYPES = {
    "female": ("emotional", "gentle", "empathetic", "neat", "social", "weak", "beautiful"),
    "male": (
        "tough",
        "self-confident",
        "professional",
        "rational",
        "provider",
        "leader",
        "childish",
        "sexual",
        "strong",
    ),
}
NAMES = {
    str(number): (gender, name)
    for number, (gender, name) in enumerate(
        ((gender, name) for gender, names in STEREOTYPES.items() for name in names), start=1
    )
}
"""Number → whom the stereotype is about, and what it says."""

SAMPLE = Sample(
    "en", ('sentence,stereotype\nI wept at the wedding.,1\n"I lifted it, all alone.",16\nI lead the team.,13\n',)
)


def sentences_of_gest(
    name: str, title: str, version: str, file: tuple[str, str, int], *, provenance: str = PROVENANCE
) -> Pinned:
    """One released file: its name, SHA-256 and size."""
    path, sha256, size = file
    parts = {"en": (REPOSITORY.file(f"gest/{path}", f"data/{path}", sha256, size),)}
    return Pinned(
        card=Card(
            name=name,
            title=title,
            version=version,
            languages=("en",),
            licence="Apache-2.0",
            citation=CITATION,
            provenance=provenance,
            files=every(parts),
            url=REPOSITORY.url,
            groups=("stereotype",),
            notes=NOTES,
        ),
        fields=FIELDS,
        parts=parts,
        read=read,
        sample=SAMPLE,
    )


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    [path] = paths
    for number, row in enumerate(parse_csv(read_text(path), name=str(path)).rows, start=1):
        stereotype = row.cells["stereotype"].strip()
        if stereotype not in NAMES:
            raise DataError(f"{path}, {row.place}: there is no stereotype '{stereotype}'; they are 1 to {len(NAMES)}.")
        yield item_of(str(number), language, {"sentence": row.cells["sentence"]}, stereotype)


def item_of(name: str, language: str, texts: dict[str, str], stereotype: str) -> Item:
    gender, says = NAMES[stereotype]
    return Item(name, language, texts, {"stereotype": stereotype, "gender": gender, "name": says})
