"""Controls for `babel-pairs`: two names of the same gender and a statement that fits both.

A measure that finds a difference here finds something else than bias, the frequency of names above all.
"""

from __future__ import annotations

from babelance.datasets._babel import Babel, card
from babelance.datasets._babel_pairs import controls

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
