"""MT-GenEval, contextual part: an English sentence that leaves open who is meant, after one that tells.

`--languages` are the languages translated *into*; sources are English, two sentences each. `reference` is a
translation of the second one with the right gender, `swapped_reference` the same with the wrong one. The id is the
line, from 1. Reference: Currey et al., EMNLP 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets import _mt_geneval as shared
from babelance.datasets.reading.pinned import Pinned, Sample, every

LANGUAGES = ("ar", "de", "es", "fr", "hi", "it", "nl", "pt", "ru")
SEPARATOR = "<sep>"
PARTS = {
    code: tuple(
        shared.file(f"context/geneval-context-wikiprofessions-{kind}-test.en_{code}.{side}")
        for kind, side in (("2to1", "en"), ("original", code), ("flipped", code))
    )
    for code in LANGUAGES
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for number, (source, right, wrong) in enumerate(shared.rows(paths), start=1):
        text = " ".join(part.strip() for part in source.split(SEPARATOR))
        yield Item(
            str(number), language, {"text": text, "reference": right, "swapped_reference": wrong}, {"source": "en"}
        )


dataset = Pinned(
    card=Card(
        name="mt-geneval-context",
        title="MT-GenEval, contextual",
        version="1",
        languages=LANGUAGES,
        licence=shared.LICENCE,
        citation=shared.CITATION,
        provenance="Pairs of sentences of Wikipedia; the second was translated by people for the authors.",
        files=every(PARTS),
        url=shared.REPOSITORY.url,
        notes=("The languages are those translated into; sources are English. Test part.",),
    ),
    fields=frozenset({"text", "reference", "swapped_reference", "source"}),
    parts=PARTS,
    read=read,
    sample=Sample(
        "fr",
        (
            "She was late. <sep> The baker sang.\nHe was tired. <sep> The singer slept.",
            "La boulangère chantait.\nLe chanteur dormait.",
            "Le boulanger chantait.\nLa chanteuse dormait.",
        ),
    ),
)
