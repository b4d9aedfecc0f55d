"""NLI-CoAL, downsampled: 200 pairs per set, balanced over genders, as used in the paper's meta-evaluation.

The ids are those of `nli-coal`, of which these pairs are a part.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._nli_coal import FIELDS, NOTES, PROVENANCE, SAMPLE, parts, read
from babelance.datasets._nli_coal_files import REPOSITORY
from babelance.datasets.reading.pinned import Pinned, Sample, every

PARTS = parts(
    "en_v1.1/bias-eval-set_v1.1/downsamp",
    "ja_v1.1/bias-eval-set_v1.1/downsamp",
    "zh_v1.0/bias-eval-set_v1.0/downsamp",
)

dataset = Pinned(
    card=Card(
        name="nli-coal-downsampled",
        title="NLI-CoAL, downsampled",
        version="1.1",
        languages=("en", "ja", "zh"),
        licence="MIT",
        citation="Anantaprayoon et al., LREC-COLING 2024",
        provenance=PROVENANCE,
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("gender",),
        notes=NOTES,
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("en", SAMPLE),
)
