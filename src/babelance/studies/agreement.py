"""Do two measures agree about models? Correlation, direction and difference of their scores over the same models.

    Pearson, Spearman   of the scores over models, with p-values
    direction           share of the models for which both scores lie on the same side of their ideals
    difference          mean of |score − score|, where both measures have the same scale

A handful of models says little: with five, a correlation must reach 0.88 to be significant at 5 %. Models of one family
are not independent, so even that is too kind. The verdict of a pair is about Pearson's correlation against none, with
Fisher's interval, corrected for the number of pairs; pairs with a null (`mbe/shuffled`) are a family of their own.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 5.1 and table 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import atanh, copysign, sqrt, tanh

import numpy as np
from scipy import stats

from babelance.core.estimate import About, Estimate, Result
from babelance.core.language_names import language_name
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.verdict import Verdict
from babelance.run.reading import require_results_of_one_way
from babelance.stats import power
from babelance.stats.difference_verdicts import Compared, Measured, Unmeasured, how_sure, judge_differences
from babelance.stats.distributions import normal_quantile
from babelance.stats.estimate import agreeing

MOST_COUNTED = 8
"""With so many models, or fewer, all orders are counted for the p of a rank correlation."""
FEWEST = 3
"""Two models always correlate perfectly."""
FAMILIES = FAMILY, OF_NULLS = "agreement", "agreement with nulls"
UNRELATED = "no correlation"


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
    shared: bool = False
    """Do other data of the same language have a series of this name?"""

    @property
    def label(self) -> str:
        """As shown: with its data, where the name alone could be of several."""
        return f"{self.name} on {self.data.partition('@')[0]}" if self.shared else self.name


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
    verdict: Verdict | None = None


def series(results: Iterable[Result]) -> list[Series]:
    """One series per measure, dataset, group of items and language, and one for each of its nulls but `random`."""
    results = list(results)
    require_results_of_one_way(results)
    all_series: dict[tuple[str, str, str], Series] = {}
    values: dict[tuple[str, str, str], dict[str, float]] = {}
    for result in results:
        if isinstance(result, Estimate):
            about = result.about
            for name, value in _values_by_name(result).items():
                key = (name, about.data.partition(" where ")[0], about.language)
                mine = values.setdefault(key, {})
                mine[about.model] = value
                all_series.setdefault(key, Series(*key, about.scale, mine, broken_down=about.group is not None))
    names = Counter((name, language) for name, _, language in all_series)
    return [replace(entry, shared=names[entry.name, entry.language] > 1) for entry in all_series.values()]


def _values_by_name(result: Estimate) -> dict[str, float]:
    """The names of a result and of its nulls, with their values."""
    measure, part = result.about.measure, _part(result.about)
    nulls = {f"{measure}/{null}{part}": value for null, value in _nulls(result).items() if null != "random"}
    return {series_name(result): result.value} | nulls


def series_name(result: Estimate) -> str:
    """`aula`; `aula@axis=gender` for the items with this value of a tag."""
    return f"{result.about.measure}{_part(result.about)}"


def _part(about: About) -> str:
    """`@axis=gender` for the items of one group, whether a run took no others or broke its result down."""
    parts = [*([str(about.signature.where)] if about.signature.where else []), *([about.group] if about.group else [])]
    return f"@{'&'.join(parts)}" if parts else ""


def _nulls(estimate: Estimate) -> dict[str, float]:
    """As in the paper, `shuffled` is one shuffle for each model: the mean of many would be the same for all models."""
    once = estimate.extra.get("shuffled_once")
    return {**estimate.nulls, **({"shuffled": float(once)} if isinstance(once, int | float) else {})}


def agreements(
    all_series: Sequence[Series], *, reference: str | None = None, only: Sequence[str] = (), level: float = 0.95
) -> list[Agreement | Reason]:
    """All pairs within a language; with a reference (the name of a series) only pairs with it, the reference second.
    Of groups of items only those that are the reference or among `only`. A string says why a pair has no agreement."""
    named = {*only, reference}
    candidates = [
        candidate for candidate in all_series if candidate.name in named or not (only or candidate.broken_down)
    ]
    pairs = [
        (b, a) if a.name == reference else (a, b)
        for a, b in combinations(candidates, 2)
        if a.language == b.language and (reference is None or (a.name == reference) != (b.name == reference))
    ]
    return judge_agreements([agreement(a, b) for a, b in pairs], level)


def judge_agreements(some: Sequence[Agreement | Reason], level: float) -> list[Agreement | Reason]:
    """The same with verdicts, corrected within each family."""
    known = [pair for pair in some if isinstance(pair, Agreement)]
    families = [_judge([pair for pair in known if _family(pair) == family], family, level) for family in FAMILIES]
    verdicts = {id(pair): verdict for family in families for pair, verdict in family}
    return [replace(pair, verdict=verdicts[id(pair)]) if isinstance(pair, Agreement) else pair for pair in some]


def _judge(some: Sequence[Agreement], family: str, level: float) -> list[tuple[Agreement, Verdict]]:
    tests = [_test(pair, level) for pair in some]
    verdicts = judge_differences(
        tests, family=family, level=level, words=lambda index, verdict: _words(some[index], verdict)
    )
    return list(zip(some, verdicts, strict=True))


def _family(pair: Agreement) -> str:
    return OF_NULLS if "/" in pair.first.name + pair.second.name else FAMILY


def _test(pair: Agreement, level: float) -> Compared:
    if pair.pearson is None or pair.pearson_p is None:
        return Unmeasured(UNRELATED, "one of the two does not vary over these models")
    return correlation_test(pair.pearson, pair.pearson_p, len(pair.models), level)


def correlation_test(correlation: float, p: float, count: int, level: float) -> Measured:
    """Pearson's correlation of `count` couples of values, against none; its p is made to agree with the interval."""
    error = 1 / sqrt(count - FEWEST) if count > FEWEST else None
    low, high = fisher_interval(correlation, error, level)
    mde = None if error is None else tanh(power.detectable_by_error(error, level=level))
    agreed = agreeing(p, low <= 0 <= high, level)
    return Measured(UNRELATED, correlation, min(low, correlation), max(high, correlation), agreed, null=0.0, mde=mde)


