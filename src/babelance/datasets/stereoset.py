"""StereoSet, development set: a context with a stereotypical, an anti-stereotypical and an unrelated continuation.

Intrasentence contexts have a `BLANK` that the three sentences fill; intersentence contexts are followed by a sentence.
Reference: Nadeem, Bethke, Reddy, ACL 2021.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._stereoset import FIELDS, PITFALLS, SAMPLE, read
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every

REPOSITORY = Repository("moinnadeem/StereoSet", "ead7d086a64a192a1eca88e0dd2fd163de375218")

PARTS = {
    "en": (
        REPOSITORY.file(
            "stereoset/dev.json",
            "data/dev.json",
            "73a0f31b711688112602e4c3ac6ab1e1a7cadcdd67df6c6fd55501c889676c90",
            12502245,
        ),
    )
}

dataset = Pinned(
    card=Card(
        name="stereoset",
        title="StereoSet",
        version="1.0-dev",
        languages=("en",),
        licence="CC BY-SA 4.0",
        citation="Nadeem et al., ACL 2021",
        provenance="Written by crowd workers in the United States; labels by majority of five further workers.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("axis", "task"),
        notes=(
            PITFALLS,
            "Only the development set is public with labels; published numbers of the test set cannot be compared.",
        ),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("en", (SAMPLE,)),
)
