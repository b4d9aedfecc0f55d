"""What MBE takes from sentences: their groups, frames and embeddings, and why some cannot be used."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babelance.core.item import Item
from babelance.core.query import Tokens
from babelance.core.scored import Scores
from babelance.measures.formulas.mbe import Floats

FRAME = "frame"
"""Tag of sentences that differ in the group alone."""


def groups(scores: Scores) -> list[str]:
    return [str(name) for name in np.unique(scores.tag("group"))]


def frames_of(scores: Scores) -> NDArray[np.str_] | None:
    """The frames that sentences were made of, where all of them tell."""
    names = [scored.item.tags.get(FRAME, "") for scored in scores.scored]
    return np.asarray(names) if all(names) else None


def embeddings(scores: Scores) -> NDArray[np.float32]:
    return np.stack([scored.columns["embedding"] for scored in scores.scored])


def is_causal(scores: Scores) -> bool:
    """Were the sentences read from left to right, so that their likelihood is the plain mean?"""
    return any("causal" in scored.columns for scored in scores.scored)


def reason_unusable(likelihoods: Floats | None, tokens: Tokens, *, embedded: bool) -> str | None:
    if likelihoods is None:
        return "the model does not show its attention"
    if not len(likelihoods) or not np.isfinite(likelihoods).all():
        return "a log-probability is not a finite number"
    if not embedded:
        return None
    if tokens.embedding is None:
        return "the model gives no sentence embedding"
    if not np.isfinite(tokens.embedding).all() or not np.any(tokens.embedding):
        return "the sentence embedding is zero or not finite"
    return None


def reason_ungrouped(item: Item) -> str | None:
    return None if item.tags.get("group") else "the sentence has no group"
