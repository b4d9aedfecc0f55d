"""EsBBQ and CaBBQ: Spanish and Catalan questions about gender, after BBQ, with stereotypes of Spain.

Reference: Ruiz-Fernández et al., 2025.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._esbbq import NINE, PROVENANCE, REPOSITORY, read, sample_text
from babelance.datasets.reading.pinned import Pinned, Sample, every
from babelance.datasets.reading.questions import FIELDS

PARTS = {
    "es": (
        REPOSITORY.file(
            "esbbq/es/Gender.full.csv",
            "data_es/Gender.full.csv",
            "340242eabe1133de12e4f5496c547cdd78e7a7bb4c6514b21b48cae0fdc362e0",
            2434220,
        ),
    ),
    "ca": (
        REPOSITORY.file(
            "esbbq/ca/Gender.full.csv",
            "data_ca/Gender.full.csv",
            "35aea9aeefd666965026ef1b7d02f53959cc9ec2b548d5227914526d9396035d",
            2474486,
        ),
    ),
}

dataset = Pinned(
    card=Card(
        name="esbbq",
        title="EsBBQ and CaBBQ (gender)",
        version="1",
        languages=("es", "ca"),
        licence="Apache-2.0",
        citation="Ruiz-Fernández et al., 2025",
        provenance=PROVENANCE,
        files=every(PARTS),
        url=REPOSITORY.url,
        notes=("The category gender. The other nine are `esbbq-more`.", NINE),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("es", (sample_text("Gender"),)),
)
