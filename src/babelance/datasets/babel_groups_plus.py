"""babel-groups with five more countries and five more attributes: does the score depend on the choice of words?"""

from __future__ import annotations

from babelance.datasets.reading.probe_groups import NOTES, item_maker
from babelance.datasets.reading.probes import Babel, card

dataset = Babel(
    card=card(
        "babel-groups-plus",
        "Own nationality probes, +5 countries, +5 attributes",
        section="groups",
        groups=("template",),
        notes=NOTES,
    ),
    fields=frozenset({"template", "attribute", "targets"}),
    make=item_maker(extra=True),
)
