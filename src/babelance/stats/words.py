"""How much less sure is a number because the same words come up again and again?

What some items add to the value is their influence ψ: how it changes with their weight (the infinitesimal jackknife).
Independent units u alone would give the variance Σ_u ψ_u². Units that share a word vary together, which adds for each
word w, as in variances with several ways of clustering (Cameron, Gelbach and Miller 2011),

    ψ_w² − Σ_u ψ_{w,u}²            ψ_{w,u}: of the items of u that have the word w

Units that share two words would be counted twice, so the same for each two words is taken off, for each three added,
and so on (`Design.signs`): names that always come together are one.

ψ_w is taken nearly as the jackknife has it, ψ_w / (1 − f) for a word in a share f of the items (of its strata): the
mean from which it departs has the word in it, too. (The jackknife's √((g − 1) / g) would make intervals cover 92.9 % in
simulations where 95 % are due.) Influences sum to zero, so that of a word that does nothing ψ_w² is only 1 − f of its
Σ_u ψ_{w,u}² on average. What is taken off is divided by 1 − f as well, therefore; words that do nothing then add
nothing on average. g = (Σ f²)² / Σ f⁴ is the number of words, of which rare ones hardly count.

Words that all items share cannot be seen this way. There the measure says what its value would be without each one, and
the jackknife within each group of m words adds (m − 1) / m Σ (T_(w) − mean)². A group of one word adds nothing: nobody
knows what another word would have given.

Few words are a small sample, too, so the quantile is that of Student's t with the freedom of the sum (Satterthwaite).
The cost grows with the number of items where the statistic knows its influences, else with its square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babelance.core.measure import Statistic
from babelance.stats.distributions import student_quantile
from babelance.stats.resample import CELLS, Design

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
_STEP = 1e-4
"""How much the weight of items is raised to see what they add."""
_ROUNDING = 1e-12
"""A variance below this share of the squared value is rounding, and counts as none."""


class Variance(NamedTuple):
    value: float
    freedom: float


def stretch(statistic: Statistic, design: Design, without: Sequence[Floats], level: float) -> float:
    """The factor by which an interval has to be wider than one that redraws units alone; at least 1.

    Units share words, so they are not independent: what words add to the variance is added, with its own degrees of
    freedom (Welch and Satterthwaite), because a few words are known less well than many units.
    """
    groups = [group[np.isfinite(group)] for group in without]
    between = [_jackknife(group) for group in groups if len(group) > 1]
    if (not design.words and not between) or not design.freedom > 0:
        return 1.0
    influences = influences_of(statistic, design.n, _parts(np.arange(design.n), design.unit))
    of_units = Variance(float(np.sum(influences**2)), design.freedom)
    if not of_units.value > _ROUNDING * float(statistic(np.ones(design.n))) ** 2:
        return 1.0
    parts = [of_units, _word_variance(statistic, design), *between]
    total = sum(part.value for part in parts)
    freedom = total**2 / sum(part.value**2 / part.freedom for part in parts)
    quantiles = [student_quantile((1 + level) / 2, freedom) for freedom in (freedom, of_units.freedom)]
    return max(1.0, sqrt(total / of_units.value) * quantiles[0] / quantiles[1])


def _word_variance(statistic: Statistic, design: Design) -> Variance:
    """What shared words add to the variance. Below 0 it would say that units with a word in common differ more than
    others, which is chance, and counts as 0."""
    shares, signs = np.asarray([len(items) for items in design.words]) / design.n, np.asarray(design.signs)
    squares, fourths = float(np.sum(signs * shares**2)), float(np.sum(signs * shares**4))
    count = squares**2 / fourths if fourths > 0 else 0.0
    if count < 2:
        return Variance(0.0, 1.0)
    others = 1 - np.minimum(_shares_within(design), 0.5)
    of_words = influences_of(statistic, design.n, design.words) / others
    pieces = [_parts(items, design.unit[items]) for items in design.words]
    alone = influences_of(statistic, design.n, [piece for parts in pieces for piece in parts]) ** 2
    within = np.add.reduceat(alone, np.cumsum([0, *(len(parts) for parts in pieces[:-1])]))
    added = np.sum(signs * (of_words**2 - within / others))
    return Variance(max(0.0, float(added)), count - 1)


def _shares_within(design: Design) -> Floats:
    """Of the items of the strata that a word is in, the share that has it: those are what its items depart from."""
    stratum = np.empty(int(design.unit.max()) + 1, dtype=np.intp)
    for code, units in enumerate(design.strata):
        stratum[units] = code
    of_item = stratum[design.unit]
    sizes = np.bincount(of_item)
    return np.asarray([len(items) / sizes[np.unique(of_item[items])].sum() for items in design.words])


def _parts(items: Codes, unit: Codes) -> list[Codes]:
    """The items of each unit."""
    order = np.argsort(unit, kind="stable")
    return np.split(items[order], np.flatnonzero(np.diff(unit[order])) + 1)


def _jackknife(group: Floats) -> Variance:
    count = len(group)
    return Variance((count - 1) / count * float(np.sum((group - group.mean()) ** 2)), count - 1)


def influences_of(statistic: Statistic, n: int, sets: Sequence[Codes]) -> Floats:
    """ψ of each set of items."""
    own = getattr(statistic, "influences", None)
    if own is not None:
        return np.asarray(own(sets))
    value = float(statistic(np.ones(n)))
    return (np.concatenate([statistic(weights) for weights in _raised_weights(n, sets)]) - value) / _STEP


def _raised_weights(n: int, sets: Sequence[Codes]) -> Iterator[Floats]:
    """Weights of 1, in each row a little more for the items of one set."""
    most = max(1, CELLS // n)
    for start in range(0, len(sets), most):
        some = sets[start : start + most]
        weights = np.ones((len(some), n))
        for row, items in enumerate(some):
            weights[row, items] += _STEP
        yield weights
