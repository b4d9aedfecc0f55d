"""Queries of word embeddings: what WEAT, RND, RNSB, ECT, MAC and RIPA share.

A query names target sets (the groups) and attribute sets (what they may be tied to). An item is one word in its role:
tags `query`, `role` (`target` or `attribute`), `set`, `side` (which set of that role: 1, 2, …) and `position` (which
word of the set). A measure that takes fewer sets than a query has is computed for each choice of them, a *subquery*;
WEFE does the same. One subquery gives its own signed number. Several give the mean of their absolute values where the
ideal is 0 (opposite signs must not cancel), else their mean.

A set that loses more than `lost` of its words to the vocabulary makes its subqueries undefined; so do sets of the same
role that share a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Statistic
from babelance.core.query import Answer, Embed, Unanswered, Vector
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped, Weights

Case = Literal["exact", "lower-if-missing"]
Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

FIELDS = frozenset({"word", "query", "role", "set", "side"})
RESAMPLE = Resample(strata="set", cluster="word")
"""Words are redrawn within their sets; a word that is in several queries is drawn once for all of them."""
SHOWN = 12
"""Words named in a message."""


def ask_word(item: Item, case: Case) -> list[Embed]:
    return [Embed(item.texts["word"], case)]


def score_word(item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
    """The vector of the word. A vector of zeros has no direction, and one with NaN is no vector."""
    [answer] = answers
    if isinstance(answer, Unanswered):
        return Skipped(item, answer.reason)
    assert isinstance(answer, Vector)
    norm = float(np.linalg.norm(answer.values.astype(np.float64)))
    if not np.isfinite(norm):
        return Skipped(item, "its vector has values that are not numbers")
    if norm == 0:
        return Skipped(item, "its vector is zero")
    return Scored(item, {"vector": answer.values, "norm": norm, "found": answer.word})


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
        names = [" · ".join(one.name for one in sets) for sets in (self.targets, self.attributes)]
        return f"{self.query}: {names[0]} | {names[1]}"

    def problem(self, lost: float) -> str | None:
        """Why this subquery has no number."""
        for one in self.sets:
            if one.loss > lost:
                return (
                    f"'{self.query}' lost {len(one.missing)} of {len(one.missing) + len(one.words)} words of "
                    f"'{one.name}', more than {lost:.0%}: {named(one.missing)}"
                )
        for first, second in (*combinations(self.targets, 2), *combinations(self.attributes, 2)):
            if common := sorted(set(first.words) & set(second.words)):
                return f"'{first.name}' and '{second.name}' of '{self.query}' share words: {named(common)}"
        return None


@dataclass(frozen=True)
class Template:
    """How many target and attribute sets a measure takes at once; None: all that there are, at least `least`."""

    targets: int | None
    attributes: int | None
    least: int = 1

    def subqueries(self, query: str, targets: Sequence[WordSet], attributes: Sequence[WordSet]) -> Iterator[Subquery]:
        for chosen in _choices(targets, self.targets, self.least):
            for against in _choices(attributes, self.attributes, 1):
                yield Subquery(query, chosen, against)

    @property
    def words(self) -> str:
        counts = [f"{count or f'{least} or more'}" for count, least in ((self.targets, self.least), (self.attributes, 1))]
        return f"{counts[0]} target and {counts[1]} attribute sets"


@dataclass(frozen=True, eq=False)
class Associations:
    """All subqueries of some scored items, with their vectors."""

    scores: Scores
    template: Template
    lost: float
    normalise: bool = False

    @cached_property
    def all(self) -> tuple[Subquery, ...]:
        sets = _sets(self.scores)
        return tuple(
            subquery
            for query in dict.fromkeys(key[0] for key in sets)
            for subquery in self.template.subqueries(query, *(_of_role(sets, query, role) for role in ROLES))
        )

    @cached_property
    def defined(self) -> tuple[Subquery, ...]:
        return tuple(one for one in self.all if one.problem(self.lost) is None)

    @cached_property
    def vectors(self) -> Floats:
        vectors = self.scores.column("vector").astype(np.float64)
        return unit(vectors) if self.normalise else vectors

    def undefined(self) -> str | None:
        if not self.all:
            return f"no query has what it takes: {self.template.words}"
        problems = [one.problem(self.lost) for one in self.all]
        return None if None in problems else str(problems[0])

    def values(self, value: Value) -> dict[str, Plain]:
        """The number of each subquery that has one, the reason of each that has none."""
        everything = np.ones(len(self.scores))
        numbers = {one.label: finite(value(one, self.vectors)(everything)) for one in self.defined}
        reasons = {one.label: reason for one in self.all if (reason := one.problem(self.lost))}
        return {one.label: numbers.get(one.label, reasons.get(one.label)) for one in self.all}

    def facts(self, value: Value) -> dict[str, Plain]:
        """What goes into `extra` of every measure: a number for each subquery, lost words, words in two roles."""
        lost: dict[str, Plain] = {
            f"{one.query}: {each.name}": list(each.missing) for one in self.all for each in one.sets if each.missing
        }
        facts: dict[str, Plain] = {"subqueries": self.values(value), "lost": lost}
        if both := sorted({word for one in self.all for word in _words(one.targets) & _words(one.attributes)}):
            facts["both_roles"] = list(both)
        return facts

    def statistic(self, value: Value, *, ideal: float) -> Statistic:
        parts = [value(one, self.vectors) for one in self.defined]
        return _together(parts, absolute=ideal == 0)


Value = Callable[[Subquery, Floats], Statistic]
ROLES = ("target", "attribute")


class Estimating(Protocol):
    def statistic(self, scores: Scores) -> Statistic: ...


def shuffled(measure: Estimating, scores: Scores, *, role: str = "target", draws: int = 100) -> float:
    """The expected number if words said nothing about their set: the vectors of one role are dealt out anew, query by
    query, many times."""
    rng, values = np.random.default_rng(0), []
    for _ in range(draws):
        dealt = _dealt(scores, role, rng)
        values.append(float(measure.statistic(dealt)(np.ones(len(dealt)))))
    return float(np.nanmean(values)) if np.isfinite(values).any() else float("nan")


def named(words: Iterable[str]) -> str:
    found = list(words)
    return ", ".join(found[:SHOWN]) + (f" and {len(found) - SHOWN} more" if len(found) > SHOWN else "")


# ── formulas ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def unit(vectors: Floats) -> Floats:
    """Each row divided by its length."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def averages(weights: Weights, values: Floats) -> Floats:
    """Weighted means of the rows of `values`: (draws, n) and (n, k) → (draws, k); NaN where nothing has weight."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((weights @ values) / weights.sum(axis=-1, keepdims=True))


def flat(function: Callable[[Weights], Floats]) -> Statistic:
    """Let a function of weights of shape (draws, n) take any shape (…, n)."""
    return lambda weights: function(weights.reshape(-1, weights.shape[-1])).reshape(weights.shape[:-1])


def finite(value: NDArray[np.float64]) -> float | None:
    return float(value) if np.isfinite(value) else None


def _together(parts: Sequence[Statistic], *, absolute: bool) -> Statistic:
    def statistic(weights: Weights) -> Floats:
        values = np.stack([part(weights) for part in parts], axis=-1)
        present = np.isfinite(values)
        alone = present.sum(axis=-1) == 1
        kept = np.where(present, np.abs(values) if absolute else values, 0.0).sum(axis=-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = kept / np.where(present.any(axis=-1), present.sum(axis=-1), np.nan)
        return np.asarray(np.where(alone, np.where(present, values, 0.0).sum(axis=-1), mean))

    return statistic


# ── sets of a query ──────────────────────────────────────────────────────────────────────────────────────────────────

Key = tuple[str, str, int, str]


def _sets(scores: Scores) -> dict[Key, WordSet]:
    """(query, role, side, name) → the set, whatever the order of the items."""
    rows: dict[Key, list[int]] = {}
    missing: dict[Key, list[str]] = {}
    for row, one in enumerate(scores.scored):
        rows.setdefault(_key(one.item), []).append(row)
    for skip in scores.skipped:
        missing.setdefault(_key(skip.item), []).append(skip.item.texts["word"])
    return {key: _set(key, scores, rows.get(key, []), missing.get(key, [])) for key in sorted({*rows, *missing})}


def _key(item: Item) -> Key:
    side = item.tags.get("side", "")
    return item.tags.get("query", ""), item.tags.get("role", ""), int(side) if side.isdigit() else 0, item.tags["set"]


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


def _of_role(sets: Mapping[Key, WordSet], query: str, role: str) -> list[WordSet]:
    return [one for key, one in sets.items() if key[:2] == (query, role)]


def _choices(sets: Sequence[WordSet], count: int | None, least: int) -> Iterator[tuple[WordSet, ...]]:
    if count is not None:
        yield from combinations(sets, count)
    elif len(sets) >= least:
        yield tuple(sets)


def _words(sets: Iterable[WordSet]) -> set[str]:
    return {word for one in sets for word in one.words}


def _dealt(scores: Scores, role: str, rng: np.random.Generator) -> Scores:
    scored = list(scores.scored)
    queries, mine = scores.tag("query"), scores.tag("role") == role
    for query in np.unique(queries):
        rows = np.flatnonzero(mine & (queries == query))
        for row, source in zip(rows, rng.permutation(rows), strict=True):
            one, other = scores.scored[row], scores.scored[source]
            scored[row] = Scored(one.item, {**one.columns, "vector": other.columns["vector"]})
    return Scores(tuple(scored), scores.skipped)
