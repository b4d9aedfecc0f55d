"""What measures of word embeddings score if words said nothing about their set: words are dealt out anew, many times.

All shuffles of a subquery are computed at once: every set is given all the words that it is mixed with, and weights of
0 and 1 say which of them it has in a shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, lgamma

import numpy as np
from numpy.typing import NDArray

from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Weights
from babelance.measures.formulas.associations import Associations, Floats, Value, together
from babelance.measures.formulas.word_sets import Rows, Subquery, WordSet

SHUFFLES = 300
NO_VALUE = Reason("hardly a shuffle of the words has a value")
Places = NDArray[np.intp]
"""Of the words of a set among those that they are mixed with, in every shuffle: (shuffles, words)."""


@dataclass(frozen=True, eq=False)
class Shuffles:
    """In every shuffle each word stands for one of those that it is mixed with: the words of its subquery, and those
    of all subqueries that share words with it. A word is the same in all of them, so what it does to one it does to
    the others: dealt out apart, their mean would vary less than it does.
    """

    queries: Associations
    roles: Sequence[str]

    def of(self, query: Subquery) -> tuple[Rows, list[Places]]:
        """The rows of the words that those of a subquery are mixed with, and the places of each mixed set of it."""
        mixed = self.mixed(query)
        words = next(words for words in self._orders if mixed[0].words[0] in words)
        index_of = {word: index for index, word in enumerate(words)}
        rows = np.asarray([self._rows[word] for word in words])
        return rows, [self._orders[words][:, [index_of[word] for word in word_set.words]] for word_set in mixed]

    def mixed(self, query: Subquery) -> list[WordSet]:
        return [
            word_set for role in self.roles for word_set in (query.targets if role == "target" else query.attributes)
        ]

    @cached_property
    def least(self) -> float:
        """The share of a single way to deal out the words: nothing can be rarer than that."""
        sets = [word_set for query in self.queries.defined for word_set in self.mixed(query)]
        homes: dict[str, frozenset[frozenset[str]]] = {}
        for words in {frozenset(word_set.words) for word_set in sets}:
            homes |= {word: homes.get(word, frozenset()) | {words} for word in words}
        return exp(-sum(_log_ways([homes[word] for word in words]) for words in self._orders))

    @cached_property
    def _orders(self) -> dict[tuple[str, ...], Places]:
        """Words that are mixed, in the order of the alphabet → the word that each stands for, in every shuffle."""
        rng, lists = np.random.default_rng(0), [self._words(query) for query in self.queries.defined]
        return {
            words: rng.permuted(np.tile(np.arange(len(words)), (SHUFFLES, 1)), axis=1) for words in components(lists)
        }

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Any row of a word: they all have its vector."""
        sets = [word_set for query in self.queries.defined for word_set in self.mixed(query)]
        return {word: int(row) for word_set in sets for word, row in zip(word_set.words, word_set.rows, strict=True)}

    def _words(self, query: Subquery) -> list[str]:
        return [word for word_set in self.mixed(query) for word in word_set.words]


def components(lists: Iterable[Iterable[str]]) -> list[tuple[str, ...]]:
    """Words that share a list, or that lists with common words lead to from one another; each sorted."""
    groups: list[set[str]] = []
    for words in lists:
        mine, others = set(words), list[set[str]]()
        for group in groups:
            if group.isdisjoint(mine):
                others.append(group)
            else:
                mine |= group
        groups = [*others, mine]
    return [tuple(sorted(group)) for group in groups]


def _log_ways(homes: Sequence[frozenset[frozenset[str]]]) -> float:
    """In how many ways words can be dealt out, if it makes no difference which of those in the same sets is which."""
    return lgamma(len(homes) + 1) - sum(lgamma(count + 1) for count in Counter(homes).values())


def null_of_values(
    queries: Associations, shuffle: Callable[[Subquery, Shuffles], Floats], *, ideal: float, roles: Sequence[str]
) -> Null | Reason:
    """From the values of each subquery under all shuffles of the words of these roles."""
    shuffles = Shuffles(queries, roles)
    parts = [shuffle(result, shuffles) for result in queries.defined]
    if not parts:
        return NO_VALUE
    values = together(np.stack(parts, axis=-1), absolute=ideal == 0)
    return Null.of_draws("shuffled", values, least=shuffles.least) or NO_VALUE


def values_of_shuffles(query: Subquery, vectors: Floats, value: Value, shuffles: Shuffles) -> Floats:
    """The value of one subquery in every shuffle, if it looks at nothing but which words a set has."""
    rows, places = shuffles.of(query)
    dealt = {id(word_set): where for word_set, where in zip(shuffles.mixed(query), places, strict=True)}
    sets: list[WordSet] = []
    weights: list[Weights] = []
    sources: list[Rows] = []
    for word_set in query.sets:
        taken = rows if id(word_set) in dealt else word_set.rows
        mine = np.ones((SHUFFLES, len(taken)))
        if id(word_set) in dealt:
            mine = np.zeros((SHUFFLES, len(rows)))
            np.put_along_axis(mine, dealt[id(word_set)], 1.0, axis=1)
        sets.append(replace(word_set, rows=np.arange(len(taken)) + sum(map(len, sources))))
        weights.append(mine)
        sources.append(taken)
    count = len(query.targets)
    expanded = Subquery(query.query, tuple(sets[:count]), tuple(sets[count:]))
    return value(expanded, vectors[np.concatenate(sources)])(np.concatenate(weights, axis=1))
