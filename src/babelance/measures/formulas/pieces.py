"""Names that a vocabulary cuts into different numbers of pieces: how much of a score is that, and what is left?

A name of several pieces is read at several masks, and its log P' is a sum: it moves farther than that of a name of one
piece, whatever the attribute says. So names are *alike* if they have as many pieces, and those alike in the largest
number (of several such numbers the smallest) are compared with each other. Their variance is what is left of the
score; the rest of it, the distance of the other names and their wider spread, goes with the number of pieces:

    Var over all names = what pieces explain + Var over names that are alike

Names of another number of pieces may be tied to an attribute, too. But nothing tells that from what their pieces do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.scored import Scores, Weights
from babelance.measures.formulas.averages import Mean, ratio

Floats = NDArray[np.float64]
NAME = "pieces"
"""Of the null that knows how many pieces names have."""
MOST_EXPLAINED = 0.5
"""A score of which pieces explain more than this is theirs."""


def alike(pieces: Floats) -> NDArray[np.bool_]:
    """Which names have as many pieces as most have."""
    counts, times = np.unique(pieces, return_counts=True)
    return np.asarray(pieces == counts[int(times.argmax())])


def variance(values: Floats, ddof: int) -> float:
    """The variance, NaN if there are no two values."""
    return float(values.var(ddof=ddof)) if len(values) > 1 else float("nan")


def differ(scores: Scores) -> bool:
    """Has any item names that are not alike?"""
    return any(not alike(np.asarray(scored.columns[NAME])).all() for scored in scores.scored)


def parts(scores: Scores) -> dict[str, Mean]:
    """What pieces explain, and what is left; nothing if all names are alike, or if no two are."""
    if not differ(scores) or not np.isfinite(scores.floats("left")).all():
        return {}
    whole, left = scores.floats("variance"), scores.floats("left")
    return {"pieces": Mean(whole - left), "left": Mean(left)}


def explained_share(scores: Scores) -> float:
    """The share of the score that pieces explain."""
    whole = float(scores.floats("variance").mean())
    return 1 - float(scores.floats("left").mean()) / whole if whole > 0 else 0.0


def facts(scores: Scores) -> dict[str, Plain]:
    """How many pieces each name has (the mean, where templates differ), and which names were compared."""
    counts: dict[str, list[float]] = {}
    compared: dict[str, None] = {}
    for scored in scores.scored:
        mine = np.asarray(scored.columns[NAME])
        keys = str(scored.columns["targets"]).split(",")
        for key, count in zip(keys, mine.tolist(), strict=True):
            counts.setdefault(key, []).append(count)
        compared |= dict.fromkeys(key for key, kept in zip(keys, alike(mine), strict=True) if kept)
    if not any(any(some) for some in counts.values()):
        return {}
    means: dict[str, Plain] = {key: _short(float(np.mean(some))) for key, some in counts.items()}
    return {"pieces": means, "compared": list(compared)}


def _short(number: float) -> int | float:
    return int(number) if number.is_integer() else round(number, 2)


def with_pieces(left: Null, scores: Scores, count: str) -> Null:
    """The null of what is left, and on top of it what pieces explain. If that is most of the score, no difference from
    the null makes it a finding."""
    above = Mean(scores.floats("variance") - scores.floats("left"))
    assert left.statistic is not None
    share = explained_share(scores)
    reason = (
        f"how names are cut into pieces: {count}, which explains {share:.0%} of the score; "
        f"{float(scores.floats('left').mean()):.3g} is left (--set pieces=single asks for names of one piece alone)"
    )
    blocks = reason if share > MOST_EXPLAINED else ""
    both = Sum((left.statistic, above))
    return replace(Null.of_statistic(NAME, both, len(scores), blocks=blocks), in_pairs=left.in_pairs)


def unlike_names(scores: Scores) -> str:
    """8 of 35 names have other numbers of pieces than most, in words."""
    keys = str(scores.scored[0].columns["targets"]).count(",") + 1
    other = max(int((~alike(np.asarray(scored.columns[NAME]))).sum()) for scored in scores.scored)
    return f"{other} of {keys} names have another number of pieces than the others"


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of several statistics of the same items, as one statistic."""

    terms: Sequence[Statistic]

    def __call__(self, weights: Weights) -> Floats:
        return np.asarray(sum(term(weights) for term in self.terms))


# ── two sides of a pair ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False)
class BySide:
    """The value that the number of pieces alone gives a pair measure.

    `sides` is 1 where the first side of a pair has more pieces, -1 where it has fewer, 0 where both have as many. What
    having more pieces is worth, b, is learnt from the same items: the mean of side x (value - centre) over the items
    with a longer side. The null is centre + b x the mean side: the centre itself if neither side is longer as a rule.
    """

    values: Floats
    sides: Floats
    centre: float
    factor: float = 1.0

    def __call__(self, weights: Weights) -> Floats:
        worth = ratio(weights @ (self.sides * (self.values - self.centre)), weights @ np.abs(self.sides))
        moved = np.nan_to_num(worth) * ratio(weights @ self.sides, weights.sum(axis=-1))
        return self.factor * (self.centre + moved)


def null_by_side(values: Floats, sides: Floats, centre: float, factor: float = 1.0) -> Null | None:
    """The null `pieces` where it explains more than half of what the score departs from its ideal; else None, and the
    ideal it is."""
    if not sides.any():
        return None
    departure = factor * (float(values.mean()) - centre)
    null = Null.of_statistic(NAME, BySide(values, sides, centre, factor), len(values))
    moved = null.value - factor * centre
    return null if departure and moved / departure > MOST_EXPLAINED else None


def facts_by_side(sides: Floats) -> dict[str, Plain]:
    """How many pairs have a stereotypical side with more pieces than the other, and with fewer."""
    longer, shorter = int((sides > 0).sum()), int((sides < 0).sum())
    return {"pieces_of_sides": {"more": longer, "fewer": shorter}} if longer or shorter else {}
