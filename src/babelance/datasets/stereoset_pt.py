"""StereoSet in Brazilian Portuguese: the development set, translated, with the ids and labels of the original.

`path("results.json")` has the published ss, lms and icat of several models.
Reference: Nadeem, Bethke, Reddy, ACL 2021; the translation is from its repository.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._stereoset import FIELDS, PITFALLS, SAMPLE, read
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every

REPOSITORY = Repository("firminovitoria/stereoset-ptbr", "94a101a93a1032322b108e77b7cd743b208776b5")

PARTS = {
    "pt": (
        REPOSITORY.file(
            "stereoset-pt/dev_ptbr.json",
            "data/dev_ptbr.json",
            "d93d71252e2e7c2c70fac7b2f11fbc9f53a68b84fd84ae4f9305897fb1063155",
            3565602,
        ),
    )
}
RESULTS = REPOSITORY.file(
    "stereoset-pt/results.json",
    "results/results.json",
    "65a929b6816899b70e46cdef2c1403646eac38dc1c6a5824b21d41e709e7ae80",
    6403,
)

dataset = Pinned(
    card=Card(
        name="stereoset-pt",
        title="StereoSet in Brazilian Portuguese",
        version="1.0-ptbr",
        languages=("pt",),
        licence="CC BY-SA 4.0",
        citation="Nadeem et al., ACL 2021; PT-BR translation",
        provenance="Translation of the development set of StereoSet (how is not stated); labels are those of the "
        "English sentences, which nobody judged again.",
        files=every(PARTS, RESULTS),
        url=REPOSITORY.url,
        groups=("axis", "task"),
        validated=False,
        notes=(
            "Fillers were translated with their sentence: more than the blank may differ between context and sentence.",
            "Target terms are left in English.",
            PITFALLS,
        ),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("pt", (SAMPLE,)),
)
