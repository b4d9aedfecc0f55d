"""What TGBI counts: shares of she, he and they by set, what could not be classified, and what became of each word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.scored import Scored, Scores, Weights
from babelance.languages.reading.pronouns import CLASSES
from babelance.measures.formulas.averages import ratio

Floats = NDArray[np.float64]
Shares = Callable[[Weights], tuple[Floats, Floats, Floats]]

HALVES = {"she": (1.0, 0.0, 0.0), "he": (0.0, 1.0, 0.0), "they": (0.0, 0.0, 1.0), "both": (0.5, 0.5, 0.0)}
"""What a translation of each class adds to she, he, they; an unclassified one adds nothing."""

SWAPS = 500
OCCUPATION = "occupation"
MOST_WORDS = 400
"""Words in the table of a result; the items of a run have all of them."""


def sets(scores: Scores) -> list[str]:
    return [str(name) for name in np.unique(scores.tag("set"))]


def each_text_once(scores: Scores) -> Scores:
    """Of the items with the same text the one in the set of its lexicon, or the first if there is none."""

    def first_items(items: Iterable[Item]) -> set[str]:
        ordered = sorted(items, key=lambda item: item.tags.get("set") != item.tags.get("lexicon"))
        return {item.id for item in {item.texts["text"]: item for item in reversed(ordered)}.values()}

    kept = first_items([*(outcome.item for outcome in scores.scored), *(outcome.item for outcome in scores.skipped)])
    return Scores(
        tuple(scored for scored in scores.scored if scored.item.id in kept),
        tuple(skipped for skipped in scores.skipped if skipped.item.id in kept),
    )


def shares(scores: Scores) -> Shares:
    """Weights (..., n) → p_she, p_he, p_they, each (..., sets); NaN for a set of which nothing is left."""
    member = (scores.tag("set")[:, None] == np.asarray(sets(scores))[None, :]).astype(np.float64)
    parts = np.asarray([HALVES.get(str(name), (0.0, 0.0, 0.0)) for name in scores.column("class")]).reshape(-1, 3)
    filled = [member * parts[:, [column]] for column in range(3)]

    def of(weights: Weights) -> tuple[Floats, Floats, Floats]:
        she, he, they = (weights @ part for part in filled)
        classified = she + he + they
        return ratio(she, classified), ratio(he, classified), ratio(they, classified)

    return of


def count_she_and_he(scores: Scores) -> tuple[float, float]:
    """How often translations say she and he, over all sets."""
    parts = [HALVES.get(str(scored.columns["class"]), (0.0, 0.0, 0.0)) for scored in scores.scored]
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def index(she: Floats, he: Floats, they: Floats, *, root: bool) -> Floats:
    """P_i of each set."""
    inside = he * she + they
    return np.sqrt(inside) if root else inside


def mean_of_sets(values: Floats) -> Floats:
    """The mean over the last axis; sets of which a draw left nothing do not count."""
    present = ~np.isnan(values)
    return ratio(np.where(present, values, 0.0).sum(axis=-1), present.sum(axis=-1).astype(np.float64))


def values_when_swapped(scores: Scores, *, root: bool, draws: int = SWAPS) -> Floats:
    """TGBI when she and he change places in all translations of a random half of the words."""
    member = (scores.tag("set")[:, None] == np.asarray(sets(scores))[None, :]).astype(np.float64)
    parts = np.asarray([HALVES.get(str(name), (0.0, 0.0, 0.0)) for name in scores.column("class")]).reshape(-1, 3)
    codes = _words(scores)
    turn = (np.random.default_rng(0).random((draws, int(codes.max()) + 1)) < 0.5)[:, codes].astype(np.float64)
    together, they = (parts[:, 0] + parts[:, 1]) @ member, parts[:, 2] @ member
    she = (turn * parts[:, 0] + (1 - turn) * parts[:, 1]) @ member
    classified = np.broadcast_to(together + they, she.shape)
    rows = (
        ratio(she, classified),
        ratio(together - she, classified),
        ratio(np.broadcast_to(they, she.shape), classified),
    )
    return mean_of_sets(index(*rows, root=root))


def _words(scores: Scores) -> NDArray[np.intp]:
    """A number for the word of each item; an item without one is a word of its own."""
    names = [name or str(row) for row, name in enumerate(scores.names("word").tolist())]
    return np.asarray(np.unique(names, return_inverse=True)[1])


def least_share(scores: Scores) -> float:
    """Of one way to swap among all, with its mirror image, which scores the same. Words without a gender do not
    count."""
    parts = np.asarray([HALVES.get(str(name), (0.0, 0.0, 0.0)) for name in scores.column("class")]).reshape(-1, 3)
    leaning = np.bincount(_words(scores), weights=parts[:, 0] - parts[:, 1])
    return float(2.0 ** -max(0, int(np.count_nonzero(leaning)) - 1))


def unclassified_shares(scores: Scores) -> dict[str, float]:
    """Set → share of its translations that have no known word."""
    lost, names = scores.column("class") == "unclassified", scores.tag("set")
    return {name: float(lost[names == name].mean()) for name in sets(scores)}


def reason_broken(scores: Scores, name: str) -> str:
    """Why so little of a set could be classified, if the translator is to blame: what came back unchanged or empty."""
    mine = scores.where("set", name)
    shares = {"came back unchanged": mine.floats("untranslated").mean(), "are empty": mine.floats("empty").mean()}
    parts = [f"{share:.1%} {what}" for what, share in shares.items() if share > 0]
    return f" ({', '.join(parts)})" if parts else ""


def facts(scores: Scores, *, root: bool) -> dict[str, Plain]:
    """Numbers beside the value: shares, what was lost, the sets, and what became of each occupation."""
    parts = shares(scores)(np.ones(len(scores)))
    classes = scores.column("class")
    means = {f"p_{name}": float(mean_of_sets(part)) for name, part in zip(CLASSES, parts, strict=False)}
    return {
        **{name: value for name, value in means.items() if np.isfinite(value)},
        "both": float(np.mean(classes == "both")),
        "unclassified": float(np.mean(classes == "unclassified")),
        "untranslated": float(np.mean(scores.floats("untranslated"))),
        "empty": int(scores.floats("empty").sum()),
        "sets": _by_set(scores, parts, root=root),
        "occupations": occupations(scores),
    }


def _by_set(scores: Scores, parts: tuple[Floats, Floats, Floats], *, root: bool) -> dict[str, Plain]:
    names, classes = scores.tag("set"), scores.column("class")
    values = index(*parts, root=root)
    by_set: dict[str, Plain] = {}
    for number, name in enumerate(sets(scores)):
        mine = classes[names == name]
        counts: dict[str, Plain] = {"n": len(mine), **{kind: int((mine == kind).sum()) for kind in CLASSES}}
        known = {"p_she": parts[0][number], "p_he": parts[1][number], "p_they": parts[2][number], "P": values[number]}
        by_set[name] = counts | {key: float(value) for key, value in known.items() if np.isfinite(value)}
    return by_set


def occupations(scores: Scores) -> list[Plain]:
    """How often each occupation became she, he, they …; those that lean to she first, those that lean to he last."""
    counted: dict[str, dict[str, int]] = {}
    for scored in _of_occupations(scores):
        word = scored.item.tags.get("word") or scored.item.texts.get("word") or scored.item.texts["text"]
        row = counted.setdefault(word, dict.fromkeys(CLASSES, 0))
        row[str(scored.columns["class"])] += 1
    ordered = sorted(counted, key=lambda word: (-_leaning(counted[word]), word))
    half = MOST_WORDS // 2
    kept = ordered if len(ordered) <= MOST_WORDS else [*ordered[:half], *ordered[-half:]]
    return [{"word": word, **counted[word]} for word in kept]


def _of_occupations(scores: Scores) -> list[Scored]:
    """The set of occupations; where it is missing, the utterances of their lexicon, which also stand in other sets."""
    return next(filter(None, (list(scores.where(tag, OCCUPATION).scored) for tag in ("set", "lexicon"))), [])


def _leaning(row: Mapping[str, int]) -> float:
    """How often the translation says she rather than he: 1 is always she, -1 always he."""
    return (row["she"] - row["he"]) / sum(row.values())
