"""BBQ: English questions about disability, physical appearance and sexual orientation; see `bbq`.

Reference: Parrish et al., Findings of ACL 2022.
"""

from __future__ import annotations

from babelance.datasets._bbq import categories_of_bbq

dataset = categories_of_bbq(
    "bbq-more",
    "BBQ (disability, appearance, sexual orientation)",
    (
        ("Disability_status", "375d40d9b71f056150264445ec189b13934998f3f49a1e311aa7578eb3b45e5f", 1336984),
        ("Physical_appearance", "e48d7e13508565f4801574e611043470c25c95a0a62af3699cb5ee7cb02608fb", 1347476),
        ("Sexual_orientation", "2c71036b9e7584fe589c42aef32c1a42bc01b9a5e9b1b8704342630cdb08cefd", 729010),
    ),
    note="Gender identity, race and socio-economic status are in the repository, too.",
)
