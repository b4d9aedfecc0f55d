"""How do the groups that a model ties to an attribute differ between languages, or before and after a mitigation?

For each template and attribute the normalised probabilities of the targets form a distribution, P' / Σ P'. Two sides (a
model in a language) are compared by the Jensen–Shannon divergence of these distributions, natural logarithm, 0 (the
same) to ln 2 = 0.693 (nothing in common), averaged over the templates and attributes that both have. Targets are joined
by key, never by position; only those that both have take part. `shuffled` is the same number with the targets of one
side exchanged at random: what two sides that share nothing but their spread would have. `alike` is the same number
over the targets whose names have as many pieces as most, on both sides: names of several pieces stand out for that
alone, and so who comes first, and who moved, is told among those only.
Reference: Ahn and Oh, EMNLP 2021, section 6.1 and appendix D.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import rel_entr, softmax

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.verdict import Verdict
from babelance.measures.cb import Cb
from babelance.measures.formulas import marginal, reading_rules
from babelance.measures.formulas.pieces import alike
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Plan, Settings
from babelance.run.store import Store
from babelance.stats.bootstrap import bootstrap
from babelance.stats.estimate import agreeing
from babelance.stats.resample import Design

MEASURE = "cb"
SHUFFLES = 20

Floats = NDArray[np.float64]
Cell = tuple[str, str]
"""(template, attribute)"""


@dataclass(frozen=True, slots=True)
class Side:
    """log P' of one model in one language: for each cell, by key of the target."""

    label: str
    model: str
    language: str
    data: str
    cells: Mapping[Cell, Mapping[str, float]]
    compared: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    """The targets whose names have as many pieces as most; all of them where nothing is said."""

    def among_alike(self) -> dict[Cell, dict[str, float]]:
        """log P' of the targets that pieces do not set apart."""
        return {
            cell: {key: value for key, value in ratios.items() if key in self.compared.get(cell, ratios)}
            for cell, ratios in self.cells.items()
        }

    def shares(self) -> dict[str, dict[str, float]]:
        """attribute → target → its share of Σ P', averaged over templates, among targets that are alike."""
        by_cell: dict[str, dict[str, list[float]]] = {}
        for (_, attribute), ratios in self.among_alike().items():
            mine = by_cell.setdefault(attribute, {})
            for key, share in zip(ratios, softmax(list(ratios.values())).tolist(), strict=True):
                mine.setdefault(key, []).append(share)
        return {name: {key: float(np.mean(some)) for key, some in mine.items()} for name, mine in by_cell.items()}


@dataclass(frozen=True, slots=True)
class Divergence:
    """Jensen–Shannon divergence of two sides over `cells` templates and attributes and `targets` common targets.

    `alike` is that of the `targets_alike` whose names have as many pieces, None if there are no two."""

    value: float
    low: float
    high: float
    shuffled: float
    cells: int
    targets: int
    alike: float | None = None
    targets_alike: int = 0
    p: float | None = None
    """Of no difference from `shuffled`; None where too few templates show how much the number would vary."""
    shuffled_error: float = 0.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides; `divergence` is a reason in plain words where there is none. `verdict` is made by
    `language_verdicts`."""

    a: Side
    b: Side
    divergence: Divergence | Reason
    verdict: Verdict | None = None


def compare_languages(plan: Plan, store: Store, hooks: Hooks | None = None) -> list[Pair]:
    """All pairs of the plan's jobs. Every job must have the measure `cb`."""
    if len(plan.jobs) < 2:
        raise InputError("One model in one language has nothing to be compared with. Name more languages or models.")
    sides = _sides(plan, store, hooks)
    return [Pair(a, b, divergence(a, b, plan.settings)) for a, b in combinations(sides, 2)]


def divergence(a: Side, b: Side, settings: Settings) -> Divergence | Reason:
    whole = _divergence(a, b, settings)
    left = _divergence(replace(a, cells=a.among_alike()), replace(b, cells=b.among_alike()), settings)
    if isinstance(whole, Reason) or isinstance(left, Reason):
        return whole
    return replace(whole, alike=left.value, targets_alike=left.targets)


def _divergence(a: Side, b: Side, settings: Settings) -> Divergence | Reason:
    common = [cell for cell in a.cells if cell in b.cells]
    if empty := [side.language for side in (a, b) if not side.cells]:
        return Reason(
            f"nothing to compare in {' and '.join(empty)}: no item was scored, or (with prior=marginal) no template "
            "has two attributes"
        )
    if not common:
        return Reason("no template with the same attribute in both")
    keys = [key for key in _keys(a) if key in _keys(b)]
    first, second = (_grid(side, common, keys) for side in (a, b))
    both = ~np.isnan(first) & ~np.isnan(second)
    kept = both.sum(axis=1) > 1
    if not kept.any():
        return Reason("fewer than two targets in both")
    first, second = (np.where(both, grid, -np.inf)[kept] for grid in (first, second))
    values = jensen_shannon(softmax(first, axis=1), softmax(second, axis=1))
    templates = [template for (template, _), keep in zip(common, kept, strict=True) if keep]
    shuffled, error = _shuffled_divergence(first, second, np.random.default_rng(settings.seed))
    low, high, p = _interval(values, templates, shuffled, settings)
    targets = int(both[kept].any(axis=0).sum())
    return Divergence(float(values.mean()), low, high, shuffled, len(values), targets, p=p, shuffled_error=error)


