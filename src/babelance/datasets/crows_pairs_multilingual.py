"""Multilingual CrowS-Pairs: the French revision of CrowS-Pairs and its translations, adapted by native speakers.

One file for each language in the format of CrowS-Pairs. `more` is the more stereotypical sentence.
Reference: Fort et al., LREC-COLING 2024; Névéol et al., ACL 2022.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.core.language import parse_words
from babelance.datasets._crows import FIELDS, PITFALLS, read_file, sample_text
from babelance.datasets.reading.elsewhere import Elsewhere
from babelance.datasets.reading.pinned import Sample

LANGUAGES = parse_words("ar ca de en es-AR fr it mt zh")

dataset = Elsewhere(
    card=Card(
        name="crows-pairs-multilingual",
        title="Multilingual CrowS-Pairs",
        version="1",
        languages=LANGUAGES,
        licence="CC BY-SA 4.0",
        citation="Fort et al., LREC-COLING 2024",
        provenance="Translated and adapted by native speakers from revised English and French pairs; new ones added.",
        url="https://gitlab.inria.fr/corpus4ethics/multilingualcrowspairs",
        groups=("axis", "direction"),
        notes=(
            PITFALLS,
            "Many pairs differ in more than one place where grammar asks for it: look with `babelance lint`.",
            "Columns were looked at in a copy of the Maltese file, which is read as it is; files of the other "
            "languages were not seen here.",
        ),
    ),
    fields=FIELDS,
    parts={code: (f"crows-pairs-multilingual/crowspairs_{code}.csv",) for code in LANGUAGES},
    read=lambda language, paths: read_file(language, paths[0], id_column=""),
    sample=Sample("de", (sample_text(""),)),
)
