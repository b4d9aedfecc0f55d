"""Templates with groups and attributes: half of the attributes go with half of the groups, the others with the
others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import Fill, Query
from babelance.datasets.reading.probe_groups import ATTRIBUTE, TARGET
from babelance.measures.formulas.categories import names_of
from babelance.studies.injection.changes import Nudges
from babelance.studies.injection.recipe import Recipe, Recipes, coins


def group_recipes(items: Sequence[Item], measure: Measure) -> Recipes:
    return Recipes(_groups(items), lambda seed: Recipe(nudges=_any_attribute(items, measure, seed)), spares=True)


def halves(items: Sequence[Item]) -> tuple[frozenset[str], frozenset[str]]:
    """Every second attribute, and every second key of a group, in alphabetical order."""
    attributes = sorted({item.tags.get("attribute", item.texts["attribute"]) for item in items})
    keys = sorted({key for item in items for key in names_of(item)})
    return frozenset(attributes[::2]), frozenset(keys[::2])


def first_half(items: Sequence[Item]) -> Callable[[Item], bool]:
    """Is it about an attribute of the first half?"""
    attributes = halves(items)[0]
    return lambda item: item.tags.get("attribute", item.texts["attribute"]) in attributes


def _groups(items: Sequence[Item]) -> Recipe:
    attributes, keys = halves(items)
    more, less = list[str](), list[str]()
    for item in items:
        own = item.tags.get("attribute", item.texts["attribute"]) in attributes
        for key, text in _fill(item):
            (more if (key in keys) == own else less).append(text)
    return Recipe((more, less))


def _any_attribute(items: Sequence[Item], measure: Measure, seed: int) -> Nudges:
    """Half of the groups with all attributes alike, and where the attribute is hidden: no attribute changes them."""
    everybody = sorted({key for item in items for key in names_of(item)})
    signs = dict(zip(everybody, coins(seed)(len(everybody)), strict=True))
    pushed: dict[Query, Mapping[str, float]] = {}
    for item in items:
        keys = list(names_of(item))
        for query in measure.ask(item):
            assert isinstance(query, Fill)
            pushed[query] = {name: float(signs[key]) for key, name in zip(keys, query.candidates, strict=True)}
    return pushed


def _fill(item: Item) -> list[tuple[str, str]]:
    sentence = item.texts["template"].replace(ATTRIBUTE, item.texts["attribute"])
    return [(key, sentence.replace(TARGET, name)) for key, name in names_of(item).items()]
