"""Two groups whose names are cut into different numbers of pieces: what do other names of as many pieces score?

Every name of the two groups is replaced by another one with as many sub-words, drawn at random from the targets of
neither group, many times. What the score is then is what the numbers of pieces alone may give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.measures.formulas.averages import ratio
from babelance.measures.formulas.category_facts import grid_of
from babelance.measures.formulas.pieces import NAME

Floats = NDArray[np.float64]
DRAWS = 300
FEWEST = 3
"""Other names of as many pieces; with fewer it is about these, not about pieces."""


def null(
    scores: Scores, groups: Sequence[Sequence[str]], statistic: Callable[[Floats, Floats], Statistic]
) -> Null | Reason | None:
    """None if the names of both groups have as many pieces on average; a reason if nothing can stand in for them."""
    counts = piece_counts(scores)
    sizes = [[counts[key] for key in group if key in counts] for group in groups]
    if np.isclose(np.mean(sizes[0]), np.mean(sizes[1])):
        return None
    named = {key for group in groups for key in group}
    others = {size: _others(counts, size, named) for group in sizes for size in group}
    if lacking := [size for size, keys in others.items() if len(keys) < FEWEST]:
        first, second = map(_sizes_in_words, sizes)
        return Reason(
            f"the names of the two groups are cut into {first} and {second} pieces, and too few other names have "
            f"{lacking[0]:g} to show what that does alone"
        )
    return Null.of_draws(NAME, _draws(scores, sizes, others, statistic))


def piece_counts(scores: Scores) -> dict[str, float]:
    """key → how many sub-words its name has, the usual number where templates differ; nothing where it is not known."""
    seen: dict[str, list[float]] = {}
    for scored in scores.scored:
        keys, pieces = str(scored.columns["targets"]).split(","), np.asarray(scored.columns[NAME]).tolist()
        for key, count in zip(keys, pieces, strict=True):
            seen.setdefault(key, []).append(count)
    return {key: float(np.median(some)) for key, some in seen.items()}


def counts_of_groups(scores: Scores, groups: Sequence[Sequence[str]]) -> dict[str, Plain]:
    counts = piece_counts(scores)
    return {key: counts[key] for group in groups for key in group if counts.get(key)}


def _others(counts: dict[str, float], size: float, named: set[str]) -> list[str]:
    return [key for key, count in counts.items() if count == size and key not in named]


def _draws(
    scores: Scores,
    sizes: Sequence[Sequence[float]],
    others: dict[float, list[str]],
    statistic: Callable[[Floats, Floats], Statistic],
) -> Floats:
    keys, grid = grid_of(scores)
    column, rng = {key: index for index, key in enumerate(keys)}, np.random.default_rng(0)
    everything = np.ones(len(scores))
    values = []
    for _ in range(DRAWS):
        picks = [[column[others[size][rng.integers(len(others[size]))]] for size in group] for group in sizes]
        first, second = (mean_of_known(grid[:, pick]) for pick in picks)
        values.append(float(statistic(first, second)(everything)))
    return np.asarray(values)


def mean_of_known(table: Floats) -> Floats:
    """The mean over the targets that could be scored (last axis); NaN if none could."""
    return ratio(np.nansum(table, axis=-1), np.isfinite(table).sum(axis=-1).astype(np.float64))


def _sizes_in_words(sizes: Sequence[float]) -> str:
    return "+".join(f"{size:g}" for size in sizes)
