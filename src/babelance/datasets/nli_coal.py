"""NLI-CoAL, all words: premises about an occupation, hypotheses about a woman or a man, in en, ja and zh.

Sets `pro` (the gender is the stereotype of the occupation), `anti` (the other one), `non` (the occupation has none).
`path(…)` also gives the occupation words and three of the bias-controlled sets.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
"""

from __future__ import annotations

from babelance.datasets._nli_coal import sets_of_nli_coal

dataset = sets_of_nli_coal(
    "nli-coal",
    "NLI-CoAL, all words",
    (
        "en_v1.1/bias-eval-set_v1.1/all-words",
        "ja_v1.1/bias-eval-set_v1.1/untokenized",
        "zh_v1.0/bias-eval-set_v1.0/all-words",
    ),
    all_files=True,
)
