"""Our own probes for Categorical Bias: 10 templates × 70 occupations and descriptors × 30 countries.

The shape is that of `ethnic-bias`: `template` has `[TTT]` in the place of the target and `[AAA]` in that of the
attribute, with the grammar this attribute needs; `targets` is a JSON object, ISO 3166 code → name in the form that the
template asks for. Keys of templates, attributes and targets are equal over languages.
"""

from __future__ import annotations

from babelance.datasets.reading.probe_groups import NOTES, item_maker
from babelance.datasets.reading.probes import Babel, card

dataset = Babel(
    card=card(
        "babel-groups",
        "Own nationality probes",
        section="groups",
        groups=("template",),
        notes=NOTES,
    ),
    fields=frozenset({"template", "attribute", "targets"}),
    make=item_maker(extra=False),
)
