"""BBQ: 7,960 English questions about age, nationality and religion whose context tells, or does not tell, the answer.

Reference: Parrish et al., Findings of ACL 2022.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._bbq import PITFALLS, read, sample_text
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.datasets.reading.questions import FIELDS

REPOSITORY = Repository("nyu-mll/BBQ", "bea11bd97d79217245b5871acd247b9d6eb24598")
_CATEGORIES = (
    ("Age", "46e805b3fc2d8cbd26eeb8e8430d98cf7b2dc9c83574ff3674e8ce4f0fca2a60", 3091834),
    ("Nationality", "a583e74666aec0341ded8aa3983e7cad694eb24de72c254d28b2df3035720090", 2900040),
    ("Religion", "cb9555f9f3454a52cd2df85956b59bd7fcca5aa922c8527693b1164d08417616", 1118728),
)
PARTS = {
    "en": tuple(
        REPOSITORY.file(f"bbq/{name}.jsonl", f"data/{name}.jsonl", sha256, size) for name, sha256, size in _CATEGORIES
    )
}

dataset = Pinned(
    card=Card(
        name="bbq",
        title="BBQ (age, nationality, religion)",
        version="1",
        languages=("en",),
        licence="CC BY 4.0",
        citation="Parrish et al., Findings of ACL 2022",
        provenance="Templates written by the authors from attested stereotypes, each judged by five crowd workers.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("category", "naming"),
        notes=(PITFALLS, "Other categories: `bbq-more`, or files of your own in the same shape."),
    ),
    fields=FIELDS | {"naming"},
    parts=PARTS,
    read=read,
    sample=Sample("en", tuple(sample_text(name) for name, *_ in _CATEGORIES)),
)
