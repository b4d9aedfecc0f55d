"""The orthogonal map: found from a stream, exact where there is one, worthless at random."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.mitigations.alignment.procrustes import covariance, draw_random, learn, retrieval

RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 12)).astype(np.float32)
TURN = draw_random(12, 3)
Y = (X.astype(np.float64) @ TURN.T).astype(np.float32)
WORDS = [f"word {number}" for number in range(200)]


def test_a_rotation_that_is_there_is_found() -> None:
    total, count = covariance([(X, Y)], 12)
    assert count == 200
    np.testing.assert_allclose(learn(total), TURN, atol=1e-5)


def test_a_stream_gives_the_same_as_all_at_once() -> None:
    parts = ((X[at : at + 7], Y[at : at + 7]) for at in range(0, 200, 7))
    np.testing.assert_allclose(covariance(parts, 12)[0], covariance([(X, Y)], 12)[0], atol=1e-4)


def test_no_other_orthogonal_map_comes_closer() -> None:
    noisy = Y + RNG.normal(scale=0.5, size=Y.shape).astype(np.float32)
    found = learn(covariance([(X, noisy)], 12)[0])
    near = np.linalg.norm(X @ found.T - noisy)
    others = [draw_random(12, seed) for seed in range(50)] + [found @ _small(seed) for seed in range(50)]
    assert all(np.linalg.norm(X @ other.T - noisy) >= near for other in others)


def _small(seed: int) -> np.ndarray:
    """A rotation by a small angle."""
    lower = np.tril(np.random.default_rng(seed).normal(scale=0.02, size=(12, 12)), -1)
    skew = lower - lower.T
    return np.linalg.solve(np.eye(12) + skew, np.eye(12) - skew)


def test_a_random_map_is_orthogonal_and_follows_from_the_seed() -> None:
    np.testing.assert_allclose(TURN @ TURN.T, np.eye(12), atol=1e-12)
    assert np.array_equal(draw_random(12, 3), TURN) and not np.allclose(draw_random(12, 4), TURN)


def test_retrieval_is_perfect_after_the_right_map_and_near_chance_after_a_wrong_one() -> None:
    x, y = X.astype(np.float64), Y.astype(np.float64)
    assert retrieval(x, y, WORDS, TURN)["accuracy"] == 100
    assert retrieval(x, y, WORDS, TURN)["cosine"] == pytest.approx(1)
    assert retrieval(x, y, WORDS, None)["accuracy"] < 10


def test_another_anchor_of_the_same_word_is_right_too() -> None:
    x, y = np.eye(3), np.eye(3)[[1, 0, 2]]
    assert retrieval(x, y, ["a", "a", "b"], None)["accuracy"] == 100
    assert retrieval(x, y, ["a", "c", "b"], None)["accuracy"] == pytest.approx(100 / 3)
