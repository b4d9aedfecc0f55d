"""babel-groups with five more countries and five more attributes: does the score depend on the choice of words?"""

from __future__ import annotations

from babelance.datasets._babel import Babel, card
from babelance.datasets._babel_groups import NOTES, maker

dataset = Babel(
    card=card(
        "babel-groups-plus",
        "Own nationality probes, +5 countries, +5 attributes",
        section="groups",
        groups=("template",),
        notes=NOTES,
    ),
    fields=frozenset({"template", "attribute", "targets"}),
    make=maker(extra=True),
)
