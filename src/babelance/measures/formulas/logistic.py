"""Logistic regression for many weightings of the same examples at once.

    minimise ½‖β‖² + Σ_i w_i log(1 + exp(−y_i ⟨β, x_i⟩)),   x_i with a constant 1 at its end

This is what scikit-learn's `LogisticRegression(solver="liblinear", C=1)` minimises: the intercept is penalised too. The
solution lies in the span of the examples, β = Xᵀα, so Newton's method runs in as many dimensions as there are examples
(or components of a vector, whichever are fewer), and all weightings are solved together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit

Floats = NDArray[np.float64]

STEPS = 50
HALVINGS = 20
ENOUGH = 1e-10
"""Newton's method ends when no coefficient moves by more than this."""
CELLS = 2**23
"""Numbers in the Hessians that are solved together: 64 MB."""
MOST_EXACT = 1000
"""With more examples than this, a reweighted fit is one step from the fit of all examples: each counts for little. So
is one of other classes from zero."""


def probabilities(examples: Floats, first: NDArray[np.bool_], weights: Floats, words: Floats) -> Floats:
    """P(first class) of each word under each weighting of the examples: (draws, words). NaN where a class is empty, or
    where the numbers are too large to be fitted. `first` may have a row for each weighting: the examples then change
    their classes, too."""
    basis = _basis(examples)
    x, z = _with_constant(examples) @ basis, _with_constant(words) @ basis
    sign = np.where(first, 1.0, -1.0)
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            fitted = expit(_fits(x, sign, weights) @ z.T)
    except np.linalg.LinAlgError:  # vectors so long that their products have no digits left
        fitted = np.full((len(weights), len(words)), np.nan)
    empty = ((weights * first).sum(axis=1) <= 0) | ((weights * ~first).sum(axis=1) <= 0)
    return np.asarray(np.where(empty[:, None], np.nan, fitted))


def _with_constant(vectors: Floats) -> Floats:
    return np.hstack([vectors, np.ones((len(vectors), 1))])


def _basis(examples: Floats) -> Floats:
    """Orthonormal columns that span the examples: β has no part outside of them, and its length does not change."""
    x = _with_constant(examples)
    if len(x) >= x.shape[1]:
        return np.eye(x.shape[1])
    return np.linalg.qr(x.T)[0]


def _fits(x: Floats, sign: Floats, weights: Floats) -> Floats:
    """Coefficients for each weighting: (draws, dimensions)."""
    rows = max(1, CELLS // (x.shape[1] ** 2 + x.size))
    parts = [slice(start, start + rows) for start in range(0, len(weights), rows)]
    if sign.ndim > 1 and len(x) > MOST_EXACT:
        return _from_zero(x, sign, weights)
    if sign.ndim > 1:
        start = np.zeros((rows, x.shape[1]))
        return np.concatenate([_newton(x, sign[part], weights[part], start[: len(weights[part])]) for part in parts])
    everything = _newton(x, sign, np.ones((1, len(x))), np.zeros((1, x.shape[1])))
    if len(x) > MOST_EXACT:
        return _nearby(x, sign, weights, everything)
    repeated = np.repeat(everything, rows, axis=0)
    return np.concatenate([_newton(x, sign, weights[part], repeated[: len(weights[part])]) for part in parts])


def _from_zero(x: Floats, sign: Floats, weights: Floats) -> Floats:
    """One step from no coefficients at all, where many examples have classes that were dealt out: they say little."""
    curvature = np.einsum("i,ij,ik->jk", weights.mean(axis=0) / 4, x, x, optimize=True) + np.eye(x.shape[1])
    return np.asarray(np.linalg.solve(curvature, ((weights * sign / 2) @ x).T).T)


def _nearby(x: Floats, sign: Floats, weights: Floats, everything: Floats) -> Floats:
    """One step with the curvature of the fit of all examples; no step at all for weights of 1."""
    wrong = expit(-sign * (everything @ x.T))[0]
    curvature = (wrong * (1 - wrong))[:, None] * x
    gradient = everything - (weights * sign * wrong) @ x
    return np.asarray(everything - np.linalg.solve(x.T @ curvature + np.eye(x.shape[1]), gradient.T).T)


def _newton(x: Floats, sign: Floats, weights: Floats, beta: Floats) -> Floats:
    for _ in range(STEPS):
        wrong = expit(-sign * (beta @ x.T))
        gradient = beta - (weights * sign * wrong) @ x
        curvature = weights * wrong * (1 - wrong)
        hessian = np.einsum("di,ij,ik->djk", curvature, x, x, optimize=True) + np.eye(x.shape[1])
        step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        step = step * _length(x, sign, weights, beta, step)
        beta = beta - step
        if np.abs(step).max() < ENOUGH:
            break
    return beta


def _length(x: Floats, sign: Floats, weights: Floats, beta: Floats, step: Floats) -> Floats:
    """How much of each step to take: halved until the loss does not grow, since long vectors overshoot."""
    before, length = _loss(x, sign, weights, beta), np.ones((len(beta), 1))
    for _ in range(HALVINGS):
        worse = _loss(x, sign, weights, beta - length * step) > before * (1 + 1e-12)
        if not worse.any():
            break
        length[worse] /= 2
    return length


def _loss(x: Floats, sign: Floats, weights: Floats, beta: Floats) -> Floats:
    return np.asarray((beta**2).sum(axis=1) / 2 - (weights * log_expit(sign * (beta @ x.T))).sum(axis=1))
