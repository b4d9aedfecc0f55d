"""NLI-CoAL, downsampled: 200 pairs per set, balanced over genders, as used in the paper's meta-evaluation.

The ids are those of `nli-coal`, of which these pairs are a part.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
"""

from __future__ import annotations

from babelance.datasets._nli_coal import sets_of_nli_coal

dataset = sets_of_nli_coal(
    "nli-coal-downsampled",
    "NLI-CoAL, downsampled",
    (
        "en_v1.1/bias-eval-set_v1.1/downsamp",
        "ja_v1.1/bias-eval-set_v1.1/downsamp",
        "zh_v1.0/bias-eval-set_v1.0/downsamp",
    ),
)
