"""Queries of word embeddings: what WEAT, RND, RNSB, ECT, MAC and RIPA share.

A query names target sets (the groups) and attribute sets (what they may be tied to). An item is one word in its role:
tags `query`, `role` (`target` or `attribute`), `set`, `side` (which set of that role: 1, 2, …) and `position` (which
word of the set). A measure that takes fewer sets than a query has is computed for each choice of them, a *subquery*;
WEFE does the same. One subquery gives its own signed number. Several give the mean of their absolute values where the
ideal is 0 (opposite signs must not cancel), else their mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.query import Answer, Embed, Vector
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Weights
from babelance.measures.formulas.answers import only_answer
from babelance.measures.formulas.word_sets import ROLES, Subquery, Template, WordSet, of_role, sets_of

Case = Literal["exact", "lower-if-missing"]
Floats = NDArray[np.float64]
FIELDS = frozenset({"word", "query", "role", "set", "side"})
RESAMPLE = Resample(strata="set", cluster="word")
"""Words are redrawn within their sets; a word that is in several queries is drawn once for all of them."""


_SETS = (("target", 1, "men"), ("target", 2, "women"), ("attribute", 1, "career"), ("attribute", 2, "family"))
EXAMPLE = Example(
    tuple(
        Item(
            f"{name}/{position}",
            "en",
            {"word": f"{name}-{position}"},
            {"query": "q", "role": role, "set": name, "side": str(side), "position": str(position)},
        )
        for role, side, name in _SETS
        for position in range(1, 6)
    )
)


def signed_scale(reading: str) -> Scale:
    """Without ends; 0 is no side at all, and what chance gives depends on the words."""
    return Scale(float("-inf"), float("inf"), ideal=0, chance=None, reading=reading)


def ask_word(item: Item, case: Case) -> list[Embed]:
    return [Embed(item.texts["word"], case)]


def score_word(item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
    """The vector of the word. A vector of zeros has no direction, and one with NaN is no vector."""
    answer = only_answer(item, answers, Vector)
    if isinstance(answer, Skipped):
        return answer
    norm = float(np.linalg.norm(answer.values.astype(np.float64)))
    if not np.isfinite(norm):
        return Skipped(item, "its vector has values that are not numbers")
    if norm == 0:
        return Skipped(item, "its vector is zero")
    return Scored(item, {"vector": answer.values, "norm": norm, "found": answer.word})


@dataclass(frozen=True, eq=False)
class Associations:
    """All subqueries of some scored items, with their vectors."""

    scores: Scores
    template: Template
    lost: float
    normalise: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.lost < 1:
            raise InputError(f"'lost' is the share of a set that may be missing, from 0 to below 1, not {self.lost}.")

    @cached_property
    def all(self) -> tuple[Subquery, ...]:
        sets = sets_of(self.scores)
        return tuple(
            subquery
            for query in dict.fromkeys(key[0] for key in sets)
            for subquery in self.template.subqueries(query, *(of_role(sets, query, role) for role in ROLES))
        )

    @cached_property
    def defined(self) -> tuple[Subquery, ...]:
        return tuple(query for query in self.all if query.problem(self.lost) is None)

    @cached_property
    def vectors(self) -> Floats:
        vectors = self.scores.column("vector").astype(np.float64)
        return unit(vectors) if self.normalise else vectors

    def undefined(self) -> str | None:
        if not self.all:
            return f"no query has what it takes: {self.template.words}"
        problems = [query.problem(self.lost) for query in self.all]
        return None if None in problems else str(problems[0])

    def values(self, value: Value) -> dict[str, Plain]:
        """The number of each subquery that has one, the reason of each that has none."""
        everything = np.ones(len(self.scores))
        numbers = {query.label: finite(value(query, self.vectors)(everything)) for query in self.defined}
        reasons = {query.label: reason for query in self.all if (reason := query.problem(self.lost))}
        return {query.label: numbers.get(query.label, reasons.get(query.label)) for query in self.all}

    def facts(self, value: Value) -> dict[str, Plain]:
        """What goes into `extra` of every measure: a number for each subquery, lost words, words in two roles."""
        lost: dict[str, Plain] = {
            f"{query.query}: {each.name}": list(each.missing)
            for query in self.all
            for each in query.sets
            if each.missing
        }
        facts: dict[str, Plain] = {"subqueries": self.values(value), "lost": lost}
        if both := sorted({word for query in self.all for word in _words(query.targets) & _words(query.attributes)}):
            facts["both_roles"] = list(both)
        return facts

    def scale(self, value: Value, scale: Scale) -> Scale:
        """The signed scale for one subquery; for several, the mean of absolute values, which cannot be below 0."""
        everything = np.ones(len(self.scores))
        numbers = [finite(value(query, self.vectors)(everything)) for query in self.defined]
        several = sum(number is not None for number in numbers) > 1
        return replace(scale, low=max(scale.low, 0.0)) if several else scale

    def statistic(self, value: Value, *, ideal: float) -> Statistic:
        parts = [value(query, self.vectors) for query in self.defined]
        return _combine(parts, absolute=ideal == 0)


Value = Callable[[Subquery, Floats], Statistic]


def together(values: Floats, *, absolute: bool) -> Floats:
    """Over the subqueries (last axis) that have a number: their mean, of several absolute values if the ideal is 0."""
    present = np.isfinite(values)
    alone = present.sum(axis=-1) == 1
    kept = np.where(present, np.abs(values) if absolute else values, 0.0).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = kept / np.where(present.any(axis=-1), present.sum(axis=-1), np.nan)
    return np.asarray(np.where(alone, np.where(present, values, 0.0).sum(axis=-1), mean))


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


def _combine(parts: Sequence[Statistic], *, absolute: bool) -> Statistic:
    def statistic(weights: Weights) -> Floats:
        if not parts:
            return np.full(weights.shape[:-1], np.nan)
        return together(np.stack([part(weights) for part in parts], axis=-1), absolute=absolute)

    return statistic


def _words(sets: Iterable[WordSet]) -> set[str]:
    return {word for word_set in sets for word in word_set.words}
