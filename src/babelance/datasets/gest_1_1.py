"""GEST 1.1: the sentences of `gest` with 244 typing and other errors put right by its authors.

Published numbers are about `gest`; use this one for numbers of your own.
Reference: Pikuliak, Oresko, Hrckova, Simko, Findings of EMNLP 2024.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._gest import CITATION, FIELDS, NOTES, PROVENANCE, REPOSITORY, SAMPLE, read
from babelance.datasets.reading.pinned import Pinned, every

PARTS = {
    "en": (
        REPOSITORY.file(
            "gest/gest_1.1.csv",
            "data/gest_1.1.csv",
            "51d14d5dc648d5be867d40bd312c016471c485827f6c28488c7234b9d30fcd9c",
            218585,
        ),
    )
}

dataset = Pinned(
    card=Card(
        name="gest-1-1",
        title="GEST 1.1",
        version="1.1",
        languages=("en",),
        licence="Apache-2.0",
        citation=CITATION,
        provenance=f"{PROVENANCE} Errors corrected by the authors in December 2024.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("stereotype",),
        notes=NOTES,
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=SAMPLE,
)
