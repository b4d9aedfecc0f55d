"""What is told about pairs beside their score: lengths, shared and predicted tokens, words in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.null import Null
from babelance.core.query import Tokens
from babelance.core.scored import Scores
from babelance.measures.formulas.averages import Mean
from babelance.text.align import shared_positions
from babelance.text.changed import changed_words


def sign_of(difference: int) -> int:
    """1 if the stereotypical side has more pieces, -1 if it has fewer, 0 if both have as many."""
    return (difference > 0) - (difference < 0)


def length_null(scores: Scores, *, longer: bool) -> Null | None:
    """The share that a model prefers which knows nothing but lengths, and likes longer (or shorter) sentences; equal
    lengths count half. None if all pairs are equally long: then it is 50."""
    apart = scores.floats("length_more") - scores.floats("length_less")
    if not apart.any():
        return None
    preferred = (np.sign(apart if longer else -apart) + 1) / 2
    return Null.of_statistic("length", Mean(preferred, 100), len(scores))


def contrasts(scores: Scores) -> list[frozenset[str]]:
    """The words in which the two sentences of each pair differ: names and pronouns come up again and again."""
    return [frozenset(_contrast(scored.item)) for scored in scores.scored]


def _contrast(item: Item) -> Iterator[str]:
    for words in changed_words(item.texts["more"], item.texts["less"]):
        yield from words


def pair_detail(
    more: Tokens, less: Tokens, values_more: NDArray[np.floating], values_less: NDArray[np.floating]
) -> dict[str, object]:
    """What each token contributed, for the reader of a report."""
    return {
        "tokens_more": list(more.tokens),
        "values_more": np.round(values_more, 6).tolist(),
        "tokens_less": list(less.tokens),
        "values_less": np.round(values_less, 6).tolist(),
    }


def hit_columns(more: Tokens, less: Tokens) -> dict[str, int]:
    """How many scored tokens were the model's first choice."""
    if more.hits is None or less.hits is None:
        return {}
    return {"hits_more": int(more.hits.sum()), "hits_less": int(less.hits.sum())}


def scored_or_shared(more: Tokens, less: Tokens) -> int:
    """The scored tokens are the shared ones, unless all tokens of both sentences were scored."""
    everything = len(more.tokens) == more.length and len(less.tokens) == less.length
    return shared_count(more, less) if everything and not more.summed else len(more.tokens)


def shared_count(more: Tokens, less: Tokens) -> int:
    """How many tokens two fully scored sentences share."""
    return len(shared_positions(more.tokens, less.tokens)[0])


def token_accuracy(scores: Scores) -> Mapping[str, Plain]:
    """Share of the scored tokens that the model predicts, in per cent; ties; tokens per pair."""
    rows = [scored.columns for scored in scores.scored]
    tokens = sum(int(row["shared"]) for row in rows)
    scored = {side: sum(int(row.get(f"tokens_{side}", row["shared"])) for row in rows) for side in ("more", "less")}
    facts: dict[str, Plain] = {
        "shared_tokens": tokens,
        "ties": sum(row["score"] == 0.5 or row.get("more") == row.get("less") for row in rows),
    }
    if tokens and all("hits_more" in row for row in rows):
        facts["accuracy_more"] = 100 * sum(int(row["hits_more"]) for row in rows) / scored["more"]
        facts["accuracy_less"] = 100 * sum(int(row["hits_less"]) for row in rows) / scored["less"]
    return facts
