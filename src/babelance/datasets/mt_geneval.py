"""MT-GenEval, counterfactual part: English sentences about a woman, the same about a man, and a translation of each.

`--languages` are the languages translated *into*; sources are English. `text` and `reference` are about a woman,
`swapped` and `swapped_reference` the same sentence about a man. The id is the line, from 1. Reference: Currey et al.,
EMNLP 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets import _mt_geneval as shared
from babelance.datasets.reading.pinned import Pinned, Sample, every

LANGUAGES = ("ar", "de", "es", "fr", "hi", "it", "pt", "ru")
FIELDS = ("text", "reference", "swapped", "swapped_reference")
PARTS = {
    code: tuple(
        shared.file(f"sentences/test/geneval-sentences-{gender}-test.en_{code}.{side}")
        for gender in ("feminine", "masculine")
        for side in ("en", code)
    )
    for code in LANGUAGES
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for number, cells in enumerate(shared.rows(paths), start=1):
        yield Item(str(number), language, dict(zip(FIELDS, cells, strict=True)), {"source": "en"})


dataset = Pinned(
    card=Card(
        name="mt-geneval",
        title="MT-GenEval, counterfactual",
        version="1",
        languages=LANGUAGES,
        licence=shared.LICENCE,
        citation=shared.CITATION,
        provenance="Sentences of Wikipedia, made counterfactual and translated by people for the authors.",
        files=every(PARTS),
        url=shared.REPOSITORY.url,
        notes=("The languages are those translated into; sources are English. Test part.",),
    ),
    fields=frozenset({*FIELDS, "source"}),
    parts=PARTS,
    read=read,
    sample=Sample(
        "fr",
        (
            "She is a baker.\nShe is a singer.",
            "C'est une boulangère.\nC'est une chanteuse.",
            "He is a baker.\nHe is a singer.",
            "C'est un boulanger.\nC'est un chanteur.",
        ),
    ),
)
