"""Can a language model do what it is asked? It must predict hidden words better than their frequency alone does.

The unigram always answers with the token that is the most frequent among those that were hidden. A model that is not
surely better predicts nothing, and which of two sentences it prefers says nothing about what it has learnt of people.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from babelance.core.scored import Scores

SURE = 1.645
"""Standard errors by which a model must be better: sure at 95 %, one-sided."""
FEWEST = 50
"""Hidden tokens below which nothing is said."""


def worse_than_unigram(scores: Scores) -> str | None:
    """Why the model cannot do the task, empty if it can, None if its answers do not say."""
    rows = [scored.columns for scored in scores.scored]
    if not rows or not all("tokens" in row and "hits_more" in row for row in rows):
        return None
    counts = Counter(token for row in rows for token in np.asarray(row["tokens"]).tolist())
    if counts.total() < FEWEST:
        return None
    hits = np.asarray([int(row["hits_more"]) + int(row["hits_less"]) for row in rows], dtype=np.float64) / 2
    tokens = np.asarray([len(np.asarray(row["tokens"])) for row in rows], dtype=np.float64)
    [(_, most)] = counts.most_common(1)
    unigram, rate = most / counts.total(), float(hits.sum() / tokens.sum())
    error = float(np.sqrt(np.sum((hits - rate * tokens) ** 2)) / tokens.sum())
    if rate - SURE * error > unigram:
        return ""
    return (
        f"it predicts {100 * rate:.1f} % of the tokens that it is asked about, and always saying the most frequent one "
        f"gives {100 * unigram:.1f} %"
    )
