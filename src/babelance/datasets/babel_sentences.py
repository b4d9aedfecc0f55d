"""The sentences of `babel-pairs` one by one, grouped by gender: what `mbe` needs.

Every sentence of one group has a twin in the other, so lengths and topics are balanced; see `babelance build mbe` for
sentences from real text.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.datasets.reading.probe_pairs import pairs
from babelance.datasets.reading.probes import Babel, Probe, card


def make(probe: Probe) -> Iterator[Item]:
    for pair in pairs(probe):
        groups = ("female", "male") if pair.tags["stereotype"] == "female" else ("male", "female")
        for side, group in zip(("more", "less"), groups, strict=True):
            tags = {"group": group, "domain": pair.tags["domain"], "pair": pair.id}
            yield Item(f"{pair.id}-{group}", pair.language, {"text": pair.texts[side]}, tags)


dataset = Babel(
    card=card(
        "babel-sentences",
        "Own sentences about women and men",
        section="pairs",
        groups=("domain",),
        notes=("The sentences of `babel-pairs`, compared all with all instead of pair by pair.",),
    ),
    fields=frozenset({"text", "group", "domain", "pair"}),
    make=make,
)
