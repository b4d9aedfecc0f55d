"""The MBE score of two or more groups as a function of weights, its shuffled groups, and lengths made equal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.scored import Weights
from babelance.measures.formulas.averages import ratio, sums_over
from babelance.measures.formulas.mbe import Floats, RankedValues

Codes = NDArray[np.intp]
Mask = NDArray[np.bool_]
Pair = tuple[str, str]
"""(over, under): the score is above 50 if the first is preferred."""

SHUFFLES = 200
CELLS = 2**22
"""Numbers in one matrix of weights: 32 MB."""


@dataclass(frozen=True, eq=False)
class MbeStatistic:
    """The MBE score as a function of weights, for sentences in groups.

    The score compares every sentence of one group with every sentence of the other, each pair weighted by the cosine of
    their embeddings. Dividing a sentence's weight by the norm of its vector (`norms`) turns plain products of vectors
    into cosines, so that all pairs can be summed by matrix products without ever being listed.
    """

    ranked: RankedValues
    names: tuple[str, ...]
    codes: Codes
    norms: Floats
    lengths: Codes | None
    tie: float
    frames: Codes | None = None
    """Sentences that differ in the group alone have one number; None if they do not come in such frames."""

    @classmethod
    def of(
        cls,
        ranked: RankedValues,
        groups: NDArray[np.str_],
        *,
        norms: Floats,
        lengths: Codes | None,
        tie: float,
        frames: NDArray[np.str_] | None = None,
    ) -> MbeStatistic:
        names, codes = np.unique(groups, return_inverse=True)
        framed = None if frames is None else np.unique(frames, return_inverse=True)[1]
        return cls(ranked, tuple(names.tolist()), codes, norms, lengths, tie, framed)

    def statistic(self, pairs: Sequence[Pair]) -> MbeScore:
        """The score of one pair of groups. Of several pairs: 50 + the largest departure from 50 among them, so that
        groups that lean to different sides do not cancel out."""
        return MbeScore(self, tuple(pairs))

    def values(self, weights: Weights, codes: Codes, pairs: Sequence[Pair]) -> Floats:
        """`codes` has shape (n) or (draws, n): the group of each sentence, for all draws or for each."""
        places = [(self.names.index(over), self.names.index(under)) for over, under in pairs]
        values = np.stack([self._value(weights, codes == over, codes == under) for over, under in places])
        return values[0] if len(pairs) == 1 else _largest(values)

    def _value(self, weights: Weights, over: Mask, under: Mask) -> Floats:
        if self.lengths is not None:
            weights = match_lengths(weights, self.lengths, (over, under))
        divided = weights / self.norms
        return 100 * ratio(*self.ranked.sums(divided * over, divided * under, tie=self.tie))

    def influences(self, pair: Pair) -> Floats:
        """By how much the score of a pair of groups changes with the weight of each sentence. Weights that make lengths
        equal are taken as they are."""
        over, under = (self.codes == self.names.index(name) for name in pair)
        weights = np.ones((1, len(self.codes)))
        weights = weights if self.lengths is None else match_lengths(weights, self.lengths, (over, under))
        divided = (weights / self.norms)[0]
        preferred, compared = self.ranked.slopes(divided * over, divided * under, tie=self.tie)
        # Every pair of sentences is in the slopes of two.
        top, bottom = (float((divided * slope).sum() / 2) for slope in (preferred, compared))
        return np.asarray(100 * divided * (preferred * bottom - top * compared) / bottom**2)

    def shuffled_values(self, pairs: Sequence[Pair]) -> Floats:
        """The score under seeded shuffles of the groups: the same every time. Several groups that come in frames are
        shuffled within them: frames differ far more than groups do, and shuffled all over they would make groups look
        alike. Two groups are shuffled as in the paper."""
        frames = self.frames if len(pairs) > 1 else None
        parts = (self.values(np.ones(codes.shape), codes, pairs) for codes in _shuffles(self.codes, frames))
        return np.concatenate(list(parts))

    def shuffle_facts(self, pairs: Sequence[Pair]) -> dict[str, Plain]:
        """Where 95 % of the shuffles lie, and how many depart as far as the score."""
        values = self.shuffled_values(pairs)
        value = float(self.statistic(pairs)(np.ones(len(self.codes))))
        further = int(np.sum(np.abs(values - 50) >= abs(value - 50)))
        low, high = np.quantile(values, [0.025, 0.975]).tolist()
        p = (further + 1) / (len(values) + 1)
        once = self._shuffled_once(pairs)
        return {"shuffled_low": low, "shuffled_high": high, "shuffled_p": p, "shuffled_once": once}

    def _shuffled_once(self, pairs: Sequence[Pair]) -> float:
        """The labels follow from the model's own numbers, so that two models are not shuffled alike: their shuffled
        scores would agree although nothing is left to agree about."""
        seed = int.from_bytes(hashlib.blake2b(self.ranked.values.tobytes(), digest_size=8).digest(), "little")
        codes = np.random.default_rng(seed).permutation(self.codes)
        return float(self.values(np.ones((1, len(codes))), codes, pairs)[0])

    def matrix(self) -> dict[str, dict[str, float]]:
        """Every ordered pair that has a value: `matrix[over][under]`."""
        everything = np.ones((1, len(self.codes)))
        table: dict[str, dict[str, float]] = {name: {} for name in self.names}
        for over, under in permutations(self.names, 2):
            value = float(self.values(everything, self.codes, [(over, under)])[0])
            table[over] |= {under: value} if np.isfinite(value) else {}
        return table


@dataclass(frozen=True, eq=False)
class MbeScore:
    """The score of some pairs of groups as a function of weights."""

    sentences: MbeStatistic
    pairs: tuple[Pair, ...]

    def __call__(self, weights: Weights) -> Floats:
        rows = weights.reshape(-1, weights.shape[-1])
        return self.sentences.values(rows, self.sentences.codes, self.pairs).reshape(weights.shape[:-1])

    def influences(self, sets: Sequence[Codes]) -> Floats:
        """Of several pairs, those of the one that departs most."""
        everything = np.ones((1, len(self.sentences.codes)))
        values = {
            pair: float(self.sentences.values(everything, self.sentences.codes, [pair])[0]) for pair in self.pairs
        }
        known = {pair: value for pair, value in values.items() if np.isfinite(value)}
        most = max(known, key=lambda pair: abs(known[pair] - 50))
        turned = -1 if len(self.pairs) > 1 and known[most] < 50 else 1
        return turned * sums_over(self.sentences.influences(most), sets)


def farthest(matrix: Mapping[str, Mapping[str, float]]) -> dict[str, Plain]:
    """The pair that departs most from 50, its preferred group first."""
    values = {(over, under): value for over, row in matrix.items() for under, value in row.items()}
    over, under = max(values, key=lambda pair: values[pair])
    return {"over": over, "under": under}


def norms(vectors: NDArray[np.floating]) -> Floats:
    """In float64, without a float64 copy of all vectors."""
    squares: Floats = np.einsum("nd,nd->n", vectors, vectors, dtype=np.float64)
    return np.sqrt(squares)


def match_lengths(weights: Floats, lengths: Codes, members: Sequence[Mask]) -> Floats:
    """The weights, changed so that both groups have the same distribution of lengths.

    Of every length both groups keep as much weight as the lighter one has; a length that one group lacks is left out.
    """
    order = np.argsort(lengths, kind="stable")
    starts = np.concatenate([[0], np.flatnonzero(np.diff(lengths[order])) + 1])
    length_numbers = np.cumsum(np.isin(np.arange(len(order)), starts[1:]))
    sums = [np.add.reduceat((weights * member)[:, order], starts, axis=1) for member in members]
    least = np.minimum.reduce(sums)
    changed = np.zeros_like(weights)
    for member, heavy in zip(members, sums, strict=True):
        share = np.divide(least, heavy, out=np.zeros_like(least), where=heavy > 0)
        changed[:, order] += (weights * member)[:, order] * share[:, length_numbers]
    return changed


def _largest(values: Floats) -> Floats:
    """50 + the largest departure from 50 over the pairs (first axis); NaN if no pair has a value."""
    departures = np.abs(values - 50)
    known = np.where(np.isnan(departures), -np.inf, departures).max(axis=0)
    return np.where(np.isfinite(known), 50 + known, np.nan)


def _shuffles(codes: Codes, frames: Codes | None) -> Iterator[Codes]:
    rng = np.random.default_rng(0)
    at_once = max(1, min(SHUFFLES, CELLS // len(codes)))
    for start in range(0, SHUFFLES, at_once):
        yield np.stack([_shuffle(codes, frames, rng) for _ in range(min(at_once, SHUFFLES - start))])


def _shuffle(codes: Codes, frames: Codes | None, rng: np.random.Generator) -> Codes:
    if frames is None:
        return rng.permutation(codes)
    shuffled = np.empty_like(codes)
    # Both orders go frame by frame; within a frame the second one is random.
    shuffled[np.argsort(frames, kind="stable")] = codes[np.lexsort((rng.random(len(codes)), frames))]
    return shuffled
