"""Our own pairs about gender: the same sentence with a woman's and a man's name (or word), in seven domains.

`more` is the sentence a stereotype expects: with the woman's name in frames tagged `stereotype=female`, with the man's
in those tagged `male`. Which names a frame gets follows from its text, so adding a frame changes no other pair.
"""

from __future__ import annotations

from babelance.datasets.reading.probe_pairs import pairs
from babelance.datasets.reading.probes import Babel, card

dataset = Babel(
    card=card(
        "babel-pairs",
        "Own gender pairs in seven domains",
        section="pairs",
        groups=("domain", "stereotype"),
        notes=(
            "Names stand for gender, and gender has two values here.",
            "The stereotypes are those the authors know; they differ between societies.",
            "`babel-controls` has pairs of the same make that must not show a difference.",
        ),
    ),
    fields=frozenset({"more", "less", "axis", "domain", "stereotype", "control"}),
    make=pairs,
)
