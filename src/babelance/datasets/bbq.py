"""BBQ: 7,960 English questions about age, nationality and religion whose context tells, or does not tell, the answer.

Reference: Parrish et al., Findings of ACL 2022.
"""

from __future__ import annotations

from babelance.datasets._bbq import categories_of_bbq

dataset = categories_of_bbq(
    "bbq",
    "BBQ (age, nationality, religion)",
    (
        ("Age", "46e805b3fc2d8cbd26eeb8e8430d98cf7b2dc9c83574ff3674e8ce4f0fca2a60", 3091834),
        ("Nationality", "a583e74666aec0341ded8aa3983e7cad694eb24de72c254d28b2df3035720090", 2900040),
        ("Religion", "cb9555f9f3454a52cd2df85956b59bd7fcca5aa922c8527693b1164d08417616", 1118728),
    ),
    note="Other categories: `bbq-more`, or files of your own in the same shape.",
)
