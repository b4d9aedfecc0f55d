"""Do two measures agree about models? Correlation, direction and difference of their scores over the same models.

    Pearson, Spearman   of the scores over models, with p-values
    direction           share of the models for which both scores lie on the same side of their ideals
    difference          mean of |score − score|, where both measures have the same scale

A handful of models says little: with five, a correlation must reach 0.88 to be significant at 5 %. Models of one family
are not independent, so even that is too kind.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5.1 and table 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import copysign

import numpy as np
from scipy import stats

from babelance.core.estimate import About, Estimate, Result
from babelance.core.reason import Reason
from babelance.core.scale import Scale

FEWEST = 3
"""Two models always correlate perfectly."""


@dataclass(frozen=True)
class Series:
    """The scores of one measure on one dataset, by model. `name` is the measure, or `measure/null` for its null;
    `measure@axis=gender` for the items with this value of a tag."""

    name: str
    data: str
    language: str
    scale: Scale
    values: Mapping[str, float]
    broken_down: bool = False
    """Is it one group of a run over more items? Such series are compared where they are named."""


@dataclass(frozen=True)
class Agreement:
    """`difference` is None where the scales differ, correlations where one series does not vary."""

    first: Series
    second: Series
    models: tuple[str, ...]
    pearson: float | None
    pearson_p: float | None
    spearman: float | None
    spearman_p: float | None
    direction: float
    difference: float | None


def series(results: Iterable[Result]) -> list[Series]:
    """One series per measure, dataset, group of items and language, and one for each of its nulls but `random`."""
    all_series: dict[tuple[str, str, str], Series] = {}
    values: dict[tuple[str, str, str], dict[str, float]] = {}
    for result in results:
        if isinstance(result, Estimate):
            about = result.about
            for name, value in _named(result).items():
                key = (name, about.data.partition(" where ")[0], about.language)
                mine = values.setdefault(key, {})
                mine[about.model] = value
                all_series.setdefault(key, Series(*key, about.scale, mine, broken_down=about.group is not None))
    return list(all_series.values())


def _named(result: Estimate) -> dict[str, float]:
    """The names of a result and of its nulls, with their values."""
    measure, part = result.about.measure, _part(result.about)
    nulls = {f"{measure}/{null}{part}": value for null, value in _nulls(result).items() if null != "random"}
    return {f"{measure}{part}": result.value} | nulls


def _part(about: About) -> str:
    """`@axis=gender` for the items of one group, whether a run took no others or broke its result down."""
    parts = [*([str(about.signature.where)] if about.signature.where else []), *([about.group] if about.group else [])]
    return f"@{'&'.join(parts)}" if parts else ""


def _nulls(estimate: Estimate) -> dict[str, float]:
    """As in the paper, `shuffled` is one shuffle for each model: the mean of many would be the same for all models."""
    once = estimate.extra.get("shuffled_once")
    return {**estimate.nulls, **({"shuffled": float(once)} if isinstance(once, int | float) else {})}


def agreements(
    all_series: Sequence[Series], *, reference: str | None = None, only: Sequence[str] = ()
) -> list[Agreement | Reason]:
    """All pairs within a language; with a reference (the name of a series) only pairs with it, the reference second.
    Of groups of items only those that are the reference or among `only`. A string says why a pair has no agreement."""
    named = {*only, reference}
    candidates = [one for one in all_series if one.name in named or not (only or one.broken_down)]
    pairs = [
        (b, a) if a.name == reference else (a, b)
        for a, b in combinations(candidates, 2)
        if a.language == b.language and (reference is None or (a.name == reference) != (b.name == reference))
    ]
    return [agreement(a, b) for a, b in pairs]


def agreement(first: Series, second: Series) -> Agreement | Reason:
    """How far two series agree, over the models that both have."""
    models = tuple(model for model in first.values if model in second.values)
    if len(models) < FEWEST:
        return Reason(
            f"{first.name} and {second.name} ({first.language}): {len(models)} models in common, "
            f"at least {FEWEST} are needed"
        )
    a = np.array([first.values[model] for model in models])
    b = np.array([second.values[model] for model in models])
    same = (first.scale.low, first.scale.high, first.scale.ideal) == (
        second.scale.low, second.scale.high, second.scale.ideal,
    )  # fmt: skip
    return Agreement(
        first,
        second,
        models,
        *_correlation(stats.pearsonr, a, b),
        *_correlation(stats.spearmanr, a, b),
        direction=_same_side(a - first.scale.ideal, b - second.scale.ideal),
        difference=float(np.mean(np.abs(a - b))) if same else None,
    )


def _correlation(function: object, a: np.ndarray, b: np.ndarray) -> tuple[float | None, float | None]:
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return None, None
    result = function(a, b)  # type: ignore[operator]
    return float(result.statistic), float(result.pvalue)


def _same_side(a: np.ndarray, b: np.ndarray) -> float:
    """A score on its ideal is on neither side and agrees with nothing but another such."""
    sides = [(0 if x == 0 else copysign(1, x), 0 if y == 0 else copysign(1, y)) for x, y in zip(a, b, strict=True)]
    return sum(x == y for x, y in sides) / len(sides)
