"""Rows of a ranking that know nothing: what random and shuffled vectors of the same shape score on the same words.

`random`     every word gets a random direction, of the length that the model's vectors have on average
`shuffled`   the model's own vectors, dealt out to other words

A model that cannot be told apart from them has shown nothing, whatever its rank.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from babelance.core.scored import Scored, Scores

NULLS = ("random", "shuffled")
Vectors = dict[str, NDArray[np.float32]]


def null_scores(name: str, scores: Scores, seed: int) -> Scores:
    """The same words with vectors of one of the `NULLS`."""
    vectors = {_word(scored): np.asarray(scored.columns["vector"], np.float32) for scored in scores.scored}
    table = _random(vectors, seed) if name == "random" else _shuffle(vectors, seed)
    return Scores(tuple(_with_vector(scored, table) for scored in scores.scored), scores.skipped)


def has_vectors(scores: Scores) -> bool:
    return bool(scores.scored) and all("vector" in scored.columns for scored in scores.scored)


def _random(vectors: Vectors, seed: int) -> Vectors:
    """A word has the same direction whatever other words there are."""
    length = float(np.mean([np.linalg.norm(vector) for vector in vectors.values()]))
    table = {}
    for word, vector in vectors.items():
        digest = hashlib.blake2b(f"{seed} {word}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        drawn = np.random.default_rng(int.from_bytes(digest, "little")).normal(size=len(vector))
        table[word] = np.asarray(drawn * length / np.linalg.norm(drawn), np.float32)
    return table


def _shuffle(vectors: Vectors, seed: int) -> Vectors:
    words = sorted(vectors)
    order = np.random.default_rng(seed).permutation(len(words))
    return {word: vectors[words[index]] for word, index in zip(words, order, strict=True)}


def _with_vector(scored: Scored, table: Mapping[str, NDArray[np.float32]]) -> Scored:
    vector = table[_word(scored)]
    return replace(scored, columns={**scored.columns, "vector": vector, "norm": float(np.linalg.norm(vector))})


def _word(scored: Scored) -> str:
    return scored.item.texts["word"]