def jensen_shannon(p: Floats, q: Floats) -> Floats:
    """The divergence of distributions along the last axis; natural logarithm, 0 to ln 2."""
    middle = (p + q) / 2
    return np.asarray((rel_entr(p, middle) + rel_entr(q, middle)).sum(axis=-1) / 2)


def _sides(plan: Plan, store: Store, hooks: Hooks | None) -> list[Side]:
    models = list(dict.fromkeys(job.model.id for job in plan.jobs))
    languages = [job.language for job in plan.jobs]
    alone = len(set(languages)) == len(languages)
    sides = []
    for job in plan.jobs:
        scores, _ = score(job, plan.settings, store, hooks)
        label = job.language if alone else f"{job.language} {letter(models.index(job.model.id))}"
        mine = _with_ratios(job.measures[MEASURE], scores[MEASURE])
        sides.append(Side(label, job.model.id, job.language, job.data, _cells(mine), _comparable_groups(mine)))
    return sides


def _with_ratios(measure: Measure, scores: Scores) -> Scores:
    """Of a causal model ratios are what is left of likelihoods once the means over attributes are taken off."""
    if isinstance(measure, Cb) and reading_rules.is_marginal(measure):
        return marginal.with_residuals(marginal.of_several_attributes(scores), measure.ddof)
    return scores


def letter(index: int) -> str:
    """A, B, … for the models of a comparison."""
    return chr(ord("A") + index) if index < 26 else str(index + 1)


def _cells(scores: Scores) -> dict[Cell, dict[str, float]]:
    cells = {}
    for scored in scores.scored:
        ratios = np.asarray(scored.columns["log_ratios"], np.float64).tolist()
        cells[_cell(scored.item)] = dict(zip(str(scored.columns["targets"]).split(","), ratios, strict=True))
    return cells


def _comparable_groups(scores: Scores) -> dict[Cell, frozenset[str]]:
    comparable = {}
    for scored in scores.scored:
        keys = np.asarray(str(scored.columns["targets"]).split(","))
        comparable[_cell(scored.item)] = frozenset(keys[alike(np.asarray(scored.columns["pieces"]))].tolist())
    return comparable


def _cell(item: Item) -> Cell:
    """Keys that are equal over languages: the tags, or an id such as `person/baker`, or the id with the attribute."""
    template, _, attribute = item.id.partition("/")
    words = item.texts["attribute"]
    return item.tags.get("template", template), item.tags.get("attribute", attribute or words)


def _keys(side: Side) -> dict[str, None]:
    return dict.fromkeys(key for ratios in side.cells.values() for key in ratios)


def _grid(side: Side, cells: Sequence[Cell], keys: Sequence[str]) -> Floats:
    """Cells x targets, NaN where a target is missing."""
    return np.asarray([[side.cells[cell].get(key, np.nan) for key in keys] for cell in cells])


def _interval(
    values: Floats, templates: Sequence[str], null: float, settings: Settings
) -> tuple[float, float, float | None]:
    """(low, high, p against the null). Templates are redrawn whole. Without an interval (one template only) both ends
    are the ends of the scale, and there is no test."""
    sample = bootstrap(
        lambda weights: weights @ values / weights.sum(axis=-1),
        Design.of(len(values), cluster=templates),
        rng=np.random.default_rng(settings.seed),
        level=settings.level,
        count=settings.draws,
    )
    if isinstance(sample, Reason):
        return 0.0, float(np.log(2)), None
    low, high = max(sample.limits[0], 0.0), min(sample.limits[1], float(np.log(2)))
    return low, high, agreeing(sample.p(null), low <= null <= high, settings.level)


def _shuffled_divergence(first: Floats, second: Floats, rng: np.random.Generator) -> tuple[float, float]:
    """(mean, its standard error) with targets of one side exchanged in each cell, among those that both sides have."""
    there = np.isfinite(second)
    divergences = []
    for _ in range(SHUFFLES):
        order = np.argsort(np.where(there, rng.random(second.shape), np.inf), axis=1)
        back = np.argsort(~there, axis=1, kind="stable")
        mixed = np.full_like(second, -np.inf)
        np.put_along_axis(mixed, back, np.take_along_axis(second, order, axis=1), axis=1)
        divergences.append(jensen_shannon(softmax(first, axis=1), softmax(mixed, axis=1)).mean())
    return float(np.mean(divergences)), float(np.std(divergences, ddof=1) / np.sqrt(SHUFFLES))
