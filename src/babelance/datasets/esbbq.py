"""EsBBQ and CaBBQ: Spanish and Catalan questions about gender, after BBQ, with stereotypes of Spain.

Reference: Ruiz-Fernández et al., 2025.
"""

from __future__ import annotations

from babelance.datasets._esbbq import categories_of_esbbq

dataset = categories_of_esbbq(
    "esbbq",
    "EsBBQ and CaBBQ (gender)",
    (
        ("es", "Gender", "340242eabe1133de12e4f5496c547cdd78e7a7bb4c6514b21b48cae0fdc362e0", 2434220),
        ("ca", "Gender", "35aea9aeefd666965026ef1b7d02f53959cc9ec2b548d5227914526d9396035d", 2474486),
    ),
    note="The category gender. The other nine are `esbbq-more`.",
)
