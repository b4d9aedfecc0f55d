"""What would other samples have looked like? Weight matrices for the bootstrap and the jackknife.

Items are drawn in *units*: an item alone, or all items of a cluster. Units are drawn within *strata*, so that every
draw has as many units of each stratum as the sample. A cluster that spans strata is drawn whole: the units that touch
the same set of strata form one stratum. A stratum of a single unit would always be drawn as it is and look certain, so
it joins the largest one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from babelance.core.scored import Weights

Codes = NDArray[np.intp]

CELLS = 2**22
"""Numbers in one weight matrix: 32 MB, whatever the number of items and draws."""
MOST_WORDS = 4
"""Of an item with more words that come up again, the ones that do so most often."""


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """`unit[i]` is the unit that item i is drawn with; `strata` lists the units of each stratum; `words` lists the
    items of each word that several units share, and of each two and more words that they share; `signs` are 1 for an
    odd number of words and -1 for an even one, so that sums count every two units that share something once."""

    unit: Codes
    strata: tuple[Codes, ...]
    words: tuple[Codes, ...] = ()
    signs: tuple[int, ...] = ()

    @classmethod
    def of(
        cls,
        n: int,
        *,
        strata: Collection[str] | None = None,
        cluster: Collection[str] | None = None,
        words: Sequence[Collection[str]] | None = None,
    ) -> Design:
        """From one name, or one set of words, for each item. An item without a cluster (empty) is a unit of its own."""
        for names in (strata, cluster, words):
            if names is not None and len(names) != n:
                raise ValueError(f"{n} items but {len(names)} names of strata, clusters or words.")
        unit = np.arange(n) if cluster is None else _units(cluster)
        return cls(unit, _strata(unit, [""] * n if strata is None else strata), *_word_groups(unit, words or ()))

    @property
    def n(self) -> int:
        return len(self.unit)

    @property
    def units(self) -> int:
        return sum(map(len, self.strata))

    @property
    def freedom(self) -> int:
        """Degrees of freedom: units minus strata."""
        return self.units - len(self.strata)


def draws(design: Design, count: int, rng: np.random.Generator) -> Iterator[Weights]:
    """`count` bootstrap samples as weights of shape (some, n): how often each item was drawn."""
    # One generator per stratum: what is drawn does not depend on how the draws are cut into matrices.
    generators = rng.spawn(len(design.strata))
    for rows in _rows(count, design.n):
        weights = np.empty((rows, design.units))
        for units, generator in zip(design.strata, generators, strict=True):
            weights[:, units] = _counts(len(units), rows, generator)
        yield np.take(weights, design.unit, axis=1)


def matrices_of(design: Design, count: int) -> int:
    """How many matrices `draws` gives."""
    return len(list(_rows(count, design.n)))


def leave_out_each(design: Design, *, blocks: int = 400) -> Iterator[tuple[int, Weights]]:
    """(stratum, weights of shape (some, n)): in each row one unit, or one block of units if they are many, is left out.

    The others of its stratum take over its weight, so that strata keep their sizes. Blocks are drawn at random, once
    and for all: neighbours in a file are often alike.
    """
    for stratum, units in enumerate(design.strata):
        parts = min(len(units), max(2, -(-blocks * len(units) // design.units)))
        if len(units) > parts:
            units = np.random.default_rng(0).permutation(units)
        pieces = iter(np.array_split(units, parts))
        for rows in _rows(parts, design.n):
            weights = np.stack([_without(next(pieces), units, design.units) for _ in range(rows)])
            yield stratum, np.take(weights, design.unit, axis=1)


def _counts(units: int, rows: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """How often each unit comes up if as many are drawn as there are. Thrice as fast as `rng.multinomial`."""
    picks = rng.integers(units, size=(rows, units)) + units * np.arange(rows)[:, None]
    return np.bincount(picks.ravel(), minlength=rows * units).reshape(rows, units)


def _without(piece: Codes, units: Codes, total: int) -> Weights:
    weights = np.ones(total)
    weights[units] = len(units) / max(len(units) - len(piece), 1)
    weights[piece] = 0
    return weights


def _rows(count: int, n: int) -> Iterator[int]:
    most = max(1, CELLS // max(n, 1))
    for start in range(0, count, most):
        yield min(most, count - start)


def _units(cluster: Collection[str]) -> Codes:
    codes: dict[str | int, int] = {}
    names = ((str(name) or position) for position, name in enumerate(cluster))
    return np.fromiter((codes.setdefault(name, len(codes)) for name in names), dtype=np.intp, count=len(cluster))


def _strata(unit: Codes, strata: Collection[str]) -> tuple[Codes, ...]:
    touched: dict[int, set[str]] = {}
    for code, stratum in zip(unit.tolist(), strata, strict=True):
        touched.setdefault(code, set()).add(str(stratum))
    groups: dict[frozenset[str], list[int]] = {}
    for code, names in touched.items():
        groups.setdefault(frozenset(names), []).append(code)
    return tuple(np.asarray(group, dtype=np.intp) for group in _without_lonely(list(groups.values())))


def _word_groups(unit: Codes, words: Sequence[Collection[str]]) -> tuple[tuple[Codes, ...], tuple[int, ...]]:
    items: dict[tuple[str, ...], list[int]] = {}
    times = Counter(word for words_of_item in words for word in set(words_of_item))
    for item, words_of_item in enumerate(words):
        shared = sorted((word for word in set(words_of_item) if times[word] > 1), key=lambda word: (-times[word], word))
        for some in _subsets(sorted(shared[:MOST_WORDS])):
            items.setdefault(some, []).append(item)
    groups = {some: np.asarray(items[some], dtype=np.intp) for some in sorted(items) if len(items[some]) > 1}
    kept = {some: group for some, group in groups.items() if (unit[group] != unit[group[0]]).any()}
    return tuple(kept.values()), tuple(1 if len(some) % 2 else -1 for some in kept)


def _subsets(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return (some for size in range(1, len(words) + 1) for some in combinations(words, size))


def _without_lonely(groups: Sequence[list[int]]) -> list[list[int]]:
    first, *others = sorted(groups, key=len, reverse=True) or [[]]
    lonely = [code for group in others if len(group) == 1 for code in group]
    return [first + lonely, *(group for group in others if len(group) > 1)]
