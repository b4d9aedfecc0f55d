"""Our own word sets for static embeddings: six contrasts, each against gender terms and against names.

An item is a word in its role in a query: tags `query`, `role` (`target` or `attribute`), `set`, `side` (1 or 2, the
order of the two sets) and `position` in the set. Targets are male, then female; the first attribute set is the one a
stereotype ties to men, so a positive WEAT effect is the stereotype. `queries("en")` gives the same in WEFE's shape.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.core.language import parse_words, require
from babelance.datasets.reading.probes import Babel, Probe, card, probe, shared_material
from babelance.datasets.reading.queries import FIELDS, query_items

Sets = dict[str, tuple[str, ...]]
Query = dict[str, str | Sets]


def queries(code: str) -> list[Query]:
    """`{name, target_sets: {name: words}, attribute_sets: {name: words}}`, terms first, then names."""
    return [
        {"name": name, "target_sets": targets, "attribute_sets": attributes}
        for name, targets, attributes in _queries(probe(code))
    ]


def _queries(material: Probe) -> Iterator[tuple[str, Sets, Sets]]:
    sets = {name: parse_words(words) for name, words in material.section("words").items()}
    names = require(material.language, "names")
    terms = {"male terms": sets["male"], "female terms": sets["female"]}
    for kind, targets in {
        "terms": terms,
        "names": {"male names": names["male"], "female names": names["female"]},
    }.items():
        for name, pair in shared_material()["queries"].items():
            yield f"{name} {kind}", targets, {attribute: sets[attribute] for attribute in parse_words(pair)}


def make(material: Probe) -> Iterator[Item]:
    for name, targets, attributes in _queries(material):
        yield from query_items(name, material.language.code, targets=targets, attributes=attributes)


dataset = Babel(
    card=card(
        "babel-words",
        "Own word sets for WEAT and its relatives",
        section="words",
        groups=("query",),
        notes=("Words with several meanings keep all of them in a static embedding.",),
    ),
    fields=FIELDS,
    make=make,
)