def fisher_interval(correlation: float, error: float | None, level: float) -> tuple[float, float]:
    """`error` is that of Fisher's z, 1 / √(n − 3); three models leave everything possible."""
    if error is None:
        return -1.0, 1.0
    most = 1 - float(np.finfo(np.float64).eps)
    middle, reach = atanh(max(-most, min(most, correlation))), normal_quantile((1 + level) / 2) * error
    return tanh(middle - reach), tanh(middle + reach)


def _words(pair: Agreement, verdict: Verdict) -> str:
    where = f"{language_name(pair.first.language)}, {len(pair.models)} models"
    who = f"{pair.first.label} and {pair.second.label} ({where})"
    side = f"lie on the same side of their ideals for {100 * pair.direction:.0f} % of the models"
    if verdict.difference is None:
        return f"{who} {side}; {verdict.reason}, so there is no correlation."
    sure = "more than luck would give" if verdict.shown else "which luck alone may give"
    seen = f"; with so few models only {verdict.mde:.2f} or more would be seen" if verdict.mde else ""
    return (
        f"{who} {side} and correlate with {verdict.difference:+.2f} [{verdict.low:+.2f}, {verdict.high:+.2f}], {sure} "
        f"({how_sure(verdict)}){'' if verdict.shown else seen}."
    )


def agreement(first: Series, second: Series) -> Agreement | Reason:
    """How far two series agree, over the models that both have."""
    models = tuple(model for model in first.values if model in second.values)
    if len(models) < FEWEST:
        count = "1 model" if len(models) == 1 else f"{len(models)} models"
        return Reason(
            f"{first.label} and {second.label} ({first.language}): {count} in common, at least {FEWEST} are needed"
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
        *_pearson(a, b),
        *_spearman(a, b),
        direction=_same_side(a - first.scale.ideal, b - second.scale.ideal),
        difference=float(np.mean(np.abs(a - b))) if same else None,
    )


def _pearson(a: np.ndarray, b: np.ndarray) -> tuple[float | None, float | None]:
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return None, None
    result = stats.pearsonr(a, b)
    return float(result.statistic), float(result.pvalue)


def _spearman(a: np.ndarray, b: np.ndarray) -> tuple[float | None, float | None]:
    """Its usual p is an approximation for many models: three in the same order have p = 0 by it, and 1/3 if all orders
    are counted."""
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return None, None
    result = stats.spearmanr(a, b)
    if len(a) > MOST_COUNTED:
        return float(result.statistic), float(result.pvalue)
    ranks, others = stats.rankdata(a), stats.rankdata(b)
    counted = stats.permutation_test(
        (ranks - ranks.mean(),), lambda dealt, axis: dealt @ others, permutation_type="pairings", n_resamples=np.inf
    )
    return float(result.statistic), float(counted.pvalue)


def _same_side(a: np.ndarray, b: np.ndarray) -> float:
    """A score on its ideal is on neither side and agrees with nothing but another such."""
    sides = [(0 if x == 0 else copysign(1, x), 0 if y == 0 else copysign(1, y)) for x, y in zip(a, b, strict=True)]
    return sum(x == y for x, y in sides) / len(sides)
