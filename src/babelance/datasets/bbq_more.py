"""BBQ: English questions about disability, physical appearance and sexual orientation; see `bbq`.

Reference: Parrish et al., Findings of ACL 2022.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._bbq import PITFALLS, read, sample_text
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.datasets.reading.questions import FIELDS

REPOSITORY = Repository("nyu-mll/BBQ", "bea11bd97d79217245b5871acd247b9d6eb24598")
_CATEGORIES = (
    ("Disability_status", "375d40d9b71f056150264445ec189b13934998f3f49a1e311aa7578eb3b45e5f", 1336984),
    ("Physical_appearance", "e48d7e13508565f4801574e611043470c25c95a0a62af3699cb5ee7cb02608fb", 1347476),
    ("Sexual_orientation", "2c71036b9e7584fe589c42aef32c1a42bc01b9a5e9b1b8704342630cdb08cefd", 729010),
)
PARTS = {
    "en": tuple(
        REPOSITORY.file(f"bbq/{name}.jsonl", f"data/{name}.jsonl", sha256, size) for name, sha256, size in _CATEGORIES
    )
}

dataset = Pinned(
    card=Card(
        name="bbq-more",
        title="BBQ (disability, appearance, sexual orientation)",
        version="1",
        languages=("en",),
        licence="CC BY 4.0",
        citation="Parrish et al., Findings of ACL 2022",
        provenance="Templates written by the authors from attested stereotypes, each judged by five crowd workers.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("category", "naming"),
        notes=(PITFALLS, "Gender identity, race and socio-economic status are in the repository, too."),
    ),
    fields=FIELDS | {"naming"},
    parts=PARTS,
    read=read,
    sample=Sample("en", tuple(sample_text(name) for name, *_ in _CATEGORIES)),
)
