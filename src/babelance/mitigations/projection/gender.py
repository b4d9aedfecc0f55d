"""The gendered words of a language in a table: pairs that differ in gender alone, and the words that lean most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.backends.vectors.table import VectorTable
from babelance.core.errors import InputError
from babelance.core.language import parse_words
from babelance.datasets.reading.probes import probe

Floats = NDArray[np.float64]
FEWEST_PAIRS = 3
MOST_LEANING = 500
"""Words on either side that are taken for examples of what is to be forgotten, at most a tenth of the table."""


@dataclass(frozen=True, eq=False)
class GenderWords:
    """`pairs` are (female, male) words of the table; `direction` is the first principal component of their differences
    (Bolukbasi et al. 2016), of length 1, towards the female words."""

    pairs: tuple[tuple[str, str], ...]
    direction: Floats

    @property
    def words(self) -> set[str]:
        return {word for pair in self.pairs for word in pair}


def gender_words(table: VectorTable, language: str) -> GenderWords:
    """Raises if the table has too few of the pairs."""
    sets = {name: parse_words(text) for name, text in probe(language).section("words").items()}
    known = table.rows
    pairs = tuple(pair for pair in zip(sets["female"], sets["male"], strict=True) if all(w in known for w in pair))
    if len(pairs) < FEWEST_PAIRS:
        raise InputError(
            f"Only {len(pairs)} of the {len(sets['female'])} gendered pairs of '{language}' are among the words; "
            f"{FEWEST_PAIRS} are needed. Is --language right?"
        )
    return GenderWords(pairs, _direction(table, pairs))


def _direction(table: VectorTable, pairs: tuple[tuple[str, str], ...]) -> Floats:
    female, male = (unit(table.of([pair[side] for pair in pairs])) for side in (0, 1))
    spread = np.concatenate([female - male, male - female]) / 2
    first = np.linalg.svd(spread, full_matrices=False)[2][0]
    return np.asarray(first if ((female - male) @ first).sum() > 0 else -first)


def leaning_words(table: VectorTable, gender: GenderWords) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Rows of the words that lean most to either side of the direction, and which of them lean to the female."""
    side = unit(table.vectors) @ gender.direction
    order = np.argsort(side, kind="stable")
    count = max(FEWEST_PAIRS, min(MOST_LEANING, len(order) // 10))
    rows = np.concatenate([order[:count], order[-count:]])
    return rows, np.arange(len(rows)) >= count


def unit(vectors: NDArray[np.floating]) -> Floats:
    """Rows of length 1; a row of zeros stays one."""
    rows = np.asarray(vectors, np.float64)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12))
