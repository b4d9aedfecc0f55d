"""NLI-CoAL, all words: premises about an occupation, hypotheses about a woman or a man, in en, ja and zh.

Sets `pro` (the gender is the stereotype of the occupation), `anti` (the other one), `non` (the occupation has none).
`path(…)` also gives the occupation words and three of the bias-controlled sets.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._nli_coal import FIELDS, NOTES, PROVENANCE, SAMPLE, parts, read
from babelance.datasets._nli_coal_files import FILES, REPOSITORY
from babelance.datasets.reading.pinned import Pinned, Sample

PARTS = parts(
    "en_v1.1/bias-eval-set_v1.1/all-words",
    "ja_v1.1/bias-eval-set_v1.1/untokenized",
    "zh_v1.0/bias-eval-set_v1.0/all-words",
)

dataset = Pinned(
    card=Card(
        name="nli-coal",
        title="NLI-CoAL, all words",
        version="1.1",
        languages=("en", "ja", "zh"),
        licence="MIT",
        citation="Anantaprayoon et al., LREC-COLING 2024",
        provenance=PROVENANCE,
        files=tuple(FILES.values()),
        url=REPOSITORY.url,
        groups=("gender",),
        notes=NOTES,
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("en", SAMPLE),
)
