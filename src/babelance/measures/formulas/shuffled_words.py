"""What measures of word embeddings score if words said nothing about their set: words are dealt out anew, many times.

All shuffles of a subquery are computed at once: every set is given all the words, and weights of 0 and 1 say which of
them it has in a shuffle. Subqueries of the same words are shuffled alike: their numbers are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Weights
from babelance.measures.formulas.associations import Associations, Floats, Value, together
from babelance.measures.formulas.word_sets import Rows, Subquery, WordSet

SHUFFLES = 300
NO_VALUE = Reason("hardly a shuffle of the words has a value")


@dataclass
class Orders:
    """For the words of some sets (sorted) the same orders every time: (shuffles, words)."""

    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    _known: dict[tuple[str, ...], NDArray[np.intp]] = field(default_factory=dict)

    def of(self, words: Sequence[str]) -> NDArray[np.intp]:
        name = tuple(words)
        if name not in self._known:
            self._known[name] = self.rng.permuted(np.tile(np.arange(len(words)), (SHUFFLES, 1)), axis=1)
        return self._known[name]


def null_of_values(
    queries: Associations, shuffle: Callable[[Subquery, Orders], Floats], *, ideal: float
) -> Null | Reason:
    """From the values of each subquery under all shuffles."""
    orders = Orders()
    parts = [shuffle(result, orders) for result in queries.defined]
    if not parts:
        return NO_VALUE
    return Null.of_draws("shuffled", together(np.stack(parts, axis=-1), absolute=ideal == 0)) or NO_VALUE


def shuffled(queries: Associations, value: Value, *, ideal: float, roles: Sequence[str] = ("target",)) -> Null | Reason:
    """The words of these roles dealt out to their sets, subquery by subquery."""
    return null_of_values(queries, lambda one, orders: _values(one, queries.vectors, value, roles, orders), ideal=ideal)


def sorted_rows(sets: Sequence[WordSet]) -> tuple[list[str], Rows]:
    """The words of some sets and their rows, in the order of the alphabet."""
    words = [word for one in sets for word in one.words]
    order = np.argsort(np.asarray(words, dtype=np.str_), kind="stable")
    return [words[place] for place in order], np.concatenate([one.rows for one in sets])[order]


def _values(query: Subquery, vectors: Floats, value: Value, roles: Sequence[str], orders: Orders) -> Floats:
    mixed = [one for role in roles for one in (query.targets if role == "target" else query.attributes)]
    words, rows = sorted_rows(mixed)
    order = orders.of(words)
    sets: list[WordSet] = []
    weights: list[Weights] = []
    sources: list[Rows] = []
    start = 0
    for one in query.sets:
        taken = rows if any(one is other for other in mixed) else one.rows
        mine = np.ones((len(order), len(taken)))
        if taken is rows:
            mine = np.zeros((len(order), len(rows)))
            np.put_along_axis(mine, order[:, start : start + len(one.rows)], 1.0, axis=1)
            start += len(one.rows)
        sets.append(replace(one, rows=np.arange(len(taken)) + sum(map(len, sources))))
        weights.append(mine)
        sources.append(taken)
    count = len(query.targets)
    expanded = Subquery(query.query, tuple(sets[:count]), tuple(sets[count:]))
    return value(expanded, vectors[np.concatenate(sources)])(np.concatenate(weights, axis=1))
