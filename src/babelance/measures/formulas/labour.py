"""How the gender of translations follows the share of women among those who work in an occupation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.measures.formulas.averages import ratio

Floats = NDArray[np.float64]

SCALE = Scale(
    -10, 10, ideal=0, chance=0, reading="above 0: occupations with more women are more often translated as women"
)
FEWEST = 5


class Slope:
    """By how much the share of women among translations rises with that among people: least squares over items that
    name a woman (1), a man (0) or both (½). NaN where all occupations left have the same share."""

    def __init__(self, scores: Scores) -> None:
        self.women, self.named = scores.floats("women"), scores.floats("named")
        self.said = scores.floats("said")

    def __call__(self, weights: Weights) -> Floats:
        used = weights * self.named
        total = used.sum(axis=-1)
        women, said = ratio(used @ self.women, total), ratio(used @ self.said, total)
        together = ratio(used @ (self.women * self.said), total) - women * said
        spread = ratio(used @ self.women**2, total) - women**2
        return np.where(spread > 1e-12, ratio(together, np.where(spread > 1e-12, spread, 1.0)), np.nan)


def undefined(scores: Scores) -> str | None:
    """A line needs occupations that are named with a gender and have different shares."""
    if not len(scores):
        return None
    named = scores.floats("named") > 0
    count = len(set(scores.column("occupation")[named].tolist()))
    if count < FEWEST:
        return f"only {count} occupations are translated with a gender, at least {FEWEST} must be"
    return None


def facts(scores: Scores) -> dict[str, Plain]:
    """Each occupation with its share of women among people and among translations."""
    names, named, said = scores.column("occupation"), scores.floats("named"), scores.floats("said")
    women = scores.floats("women")
    rows: list[Plain] = []
    for name in np.unique(names):
        mine = (names == name) & (named > 0)
        row: dict[str, Plain] = {"word": str(name), "women": float(women[names == name][0]), "n": int(mine.sum())}
        rows.append({**row, **({"she": float(said[mine].mean())} if mine.any() else {})})
    return {"occupations": rows, "named": int(named.sum())}
