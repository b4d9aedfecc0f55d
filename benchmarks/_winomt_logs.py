"""WinoMT: which class the authors' French, Italian and Spanish taggers gave every sentence, worked out from their logs.

Those taggers (spaCy 2.0) are gone, but the class that they gave depends on the aligned words alone, not on the
sentence. So one class per group of words must give the logged matrices of all systems at once, and their lists of
occupations that were men, women or neutral throughout. Of all such assignments the one is taken that first goes against
the fewest articles (*il* is a man, *la* a woman; the authors take the first of two classes that are equally frequent)
and then against the fewest of our own classes: the difference is explained with as few sentences as will do. Sums over
the groups of words without such an article follow from the logs; which of these groups had which class does not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

CLASSES = ("male", "female", "neutral")
ARTICLES = {
    "it": {"il": "male", "lo": "male", "un": "male", "uno": "male", "la": "female", "una": "female"},
    "fr": {"le": "male", "un": "male", "au": "male", "la": "female", "une": "female"},
    "es": {"el": "male", "un": "male", "al": "male", "del": "male", "la": "female", "una": "female"},
}
"""*al, dal, del* have no gender in the treebank that the Italian tagger learnt from: it splits them."""
_AGAINST_ARTICLE = 1000


@dataclass(frozen=True)
class System:
    """Sentence by sentence: aligned words ("" if none), gold gender, occupation, our class; and what was logged."""

    words: Sequence[str]
    gold: Sequence[str]
    occupations: Sequence[str]
    ours: Sequence[str]
    cells: Mapping[tuple[str, str], int]
    throughout: Mapping[str, Sequence[str]]


def throughout(log: str) -> dict[str, list[str]]:
    """Class → occupations of which every person was of that class."""
    lists = re.findall(r"^(male|female|neutral) professions = (\[.*\])", log, re.MULTILINE)
    return {name: re.findall(r"'([^']*)'", occupations) for name, occupations in lists}


def classes_of_words(systems: Sequence[System], target: str) -> dict[str, str]:
    """Aligned words → the class that explains all logs; fails loudly where no assignment does."""
    groups = sorted({words for system in systems for words in system.words if words})
    column = {(words, name): 3 * at + k for at, words in enumerate(groups) for k, name in enumerate(CLASSES)}
    costs = _costs(systems, target, column)
    rows, values = _constraints(systems, groups, column)
    solution = milp(
        costs,
        constraints=LinearConstraint(_matrix(rows, len(column)), values, values),
        integrality=np.ones(len(column)),
        bounds=Bounds(0, 1),
    )
    if solution.x is None:
        raise ValueError(f"No class per group of words gives the {target} logs: {solution.message}")
    return {words: name for (words, name), at in column.items() if solution.x[at] > 0.5}


def _costs(systems: Sequence[System], target: str, column: Mapping[tuple[str, str], int]) -> np.ndarray:
    ours: dict[str, Counter[str]] = defaultdict(Counter)
    for system in systems:
        for words, class_name in zip(system.words, system.ours, strict=True):
            ours[words][class_name] += 1
    costs = np.zeros(len(column))
    for (words, name), at in column.items():
        article = by_article(words, target)
        costs[at] = sum(ours[words].values()) - ours[words][name]
        costs[at] += _AGAINST_ARTICLE * (article is not None and article != name)
    return costs


def by_article(words: str, target: str) -> str | None:
    genders = [ARTICLES[target][word] for word in re.findall(r"[\w'’]+", words.lower()) if word in ARTICLES[target]]
    return Counter(genders).most_common(1)[0][0] if genders else None


def _constraints(
    systems: Sequence[System], groups: Sequence[str], column: Mapping[tuple[str, str], int]
) -> tuple[list[Counter[int]], list[int]]:
    rows = [Counter(column[words, name] for name in CLASSES) for words in groups]
    values = [1] * len(rows)
    for system in systems:
        for gold in CLASSES:
            mine = [
                words
                for words, class_name in zip(system.words, system.gold, strict=True)
                if words and class_name == gold
            ]
            for name in CLASSES:
                rows.append(Counter(column[words, name] for words in mine))
                values.append(system.cells.get((gold, name), 0))
        for words, occupation in zip(system.words, system.occupations, strict=True):
            for name, occupations in system.throughout.items():
                if words and occupation in occupations:
                    rows.append(Counter([column[words, name]]))
                    values.append(1)
    return rows, values


def _matrix(rows: Sequence[Counter[int]], width: int) -> csr_array:
    at = [(number, position, times) for number, row in enumerate(rows) for position, times in row.items()]
    number, position, times = zip(*at, strict=True)
    return csr_array((times, (number, position)), shape=(len(rows), width))
