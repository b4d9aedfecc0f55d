"""The formulas of hard debiasing."""

from __future__ import annotations

import numpy as np

from babelance.mitigations.projection.gender import Floats, GenderWords, unit


def hard_debias(vectors: Floats, rows: dict[str, int], gender: GenderWords, *, equalise: bool) -> Floats:
    direction = gender.direction
    changed = unit(without(vectors, direction))
    kept = [rows[word] for word in gender.words]
    changed[kept] = vectors[kept]
    if equalise:
        for female, male in gender.pairs:
            first, second = vectors[rows[female]], vectors[rows[male]]
            middle = without((first + second)[None] / 2, direction)[0]
            size = np.sqrt(max(0.0, 1 - float(middle @ middle)))
            sign = 1.0 if (first - second) @ direction >= 0 else -1.0
            changed[rows[female]], changed[rows[male]] = (middle + end * sign * size * direction for end in (1, -1))
    return changed


def without(vectors: Floats, direction: Floats) -> Floats:
    """Vectors less what they have of one direction, which has length 1."""
    return np.asarray(vectors - np.outer(vectors @ direction, direction))
