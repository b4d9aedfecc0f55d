"""One model on several versions of the same material: translated by people, by a machine, with other names, …

Every version is a dataset with a measure. The first version is what the others are compared with. Where a version has
the same measure and the same items (by id), the difference is paired; otherwise its interval has the errors of two
independent scores.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, tables 4, 5 and 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from babelance.core import digits
from babelance.core.estimate import Estimate, Result
from babelance.core.measure import Measure, word_jackknife_of
from babelance.core.model import Options
from babelance.core.model_names import short_names
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.verdict import Verdict
from babelance.run.kinds import options_for
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Job, Settings, make_plan
from babelance.run.results import results
from babelance.run.store import Store
from babelance.stats.compare import Difference, paired_difference
from babelance.stats.difference_verdicts import Compared, Measured, Unmeasured, how_sure, judge_differences, no_evidence
from babelance.stats.estimate import agreeing, design_of
from babelance.stats.verdicts import judge
from babelance.studies.mbe_tables import ScoreDifference, gap


@dataclass(frozen=True)
class Version:
    """A dataset (name or file) and the measure that suits it, with options of the measure; of its items as many as the
    `limit` says, if it has one of its own."""

    name: str
    data: str
    measure: str
    options: Mapping[str, str]
    limit: int | None = None


@dataclass(frozen=True)
class Row:
    """`change` is the score minus that of the version `first`, which is empty for the first itself; `paired` is it with
    its interval, if both have the same items; `apart` if they have not, from the intervals of the two scores. `verdict`
    is about the change."""

    version: Version
    result: Result
    change: float | None
    paired: Difference | None
    apart: ScoreDifference | None = None
    first: str = ""
    verdict: Verdict | None = None

    @property
    def difference(self) -> Difference | ScoreDifference | None:
        """From the first version, with its interval."""
        return self.paired or self.apart


FAMILY = "study"


def study(
    model: str,
    versions: Sequence[Version],
    *,
    language: str,
    store: Store,
    settings: Settings | None = None,
    options: Options | None = None,
    hooks: Hooks | None = None,
) -> list[Row]:
    """One row per version, in their order."""
    settings = settings or Settings(by=())
    rows: list[Row] = []
    first: tuple[Measure, Scores, Result] | None = None
    for version in versions:
        taken = settings if version.limit is None else replace(settings, limit=version.limit)
        job = _job(model, version, language, taken, options)
        scores, result = _score(job, version, taken, store, hooks)
        measure = job.measures[version.measure]
        first = first or (measure, scores, result)
        defined = isinstance(first[2], Estimate) and isinstance(result, Estimate)
        same = version.measure == versions[0].measure and rows and defined
        compared = _paired_difference(first[0], first[1], measure, scores, settings) if same else None
        apart = _apart(result, first[2]) if rows and compared is None else None
        change = _change(first[2], result) if rows else None
        rows.append(Row(version, result, change, compared, apart, versions[0].name if rows else ""))
    return rows


def judge_versions(by_model: Sequence[Sequence[Row]], level: float) -> list[list[Row]]:
    """The rows of each model with complete verdicts: of the scores, and of the changes."""
    rows = [row for rows_of_model in by_model for row in rows_of_model]
    results = iter(judge([row.result for row in rows]))
    changed = [row for row in rows if row.first]
    names = short_names(row.result.about.model for row in rows) if len(by_model) > 1 else {}
    verdicts = iter(
        judge_differences(
            [_test(row, level) for row in changed],
            family=FAMILY,
            level=level,
            words=lambda index, verdict: _words(changed[index], verdict, names),
        )
    )
    return [
        [replace(row, result=next(results), verdict=next(verdicts) if row.first else None) for row in rows_of_model]
        for rows_of_model in by_model
    ]


def _test(row: Row, level: float) -> Compared:
    known = row.difference
    if known is None or not isinstance(row.result, Estimate):
        why = "" if isinstance(row.result, Estimate) else row.result.undefined
        return Unmeasured(row.first, why or f"'{row.first}' has no score")
    p = agreeing(known.p, known.low <= 0 <= known.high, level)
    return Measured(row.first, known.value, known.low, known.high, p, null=row.result.value - known.value)


def changes_nothing(verdict: Verdict) -> bool:
    """No difference, and none in any draw: items score the same."""
    return verdict.difference == verdict.low == verdict.high == 0


def _words(row: Row, verdict: Verdict, names: Mapping[str, str]) -> str:
    """`names` of the models, if there are several."""
    model = row.result.about.model
    what = f"{f'{names[model]}: ' if names else ''}{row.version.measure} of '{row.version.name}'"
    if verdict.difference is None or verdict.low is None or verdict.high is None:
        return f"{what}: {no_evidence(verdict)}"
    if row.paired and changes_nothing(verdict):
        return f"{what} is that of '{row.first}' on every item: the version changes nothing here."
    places = digits.decimals_for((verdict.high - verdict.low) / 4, verdict.difference)
    gap, way = digits.fixed_decimals(abs(verdict.difference), places), "above" if verdict.difference > 0 else "below"
    items = "the same items" if row.paired else "other items"
    sure = "chance would hardly do that" if verdict.shown else "that may be chance"
    return f"{what} lies {gap} {way} '{row.first}' on {items}; {sure} ({how_sure(verdict)})."


def _job(model: str, version: Version, language: str, settings: Settings, options: Options | None) -> Job:
    plan = make_plan(
        models=[model],
        data=[version.data],
        measures=[version.measure],
        languages=[language],
        options=version.options,
        model_options=options and options_for(model, options),
        settings=settings,
    )
    return plan.jobs[0]


def _score(job: Job, version: Version, settings: Settings, store: Store, hooks: Hooks | None) -> tuple[Scores, Result]:
    scores, health = score(job, settings, store, hooks)
    mine = scores[version.measure]
    return mine, next(results(job, version.measure, job.measures[version.measure], mine, settings, health))


def _change(first: Result, other: Result) -> float | None:
    return other.value - first.value if isinstance(first, Estimate) and isinstance(other, Estimate) else None


def _apart(result: Result, first: Result) -> ScoreDifference | None:
    return gap(result, first) if isinstance(result, Estimate) and isinstance(first, Estimate) else None


def _paired_difference(
    first_measure: Measure, first: Scores, other_measure: Measure, other: Scores, settings: Settings
) -> Difference | None:
    """The difference on the items that both have; None unless these are nearly all items of one of them.

    The two measures may have other options: a version is compared with another, not with itself.
    """
    known = {scored.item.id: scored for scored in first.scored}
    kept = [scored for scored in other.scored if scored.item.id in known]
    if len(kept) < 0.9 * min(len(first), len(other)) or not kept:
        return None
    a, b = Scores(tuple(known[scored.item.id] for scored in kept)), Scores(tuple(kept))
    difference = paired_difference(
        other_measure.statistic(b),
        first_measure.statistic(a),
        design_of(first_measure, a),
        rng=np.random.default_rng(settings.seed),
        level=settings.level,
        count=settings.draws,
        without=(word_jackknife_of(other_measure, b), word_jackknife_of(first_measure, a)),
    )
    return None if isinstance(difference, Reason) else difference
