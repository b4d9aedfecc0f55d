"""The orthogonal map that brings vectors X closest to vectors Y, from their covariance alone.

    W = argmin ‖W X - Y‖ = U Vᵀ,   SVD(Y Xᵀ) = U Σ Vᵀ       (columns of X and Y are anchors)

Y Xᵀ is a sum over anchors, so it is added up as they come and no vector is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ortho_group

Matrix = NDArray[np.float64]


def covariance(pairs: Iterable[tuple[NDArray[np.float32], NDArray[np.float32]]], width: int) -> tuple[Matrix, int]:
    """Y Xᵀ and the number of anchors; rows of what is given are anchors: (of X, of Y)."""
    total, count = np.zeros((width, width)), 0
    for x, y in pairs:
        total += y.T.astype(np.float64) @ x.astype(np.float64)
        count += len(x)
    return total, count


def learn(total: Matrix) -> Matrix:
    left, _, right = np.linalg.svd(total)
    return np.asarray(left @ right)


def draw_random(width: int, seed: int) -> Matrix:
    """A rotation or reflection that knows nothing: uniform over all orthogonal maps."""
    return np.asarray(ortho_group.rvs(width, random_state=np.random.default_rng(seed)))


def retrieval(x: Matrix, y: Matrix, words: list[str], rotation: Matrix | None) -> Mapping[str, Any]:
    """How well a rotation brings words to their translations, on rows of anchors of different word pairs.

    `accuracy`: per cent of anchors whose nearest target vector (cosine) is that of the same target word; `cosine`: the
    mean cosine of partners.
    """
    moved = _unit(x if rotation is None else x @ rotation.T)
    near = moved @ _unit(y).T
    nearest = near.argmax(axis=1)
    right = [words[neighbour] == words[row] for row, neighbour in enumerate(nearest)]
    return {"accuracy": 100 * float(np.mean(right)), "cosine": float(np.diagonal(near).mean())}


def _unit(rows: Matrix) -> Matrix:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
