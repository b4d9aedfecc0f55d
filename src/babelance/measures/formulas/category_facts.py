"""What else a grid of templates, attributes and targets shows: what the score hangs on, and who stands out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.measures.formulas import pieces
from babelance.measures.formulas.averages import ratio

LISTED = 5
MOST_MISSING = 0.5

Grid = NDArray[np.float64]
"""Items x targets; NaN where a target could not be scored."""


def too_few(scores: Scores) -> str | None:
    """A reason to give no number: more than half of the targets are missing."""
    missing = float(scores.floats("missing").sum())
    total = missing + sum(str(scored.columns["targets"]).count(",") + 1 for scored in scores.scored)
    if missing <= MOST_MISSING * total:
        return None
    cut = sum(float(str(scored.columns.get("cut", 0))) for scored in scores.scored)
    why = "they are cut into several pieces" if 2 * cut > missing else "their words are not in the model's vocabulary"
    return f"{missing / total:.0%} of the targets could not be scored: {why}"


def about(scores: Scores, ddof: int) -> dict[str, Plain]:
    """Ranges without one template or target, attributes and targets that contribute most, targets that come first: the
    latter among targets that have as many pieces, because pieces alone make a name stand out."""
    keys, grid = grid_of(scores)
    alike = only_alike(scores, grid, keys)
    variance, left = scores.floats("variance"), scores.floats("left")
    facts: dict[str, Plain] = {
        "targets": len(keys),
        "leave_one_template_out": _range(_without_each(variance, scores.names("template"))),
        "leave_one_target_out": _range(_without_each_target(keys, grid, ddof)),
        "attributes": _most(_means(left, scores.names("attribute"))),
        "contributions": _most(_contributions(keys, alike, ddof)),
        "first": _count(str(scored.columns["top"]) for scored in scores.scored),
    }
    missing = {key: int(count) for key, count in zip(keys, np.isnan(grid).sum(axis=0), strict=True) if count}
    facts |= pieces.facts(scores)
    return facts | ({"targets_missing": missing} if missing else {})  # type: ignore[return-value]


def without_system(scores: Scores, ddof: int) -> Null | Reason:
    """The score that is left if groups are shuffled in every sentence, as a null.

    What an attribute does to the targets in one template it does in another, too, if there is a system: the mean
    product of their departures, over all two templates of an attribute, is the part of the score that has one.
    Shuffled, it is 0 on average; the rest is the null.
    """
    keys, grid = grid_of(scores)
    grid, left = only_alike(scores, grid, keys), scores.floats("left")
    if not np.isfinite(left).all():
        return Reason("no two names are cut into as many pieces, so nothing tells an attribute from pieces")
    complete = grid[:, ~np.isnan(grid).any(axis=0)]
    codes = np.unique(scores.names("attribute"), return_inverse=True)[1]
    if complete.shape[1] < 2 or not (np.bincount(codes) > 1).any():
        return Reason("each attribute stands in one template only, so nothing tells a system from chance")
    centred = complete - complete.mean(axis=1, keepdims=True)
    whole = float(centred.var(axis=1, ddof=ddof).mean())
    if not whole > 0:
        return Reason("no attribute changes any group")
    # Of the targets that all items have; the same share of the score of all targets.
    departures = centred * np.sqrt(float(left.mean()) / whole / (centred.shape[1] - ddof))
    without = Null.of_statistic("shuffled", Unsystematic(left, departures, codes), len(scores))
    shuffled = replace(without, in_pairs=True)
    return pieces.with_pieces(shuffled, scores, pieces.unlike_names(scores)) if pieces.differ(scores) else shuffled


def only_alike(scores: Scores, grid: Grid, keys: list[str]) -> Grid:
    """The same grid without the targets that have another number of pieces than most in their item."""
    column = {key: index for index, key in enumerate(keys)}
    kept = np.full_like(grid, np.nan)
    for row, scored in enumerate(scores.scored):
        mine = np.asarray([column[key] for key in str(scored.columns["targets"]).split(",")])
        same = mine[pieces.alike(np.asarray(scored.columns["pieces"]))]
        kept[row, same] = grid[row, same]
    return kept


@dataclass(frozen=True, eq=False)
class Unsystematic:
    """The mean variance minus the mean product of the departures of two different items of an attribute. A copy of an
    item is no other item: its product with itself would look like a system."""

    variance: NDArray[np.float64]
    departures: Grid
    codes: NDArray[np.intp]

    def __call__(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        rows = weights.reshape(-1, weights.shape[-1])
        products, pairs = np.zeros(len(rows)), np.zeros(len(rows))
        squares = (self.departures**2).sum(axis=1)
        for code in np.unique(self.codes):
            mine = self.codes == code
            some = rows[:, mine]
            together = some @ self.departures[mine]
            products += (together**2).sum(axis=1) - some**2 @ squares[mine]
            pairs += some.sum(axis=1) ** 2 - (some**2).sum(axis=1)
        mean = ratio(rows @ self.variance, rows.sum(axis=1))
        return np.asarray(mean - ratio(products, pairs)).reshape(weights.shape[:-1])


def grid_of(scores: Scores) -> tuple[list[str], Grid]:
    """All targets of all items, joined by key."""
    named = [str(scored.columns["targets"]).split(",") for scored in scores.scored]
    keys = list(dict.fromkeys(key for keys in named for key in keys))
    column = {key: index for index, key in enumerate(keys)}
    grid = np.full((len(named), len(keys)), np.nan)
    for row, (mine, scored) in enumerate(zip(named, scores.scored, strict=True)):
        grid[row, [column[key] for key in mine]] = scored.columns["log_ratios"]
    return keys, grid


def _without_each(values: NDArray[np.float64], names: NDArray[np.str_]) -> dict[str, float]:
    """name → the mean without its items."""
    by_name = {str(name): values[names != name] for name in np.unique(names)}
    return {name: float(rest.mean()) for name, rest in by_name.items() if len(rest)}


def _without_each_target(keys: list[str], grid: Grid, ddof: int) -> dict[str, float]:
    """key → the score without that target, over the items that still have two."""
    rest = ((key, np.delete(grid, index, axis=1)) for index, key in enumerate(keys))
    return {key: _score(part, ddof) for key, part in rest if (_sizes(part) > 1).any()}


def _score(grid: Grid, ddof: int) -> float:
    kept = grid[_sizes(grid) > 1]
    return float(np.nanvar(kept, axis=1, ddof=ddof).mean())


def _sizes(grid: Grid) -> NDArray[np.int64]:
    return np.asarray((~np.isnan(grid)).sum(axis=1))


def _contributions(keys: list[str], grid: Grid, ddof: int) -> dict[str, float]:
    """key → the share of the score that is its squared departure from the mean; they add up to 1."""
    kept = grid[_sizes(grid) > 1]
    squares = (kept - np.nanmean(kept, axis=1, keepdims=True)) ** 2 / (_sizes(kept)[:, None] - ddof)
    sums = np.nansum(squares, axis=0)
    shares = zip(keys, (sums / sums.sum()).tolist(), strict=True) if sums.sum() > 0 else ()
    return {key: share for key, share in shares if share}


def _means(values: NDArray[np.float64], names: NDArray[np.str_]) -> dict[str, float]:
    return {str(name): float(values[names == name].mean()) for name in np.unique(names)}


def _most(numbers: Mapping[str, float]) -> dict[str, Plain]:
    """The largest, in order."""
    known = ((name, number) for name, number in numbers.items() if np.isfinite(number))
    ordered = sorted(known, key=lambda pair: (-pair[1], pair[0]))
    return {name: round(number, 6) for name, number in ordered[:LISTED]}


def _range(numbers: Mapping[str, float]) -> dict[str, Plain]:
    """The lowest and the highest, with what was left out to get there."""
    if not numbers:
        return {}
    low, high = min(numbers, key=lambda name: numbers[name]), max(numbers, key=lambda name: numbers[name])
    return {"low": numbers[low], "low_without": low, "high": numbers[high], "high_without": high}


def _count(names: Iterable[str]) -> dict[str, Plain]:
    return dict(Counter(names).most_common(LISTED))
