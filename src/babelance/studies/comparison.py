"""Two models on the same items: the paired difference of every measure, with its interval and p-value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from babelance.core import digits
from babelance.core.errors import InputError
from babelance.core.measure import Measure, scale_of, undefined_of, word_jackknife_of
from babelance.core.model_names import short_names
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.verdict import Verdict
from babelance.run.configure import choices_of
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Job, Plan, Settings, require_same_reading
from babelance.run.store import Store
from babelance.stats.compare import Difference, paired_difference
from babelance.stats.difference_verdicts import Compared, Measured, Unmeasured, how_sure, judge_differences
from babelance.stats.distributions import normal_quantile
from babelance.stats.estimate import design_of


@dataclass(frozen=True, slots=True)
class Comparison:
    """b minus a. `difference` is a reason in plain words where there is none."""

    measure: str
    data: str
    language: str
    a: str
    b: str
    value_a: float
    value_b: float
    n: int
    difference: Difference | Reason
    p_holm: float | None = None
    p_bh: float | None = None
    group: str | None = None
    """`axis=gender`: over the items with this tag only."""
    verdict: Verdict | None = None
    """Against the model a."""
    ideal: float | None = None
    """Of the measure, where the two were compared."""

    @property
    def way(self) -> str:
        """Where b is, seen from the ideal; empty where a difference does not say that: on either side of it, or without
        an ideal that is a number."""
        if self.ideal is None or not isfinite(self.ideal) or self.value_a == self.value_b:
            return ""
        before, after = self.value_a - self.ideal, self.value_b - self.ideal
        if before * after < 0:
            return ""
        return f"{'farther from' if abs(after) > abs(before) else 'closer to'} the ideal ({self.ideal:g}) than"


def compare(a: Plan, b: Plan, store: Store, hooks: Hooks | None = None) -> list[Comparison]:
    """All measures that both plans have on the same data and language, adjusted for their number."""
    require_same_reading([*a.jobs, *b.jobs])
    comparisons = [
        comparison
        for first, second in _match_jobs(a.jobs, b.jobs)
        for comparison in _compare(first, second, (a.settings, b.settings), store, hooks)
    ]
    return judge_comparisons(comparisons, a.settings.level)


FAMILY = "comparison"


def judge_comparisons(comparisons: Sequence[Comparison], level: float) -> list[Comparison]:
    """The same with adjusted p-values and verdicts: are the two models told apart?"""
    verdicts = judge_differences(
        [test_of(comparison) for comparison in comparisons],
        family=FAMILY,
        level=level,
        words=lambda index, verdict: sentence_of(comparisons[index], verdict, level),
    )
    return [with_verdict(comparison, verdict) for comparison, verdict in zip(comparisons, verdicts, strict=True)]


def with_verdict(comparison: Comparison, verdict: Verdict) -> Comparison:
    return replace(comparison, p_holm=verdict.p_adjusted, p_bh=verdict.p_bh, verdict=verdict)


def test_of(comparison: Comparison) -> Compared:
    gap = comparison.difference
    if isinstance(gap, Reason):
        return Unmeasured(comparison.a, gap)
    return Measured(comparison.a, gap.value, gap.low, gap.high, gap.p, null=comparison.value_a)


def sentence_of(comparison: Comparison, verdict: Verdict, level: float) -> str:
    difference = comparison.difference
    if isinstance(difference, Reason):
        return f"There is not enough evidence, which is not the same as no difference: {difference}."
    places = digits.decimals_for(
        (difference.high - difference.low) / 2 / normal_quantile((1 + level) / 2), comparison.value_b
    )
    a, b, gap = (
        digits.fixed_decimals(value, places) for value in (comparison.value_a, comparison.value_b, difference.value)
    )
    sure = "chance would hardly do that" if verdict.shown else "that may be chance"
    names = short_names([comparison.a, comparison.b])
    scores = both_scores(comparison, (names[comparison.a], a), (names[comparison.b], b), shown=verdict.shown)
    return f"On the same {comparison.n} items {scores}, a difference of {gap}; {sure} ({how_sure(verdict)})."


def both_scores(comparison: Comparison, a: tuple[str, str], b: tuple[str, str], *, shown: bool) -> str:
    """What both score (name, number), and which is closer to the ideal, if they surely differ."""
    (old, before), (new, after) = a, b
    if shown and comparison.way:
        return f"{new} scores {after}, {comparison.way} {old} with {before}"
    return f"{new} scores {after} and {old} {before}"


def _match_jobs(a: Sequence[Job], b: Sequence[Job]) -> list[tuple[Job, Job]]:
    """Jobs on the same data and language, with the measures that both have."""
    for jobs in (a, b):
        _one_model(jobs)
    pairs = [(first, second) for first in a for second in b if _where(first) == _where(second)]
    common = [(first, second, [name for name in first.measures if name in second.measures]) for first, second in pairs]
    matched = [(_only(first, names), _only(second, names)) for first, second, names in common if names]
    if not matched:
        raise InputError(
            "The two have no measure, data and language in common, so there is nothing to compare: "
            f"{_what_was_measured(a)} against {_what_was_measured(b)}.{_next_step(a, b)}"
        )
    return matched


def _what_was_measured(jobs: Sequence[Job]) -> str:
    return "; ".join(f"{', '.join(job.measures)} on {job.data} ({job.language})" for job in jobs) or "nothing"


def _next_step(a: Sequence[Job], b: Sequence[Job]) -> str:
    """Two corpora have no items in common, and only MBE is made for that."""
    languages = [{job.language for job in jobs if "mbe" in job.measures} for jobs in (a, b)]
    if not languages[0] & languages[1]:
        return ""
    return " MBE of two corpora is compared by: babelance repro mbe-table-2 --corpus A=RUN --corpus B=RUN"


def _where(job: Job) -> tuple[str, str]:
    return job.data, job.language


def _only(job: Job, names: Sequence[str]) -> Job:
    return replace(job, measures={name: job.measures[name] for name in names})


def _one_model(jobs: Sequence[Job]) -> None:
    """A run of several models does not say which one is meant."""
    models: dict[tuple[str, str], str] = {}
    for job in jobs:
        if models.setdefault(_where(job), _model_label(job)) != _model_label(job):
            raise InputError(
                f"On {job.data} in '{job.language}' there are results of {models[_where(job)]} and of "
                f"{_model_label(job)}. A comparison takes one model on each side: name models instead of folders of "
                "runs."
            )


def _compare(
    a: Job, b: Job, settings: tuple[Settings, Settings], store: Store, hooks: Hooks | None
) -> Iterator[Comparison]:
    scores_a, _ = score(a, settings[0], store, hooks)
    scores_b, _ = score(b, settings[1], store, hooks)
    for name in a.measures:
        yield _comparison_of(a, b, name, scores_a[name], scores_b[name], settings[0])
        for tag, value in _values(scores_a[name], settings[0].by or ()):
            parts = scores_a[name].where(tag, value), scores_b[name].where(tag, value)
            yield replace(_comparison_of(a, b, name, *parts, settings[0]), group=f"{tag}={value}")


def _values(scores: Scores, tags: Sequence[str]) -> list[tuple[str, str]]:
    """Every value of every tag that has more than one."""
    by_tag = {tag: sorted({scored.item.tags.get(tag, "") for scored in scores.scored}) for tag in tags}
    return [(tag, value) for tag, values in by_tag.items() if len(values) > 1 for value in values if value]


def _differ(a: Measure, b: Measure) -> str | None:
    """Why the two are not one measure, if they are not."""
    first, second = choices_of(a), choices_of(b)
    keys = [key for key in sorted(first.keys() | second.keys()) if first.get(key) != second.get(key)]
    shown = [f"{key} is {first.get(key, 'as usual')} and {second.get(key, 'as usual')}" for key in keys]
    return f"not the same options: {', '.join(shown)}" if shown else None


def _comparison_of(a: Job, b: Job, name: str, scores_a: Scores, scores_b: Scores, settings: Settings) -> Comparison:
    measures = a.measures[name], b.measures[name]
    compared = Comparison(name, a.data, a.language, _model_label(a), _model_label(b), np.nan, np.nan, 0, Reason())
    common = _common(scores_a, scores_b)
    reason = (
        _differ(*measures)
        or ("" if len(common[0]) else "no item scored by both")
        or undefined_of(measures[0], scores_a)
        or undefined_of(measures[1], scores_b)
    )
    return replace(compared, difference=Reason(reason)) if reason else _difference(compared, measures, common, settings)


def _model_label(job: Job) -> str:
    """The model, with what was chosen beside it (number format, engine), where anything was."""
    return " ".join([job.model.id, *(f"{name}={value}" for name, value in job.model.choices.items())])


def _difference(
    compared: Comparison, measures: tuple[Measure, Measure], scores: tuple[Scores, Scores], settings: Settings
) -> Comparison:
    statistic_a, statistic_b = (measure.statistic(side) for measure, side in zip(measures, scores, strict=True))
    everything = np.ones(len(scores[0]))
    binary = measures[0].interval == "wilson"
    difference = paired_difference(
        statistic_b,
        statistic_a,
        design_of(measures[0], scores[0]),
        rng=np.random.default_rng(settings.seed),
        outcomes=(scores[1].floats("score"), scores[0].floats("score")) if binary else None,
        level=settings.level,
        count=settings.draws,
        without=(word_jackknife_of(measures[1], scores[1]), word_jackknife_of(measures[0], scores[0])),
    )
    values = float(statistic_a(everything)), float(statistic_b(everything))
    return replace(
        compared,
        value_a=values[0],
        value_b=values[1],
        n=len(scores[0]),
        difference=difference,
        ideal=scale_of(measures[0], scores[0]).ideal,
    )


def _common(a: Scores, b: Scores) -> tuple[Scores, Scores]:
    """Only the items that both models could be scored on, in the same order."""
    others = {scored.item.id: scored for scored in b.scored}
    kept = [scored for scored in a.scored if scored.item.id in others]
    return Scores(tuple(kept)), Scores(tuple(others[scored.item.id] for scored in kept))
