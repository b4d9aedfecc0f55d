"""GEST: 3,565 English sentences in the first person for 16 stereotypes about women and men.

Nothing in a sentence tells the speaker's gender, so whoever is made to tell it shows what it expects: a language model
that says who spoke (`gest`), a translator into a language where the verb or adjective must agree (`gest-translation`).
The tag `stereotype` is its number in the paper, `gender` whom it is about, `name` what it says. Items stand in the
order of the released file, in which the released scores of models are written.
Reference: Pikuliak, Oresko, Hrckova, Simko, Findings of EMNLP 2024.
"""

from __future__ import annotations

from babelance.datasets._gest import sentences_of_gest

dataset = sentences_of_gest(
    "gest",
    "GEST",
    "1.0",
    ("gest.csv", "7e306adaa2913b660c6ddccddb26703a1de8c880cb0597ad27db4bca75380eea", 214899),
)
