"""What stands beside an MBE score: counts, the paper's test, and the words that drive it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.scored import Scores
from babelance.measures.formulas.coins import against_coins
from babelance.measures.formulas.mbe_statistic import CELLS, Pair
from babelance.text.changed import changed_words

WORDS = 40
"""Words shown with the score that remains without them."""


def counts(scores: Scores) -> dict[str, Plain]:
    """Sentences of each group."""
    names, numbers = np.unique(scores.tag("group"), return_counts=True)
    return dict(zip(names.tolist(), numbers.tolist(), strict=True))


def mean_lengths(scores: Scores) -> dict[str, Plain]:
    """Mean number of tokens of each group."""
    lengths, names = scores.floats("length"), scores.tag("group")
    return {str(name): round(float(lengths[names == name].mean()), 3) for name in np.unique(names)}


def over_pairs(scores: Scores, pair: Pair, *, tie: float) -> dict[str, Plain]:
    """Counts over all pairs of sentences, unweighted, and the paper's test on them."""
    values, names = scores.floats("likelihood"), scores.tag("group")
    over, under = values[names == pair[0]], np.sort(values[names == pair[1]])
    below = int(np.searchsorted(under, over, side="left").sum())
    ties = int(np.searchsorted(under, over, side="right").sum()) - below
    pairs = len(over) * len(under)
    return {
        "pairs": pairs,
        "ties": ties,
        "unweighted": 100 * (below + ties / 2) / pairs,
        **against_coins(below + tie * ties, pairs).facts(),
    }


def without_words(scores: Scores, statistic: Statistic) -> list[Plain]:
    """What the score would be without the sentences of one word; the words that move it most come first."""
    words, groups = scores.tag("word"), scores.tag("group")
    value = float(statistic(np.ones(len(words))))
    rows: list[tuple[float, Plain]] = []
    for word, left in _scores_without_words(scores, statistic):
        mine = words == word
        facts: dict[str, Plain] = {"word": word, "group": str(groups[mine][0]), "sentences": int(mine.sum())}
        rows.append((abs(left - value), {**facts, "without": left, "change": left - value}))
    return [row for _, row in sorted(rows, key=lambda row: -row[0])[:WORDS]]


def words_of_groups(scores: Scores) -> list[frozenset[str]]:
    """For each sentence the word that put it into its group; where the data do not say but name the sentence's twin in
    another group, the words in which it differs from that."""
    words, pairs = scores.tag("word"), scores.tag("pair")
    twins: dict[str, list[str]] = {}
    for scored, pair in zip(scores.scored, pairs.tolist(), strict=True):
        twins.setdefault(pair, []).append(scored.item.texts["text"])
    return [
        frozenset([word] if word else _differing(scored.item.texts["text"], twins[pair]) if pair else [])
        for scored, word, pair in zip(scores.scored, words.tolist(), pairs.tolist(), strict=True)
    ]


def _differing(text: str, twins: Sequence[str]) -> Sequence[str]:
    other = next((twin for twin in twins if twin != text), text)
    return changed_words(text, other)[0]


def _scores_without_words(scores: Scores, statistic: Statistic) -> list[tuple[str, float]]:
    """(word, score without it) of every word without which something is left to compare."""
    words = scores.tag("word")
    named = [str(word) for word in np.unique(words) if word]
    at_once = max(1, CELLS // len(words))
    remaining: list[tuple[str, float]] = []
    for start in range(0, len(named), at_once):
        some = named[start : start + at_once]
        values = statistic((words != np.array(some)[:, None]).astype(np.float64))
        remaining += [(word, float(value)) for word, value in zip(some, values, strict=True) if np.isfinite(value)]
    return remaining
