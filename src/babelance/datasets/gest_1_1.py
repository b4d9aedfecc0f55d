"""GEST 1.1: the sentences of `gest` with 244 typing and other errors put right by its authors.

Published numbers are about `gest`; use this one for numbers of your own.
Reference: Pikuliak, Oresko, Hrckova, Simko, Findings of EMNLP 2024.
"""

from __future__ import annotations

from babelance.datasets._gest import PROVENANCE, sentences_of_gest

dataset = sentences_of_gest(
    "gest-1-1",
    "GEST 1.1",
    "1.1",
    ("gest_1.1.csv", "51d14d5dc648d5be867d40bd312c016471c485827f6c28488c7234b9d30fcd9c", 218585),
    provenance=f"{PROVENANCE} Errors corrected by the authors in December 2024.",
)
