"""CrowS-Pairs: 1,508 English pairs of sentences about nine kinds of social groups.

`more` is always the more stereotypical sentence (`sent_more`). The tag `direction` says whether the pair shows a
stereotype (`stereo`) or its opposite (`antistereo`); the sentences are never swapped.
Reference: Nangia, Vania, Bhalerao, Bowman, EMNLP 2020.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._crows import FIELDS, PITFALLS, read_file, sample_text
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every

REPOSITORY = Repository("nyu-mll/crows-pairs", "8aaac11c485473159ec9328a65253a5be9a479dc")

PARTS = {
    "en": (
        REPOSITORY.file(
            "crows-pairs/crows_pairs_anonymized.csv",
            "data/crows_pairs_anonymized.csv",
            "dfb36986ce0502abbaf7055b9176da3d08d48e07df1251991b5dfbcbceab9d0c",
            437764,
        ),
    )
}

dataset = Pinned(
    card=Card(
        name="crows-pairs",
        title="CrowS-Pairs",
        version="1.0",
        languages=("en",),
        licence="CC BY-SA 4.0",
        citation="Nangia et al., EMNLP 2020",
        provenance="Written by crowd workers in the United States; each pair judged by five further workers.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("axis", "direction"),
        notes=(PITFALLS,),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=lambda language, paths: read_file(language, paths[0], id_column=""),
    sample=Sample("en", (sample_text(""),)),
)
