"""EsBBQ and CaBBQ: Spanish and Catalan questions about nine further kinds of groups; see `esbbq`.

Reference: Ruiz-Fernández et al., 2025.
"""

from __future__ import annotations

from babelance.datasets._esbbq import categories_of_esbbq

dataset = categories_of_esbbq(
    "esbbq-more",
    "EsBBQ and CaBBQ (nine kinds of groups)",
    (
        ("es", "Age", "05fd57cf59460c9a2a3d96b49f1377a1a5bd8cf13daac87e1ff13d851b473c1c", 2962504),
        ("es", "DisabilityStatus", "d9fcc40a97d8f8fc081d6733dcff262c37f1b771076c84020429cbd28302e2a0", 2085920),
        ("es", "LGBTQIA", "4008b83ea7fcb3e4400667ea501501fed1e8eed4c5fe7064e65361476d793b39", 1733302),
        ("es", "Nationality", "1c95c5ad8b0cf7f93848aa156d9a3ddba8ec330a1078633df750ccabbc259ea3", 370326),
        ("es", "PhysicalAppearance", "920cdfd8814470ff3204eacbb36c5cd5376b12a3cbeafca4812318c1f26bbe5a", 2335012),
        ("es", "RaceEthnicity", "c9fd61928e9f5d86ac8081274e9f6e622725742c89a94a0ad25b14e14290e21d", 2899934),
        ("es", "Religion", "4f224a33a744217651e62b95d9c5a2ed2eb1c9ddb694d42b37af715221542b71", 521524),
        ("es", "SES", "64164f05bf6ab7ceea00a35d465c2cf8bf7364c7045131c2136d8aab49bd4270", 2835696),
        ("es", "SpanishRegion", "cc9d1ad1dbb0e4dbefcd10205f3cb764d0ea53f64b82c2c03dd3cbe0ba9d1002", 555772),
        ("ca", "Age", "da477fc5c6897ee3424204c396cec66b92b85ff615b122c93fdd054dda9b0d09", 2898812),
        ("ca", "DisabilityStatus", "44ce612d6cd03d0cd10bc27d4c5cbb0495a7a1fa84aaf1f3f04dad2a6f28b4f8", 2075772),
        ("ca", "LGBTQIA", "89a531f80e0e1d875c4efec64390bcede78ca30a3c8f2aeaba9300b6c020b1f7", 1742332),
        ("ca", "Nationality", "3d586021e8d00ed005fc3ddcf66df6b8d2deec2b7d1e771bc9136b1287e64ae2", 369788),
        ("ca", "PhysicalAppearance", "f48c9e288feb01a7fc84a5a7022ceb88dec88da615bdf3c3ba011ecf5e77cb88", 2376720),
        ("ca", "RaceEthnicity", "5f6869eb397d56730921adf1eeec1abb25a4dcf3a541175295c46b5151c2bec9", 2948110),
        ("ca", "Religion", "ff2bdbcaecb2ad96558f961edd671b209447a2cd21802d069530eb9216e789b2", 523906),
        ("ca", "SES", "b2d4880f5d7aaeb96033b97051f30b8259b397b65326100d331dd15b45428b38", 2851256),
        ("ca", "SpanishRegion", "efe6aac654ddd8b1a154d5c5f69186c2c5b6ce411978863f0881fc3f3cd37be4", 558844),
    ),
    note="Gender is in `esbbq`.",
    groups=("category",),
)
