"""A known bias in word vectors: words of the first sets are moved along one direction, those of the second against it.

Targets are moved by the size of the rate and attributes by the rate itself, so that below 0 the targets are drawn to
the other attributes. A sham deals out the vectors of all words anew: the same vectors, and no set that means anything.
Targets and attributes are mixed, since to some measures (MAC) it is a bias that the two are alike as a whole. Only
words that the model knows take part: one that it does not know would be lost to another set in every sham, and with it
to the comparison of all rates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

import numpy as np

from babelance.core.item import Item
from babelance.studies.injection.changes import Dealt, Moved
from babelance.studies.injection.recipe import Recipe, Recipes

FIELDS = frozenset({"word", "query", "role", "set", "side"})
_SIGNS = {"1": 1.0, "2": -1.0}


def word_recipes(items: Sequence[Item]) -> Recipes:
    """`items`: those whose words the model knows."""
    return Recipes(Recipe(other=partial(Moved, _places(items))), lambda seed: _dealt(items, seed))


def _places(items: Sequence[Item]) -> dict[str, tuple[float, float]]:
    """A word of several sets is moved by the mean of what each asks for."""
    signs: dict[str, dict[str, list[float]]] = defaultdict(lambda: {"target": [], "attribute": []})
    for item in items:
        signs[item.texts["word"]][item.tags["role"]].append(_SIGNS.get(str(item.tags["side"]), 0.0))
    mean = {
        word: {role: float(np.mean(sides or [0.0])) for role, sides in roles.items()} for word, roles in signs.items()
    }
    return {word: (means["target"], means["attribute"]) for word, means in mean.items()}


def _dealt(items: Sequence[Item], seed: int) -> Recipe:
    words = sorted({item.texts["word"] for item in items})
    dealt = map(str, np.random.default_rng(seed).permutation(words))
    change = Dealt(dict(zip(words, dealt, strict=True)))
    return Recipe(other=lambda rate: change)
