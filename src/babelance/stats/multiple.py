"""p-values of a family (languages x categories), adjusted for being many.

Order is kept. None marks a test that could not be made: it stays None and does not count as one of the family.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Adjust = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def holm(p: Sequence[float | None]) -> list[float | None]:
    """Holm: the chance of even one false finding in the family stays below the level."""
    return _adjust_known(p, _holm)


def benjamini_hochberg(p: Sequence[float | None]) -> list[float | None]:
    """Benjamini-Hochberg: the expected share of false findings among the findings stays below the level."""
    return _adjust_known(p, _benjamini_hochberg)


def _holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return np.minimum(stepped, 1)[np.argsort(order)]


def _benjamini_hochberg(p: NDArray[np.float64]) -> NDArray[np.float64]:
    order = np.argsort(p)
    stepped = np.minimum.accumulate((p[order] * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1]
    return np.minimum(stepped, 1)[np.argsort(order)]


def _adjust_known(p: Sequence[float | None], adjust: Adjust) -> list[float | None]:
    known = np.asarray([value for value in p if value is not None], dtype=np.float64)
    if not np.all((known >= 0) & (known <= 1)):
        raise ValueError(f"p-values lie between 0 and 1, not {known.tolist()}. Pass None for a test that was not made.")
    adjusted = iter(adjust(known).tolist() if len(known) else [])
    return [None if value is None else next(adjusted) for value in p]
