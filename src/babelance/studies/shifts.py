"""Did a change of a model bring its groups closer to those of another language? Table 9 of Ahn and Oh, with a test.

Of two models in one language and one in another, the divergence of the second from the other language minus that of the
first: below 0 the second is closer. Paired: over the same templates, attributes and targets, templates redrawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.special import softmax

from babelance.core.estimate import Plain
from babelance.core.reason import Reason
from babelance.core.verdict import Verdict, verdict_record
from babelance.run.plan import Settings
from babelance.stats.bootstrap import bootstrap
from babelance.stats.estimate import agreeing
from babelance.stats.resample import Design
from babelance.studies.languages import Pair, Side, jensen_shannon

Ratios = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Shift:
    """`value` is JSD(after, to) − JSD(before, to); `undefined` says why there is none."""

    before: str
    after: str
    to: str
    cells: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    undefined: str | None = None
    verdict: Verdict | None = None


def shifts(pairs: Sequence[Pair], settings: Settings) -> list[Shift]:
    """All changes of a model within one language, as seen from every other language; the first named is before."""
    sides = list({side.label: side for pair in pairs for side in (pair.a, pair.b)}.values())
    return [
        _shift(before, after, to, settings)
        for before, after in combinations(sides, 2)
        if before.language == after.language
        for to in sides
        if to.language != before.language
    ]


def _shift(before: Side, after: Side, to: Side, settings: Settings) -> Shift:
    cells = [cell for cell in before.cells if cell in after.cells and cell in to.cells]
    differences = [_difference(before.cells[cell], after.cells[cell], to.cells[cell]) for cell in cells]
    kept = [(template, value) for (template, _), value in zip(cells, differences, strict=True) if value is not None]
    names = (before.label, after.label, to.label, len(kept))
    if not kept:
        return Shift(*names, undefined="no template and attribute with two targets that all three have")
    values = np.asarray([value for _, value in kept])
    sample = bootstrap(
        lambda weights: weights @ values / weights.sum(axis=-1),
        Design.of(len(values), cluster=[template for template, _ in kept]),
        rng=np.random.default_rng(settings.seed),
        level=settings.level,
        count=settings.draws,
    )
    if isinstance(sample, Reason):
        return Shift(*names, undefined=sample)
    low, high = sample.limits
    p = agreeing(sample.p(0.0), low <= 0 <= high, settings.level)
    return Shift(*names, value=sample.value, low=low, high=high, p=p)


def _difference(before: Ratios, after: Ratios, to: Ratios) -> float | None:
    """The difference of one sentence, over the targets that all three sides have."""
    keys = [key for key in to if key in before and key in after]
    if len(keys) < 2:
        return None
    first, second, other = (softmax([side[key] for key in keys]) for side in (before, after, to))
    return float(jensen_shannon(second, other) - jensen_shannon(first, other))


def shift_record(shift: Shift) -> dict[str, Plain]:
    return {
        "before": shift.before, "after": shift.after, "to": shift.to, "cells": shift.cells, "value": shift.value,
        "low": shift.low, "high": shift.high, "p": shift.p, "undefined": shift.undefined,
        "verdict": verdict_record(shift.verdict) if shift.verdict else None,
    }  # fmt: skip
