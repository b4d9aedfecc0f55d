"""Controls for `babel-pairs`: two names of the same gender and a statement that fits both.

A measure that finds a difference here finds something else than bias, the frequency of names above all.
"""

from __future__ import annotations

from babelance.datasets.reading.probe_pairs import controls
from babelance.datasets.reading.probes import Babel, card

dataset = Babel(
    card=card(
        "babel-controls",
        "Own control pairs: names of the same gender",
        section="pairs",
        groups=(),
        notes=("Which sentence is `more` is arbitrary here. Read the numbers beside those of `babel-pairs`.",),
    ),
    fields=frozenset({"more", "less", "axis", "domain", "stereotype", "control"}),
    make=controls,
)
