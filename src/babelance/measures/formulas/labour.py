"""Share of women among those who work in an occupation, and how the gender of translations follows it.

Source: women in occupations of the United States, per cent, Bureau of Labor Statistics 2015 and 2016, as put together
for 60 occupations by Rudinger et al., NAACL 2018 (data/occupations-stats.tsv of rudinger/winogender-schemas, 1c7f8b4).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.scale import Scale
from babelance.core.scored import Scores, Weights
from babelance.measures.formulas.averages import ratio

Floats = NDArray[np.float64]

WOMEN = {
    "accountant": 59.7, "administrator": 54.86, "advisor": 37.9, "appraiser": 52.24, "architect": 20.81,
    "auditor": 59.7, "baker": 60.8, "bartender": 59.8, "broker": 55.5, "carpenter": 2.07, "cashier": 72.5,
    "chef": 19.6, "chemist": 36.1, "clerk": 69.53, "counselor": 66.48, "dietitian": 94.6, "dispatcher": 56.3,
    "doctor": 37.9, "educator": 70.8, "electrician": 2.3, "engineer": 10.72, "examiner": 62.46, "firefighter": 3.5,
    "hairdresser": 94.2, "hygienist": 96.4, "inspector": 6.4, "instructor": 62.3, "investigator": 45.15,
    "janitor": 34.3, "lawyer": 34.5, "librarian": 83.0, "machinist": 6.7, "manager": 38.51, "mechanic": 1.8,
    "nurse": 89.58, "nutritionist": 94.6, "officer": 30.42, "painter": 5.7, "paralegal": 85.4, "paramedic": 32.9,
    "pathologist": 97.5, "pharmacist": 57.0, "physician": 37.9, "planner": 77.6, "plumber": 0.7, "practitioner": 74.79,
    "programmer": 18.35, "psychologist": 70.3, "receptionist": 90.6, "salesperson": 48.08, "scientist": 41.94,
    "secretary": 94.6, "specialist": 41.35, "supervisor": 38.64, "surgeon": 37.9, "teacher": 71.0, "technician": 40.34,
    "therapist": 76.7, "veterinarian": 60.5, "worker": 37.92,
}  # fmt: skip
"""English occupation → per cent of women in the United States."""
SCALE = Scale(
    -10, 10, ideal=0, chance=0, reading="above 0: occupations with more women are more often translated as women"
)
FEWEST = 5
NO_SHARE = "no public share of women for this occupation"


def share_of(occupation: str) -> float | None:
    """Between 0 and 1; None for an occupation that is not in the table."""
    women = WOMEN.get(occupation.strip().lower().replace("-", " "))
    return None if women is None else women / 100


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
    rows: list[Plain] = []
    for name in np.unique(names):
        mine = (names == name) & (named > 0)
        row: dict[str, Plain] = {"word": str(name), "women": share_of(str(name)) or 0.0, "n": int(mine.sum())}
        rows.append({**row, **({"she": float(said[mine].mean())} if mine.any() else {})})
    return {"occupations": rows, "named": int(named.sum())}
