"""The word sets of a query, and the subqueries that a measure makes of them.

A set that loses more than `lost` of its words to the vocabulary makes its subqueries undefined; so do sets of the same
role that share a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from babelance.core.item import Item
from babelance.core.limits import whole_number
from babelance.core.scored import Scores

Rows = NDArray[np.intp]
ROLES = ("target", "attribute")
SHOWN = 12
"""Words named in a message."""


@dataclass(frozen=True, eq=False)
class WordSet:
    """The words of one set: `rows` are their places among the scored items; `missing` were not scored."""

    name: str
    side: int
    rows: Rows
    words: tuple[str, ...]
    positions: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def loss(self) -> float:
        return len(self.missing) / (len(self.missing) + len(self.words))


@dataclass(frozen=True, eq=False)
class Subquery:
    query: str
    targets: tuple[WordSet, ...]
    attributes: tuple[WordSet, ...]

    @property
    def sets(self) -> tuple[WordSet, ...]:
        return self.targets + self.attributes

    @property
    def label(self) -> str:
        names = [" · ".join(word_set.name for word_set in sets) for sets in (self.targets, self.attributes)]
        return f"{self.query}: {names[0]} | {names[1]}"

    def problem(self, lost: float) -> str | None:
        """Why this subquery has no number."""
        for each in self.sets:
            if each.loss > lost:
                return (
                    f"'{self.query}' lost {len(each.missing)} of {len(each.missing) + len(each.words)} words of "
                    f"'{each.name}', more than {lost:.0%}: {join_words(each.missing)}"
                )
        for first, second in (*combinations(self.targets, 2), *combinations(self.attributes, 2)):
            if common := sorted(set(first.words) & set(second.words)):
                return f"'{first.name}' and '{second.name}' of '{self.query}' share words: {join_words(common)}"
        return None


@dataclass(frozen=True)
class Template:
    """How many target and attribute sets a measure takes at once; None: all that there are."""

    targets: int | None
    attributes: int | None

    def subqueries(self, query: str, targets: Sequence[WordSet], attributes: Sequence[WordSet]) -> Iterator[Subquery]:
        for chosen in _choices(targets, self.targets):
            for against in _choices(attributes, self.attributes):
                yield Subquery(query, chosen, against)

    @property
    def words(self) -> str:
        targets, attributes = (str(count or "1 or more") for count in (self.targets, self.attributes))
        return f"{targets} target and {attributes} attribute sets"


Key = tuple[str, str, int, str]


def sets_of(scores: Scores) -> dict[Key, WordSet]:
    """(query, role, side, name) → the set, whatever the order of the items."""
    rows: dict[Key, list[int]] = {}
    missing: dict[Key, list[str]] = {}
    for row, scored in enumerate(scores.scored):
        rows.setdefault(_key(scored.item), []).append(row)
    for skip in scores.skipped:
        missing.setdefault(_key(skip.item), []).append(skip.item.texts["word"])
    return {key: _set(key, scores, rows.get(key, []), missing.get(key, [])) for key in sorted({*rows, *missing})}


def _key(item: Item) -> Key:
    side = item.tags.get("side", "")
    return item.tags.get("query", ""), item.tags.get("role", ""), whole_number(side) or 0, item.tags["set"]


def _set(key: Key, scores: Scores, rows: list[int], missing: list[str]) -> WordSet:
    items = [scores.scored[row].item for row in rows]
    return WordSet(
        name=key[3],
        side=key[2],
        rows=np.asarray(rows, dtype=np.intp),
        words=tuple(item.texts["word"] for item in items),
        positions=tuple(item.tags.get("position", "") for item in items),
        missing=tuple(missing),
    )


def of_role(sets: Mapping[Key, WordSet], query: str, role: str) -> list[WordSet]:
    return [word_set for key, word_set in sets.items() if key[:2] == (query, role)]


def _choices(sets: Sequence[WordSet], count: int | None) -> Iterator[tuple[WordSet, ...]]:
    if count is not None:
        yield from combinations(sets, count)
    elif sets:
        yield tuple(sets)


def join_words(words: Iterable[str]) -> str:
    listed = list(words)
    return ", ".join(listed[:SHOWN]) + (f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else "")
