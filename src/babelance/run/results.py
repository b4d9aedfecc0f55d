"""Scores → results: the estimate over all items and over each group, its nulls, and the verdict that follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

import numpy as np

from babelance._version import __version__
from babelance.core.estimate import About, Estimate, Plain, Result, Undefined
from babelance.core.measure import Measure, extra_of, group_of, scale_of
from babelance.core.model import Health
from babelance.core.null import Null
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.signature import Signature
from babelance.core.verdict import IDEAL, Verdict
from babelance.run.configure import choices_of
from babelance.run.nulls import null_for_verdict, nulls
from babelance.run.plan import Job, Settings
from babelance.run.store import Store
from babelance.stats.contrast import Contrast, contrast
from babelance.stats.estimate import PointEstimate, estimate, estimate_parts
from babelance.stats.verdicts import first_look

UNCOMPUTABLE = (np.linalg.LinAlgError, ArithmeticError)
"""What numbers beyond the range of a computer lead to. It concerns one result and must not cost the others."""


def results(
    job: Job,
    name: str,
    measure: Measure,
    scores: Scores,
    settings: Settings,
    health: Health,
    *,
    store: Store | None = None,
    parallel_map: ParallelMap = map_locally,
) -> Iterator[Result]:
    """The result over all items, then over each value of each tag that the dataset breaks down by."""
    of_measure = _MeasureResults(job, name, measure, settings, health, store, parallel_map)
    yield of_measure.result(scores, group=None)
    for tag in job.dataset.card.groups if settings.by is None else settings.by:
        items = [outcome.item for outcome in scores.scored] + [outcome.item for outcome in scores.skipped]
        values = {item.tags.get(tag, "") for item in items}
        for value in sorted(values - {""}) if len(values) > 1 else []:
            yield of_measure.result(group_of(measure, scores.where(tag, value), tag), group=f"{tag}={value}")


@dataclass(frozen=True, slots=True)
class _MeasureResults:
    """One measure of a job: results over all items or some, each with what it is compared with."""

    job: Job
    name: str
    measure: Measure
    settings: Settings
    health: Health
    store: Store | None
    parallel_map: ParallelMap

    def result(self, scores: Scores, group: str | None) -> Result:
        try:
            return self._compute(scores, group)
        except UNCOMPUTABLE as error:
            reason = f"its values are beyond what can be computed with ({error})"
            return Undefined(
                self._about(scores, group, "none"), reason, verdict=self._verdict(scores, group, undefined=reason)
            )

    def _compute(self, scores: Scores, group: str | None) -> Result:
        settings = self.settings
        numbers = estimate(
            self.measure,
            scores,
            level=settings.level,
            count=settings.draws,
            seed=settings.seed,
            parallel_map=self.parallel_map,
        )
        plain = self._without_verdict(scores, group, numbers)
        if group is None and isinstance(plain, Estimate):
            plain = replace(plain, extra={**plain.extra, **self._parts(scores)})
        if not settings.nulls:
            return plain
        if not isinstance(numbers, PointEstimate) or isinstance(plain, Undefined):
            return replace(plain, verdict=self._verdict(scores, group, undefined=plain.undefined))
        if numbers.no_interval:
            return replace(plain, verdict=self._verdict(scores, group, undefined=numbers.no_interval))
        return self._with_verdict(plain, numbers, scores, group)

    def _with_verdict(self, plain: Estimate, numbers: PointEstimate, scores: Scores, group: str | None) -> Result:
        """The score against its null, with the nulls that stand beside it."""
        settings = self.settings
        null = null_for_verdict(self.job, self.measure, scores, self.store)
        beside = nulls(self.job, self.measure, scores, self.store) if group is None else []
        if isinstance(null, Reason):
            verdict = self._verdict(scores, group, undefined=null)
        else:
            compared = contrast(
                self.measure,
                scores,
                numbers,
                null,
                level=settings.level,
                count=settings.draws,
                seed=settings.seed,
                parallel_map=self.parallel_map,
            )
            verdict = self._verdict(scores, group, null=null, contrast=compared)
            beside += [null] if null.name != IDEAL else []
        return replace(
            plain,
            nulls={reference.name: reference.value for reference in beside},
            null_errors={reference.name: reference.error for reference in beside if reference.error > 0},
            verdict=verdict,
        )

    def _without_verdict(self, scores: Scores, group: str | None, numbers: PointEstimate | Reason) -> Result:
        method = numbers.method if isinstance(numbers, PointEstimate) else "none"
        about = self._about(scores, group, method)
        extra: dict[str, Plain] = {**extra_of(self.measure, scores), "unknown": round(self.health.unknown, 6)}
        if not isinstance(numbers, PointEstimate):
            return Undefined(about, numbers, extra)
        return Estimate(
            about,
            value=numbers.value,
            low=numbers.low,
            high=numbers.high,
            level=self.settings.level,
            method=method,
            p=numbers.p,
            mde=numbers.mde,
            extra=extra,
            error=numbers.error,
            no_interval=numbers.no_interval,
        )

    def _about(self, scores: Scores, group: str | None, method: str) -> About:
        return about_of(self.job, self.name, self.measure, scores, self.settings, method, group)

    def _parts(self, scores: Scores) -> dict[str, Plain]:
        settings = self.settings
        parts = estimate_parts(self.measure, scores, level=settings.level, count=settings.draws, seed=settings.seed)
        return {"parts": {name: asdict(part) for name, part in parts.items()}} if parts else {}

    def _verdict(
        self,
        scores: Scores,
        group: str | None,
        *,
        null: Null | None = None,
        contrast: Contrast | Reason | None = None,
        undefined: str | None = None,
    ) -> Verdict:
        return first_look(
            self.measure,
            scores,
            null=null,
            contrast=contrast,
            undefined=undefined,
            group=group,
            unknown=self.health.unknown,
        )


def about_of(
    job: Job, name: str, measure: Measure, scores: Scores, settings: Settings, method: str, group: str | None
) -> About:
    """What a result is about, with the signature that repeats it."""
    signature = Signature(
        measure=name,
        options=choices_of(measure),
        model=job.model.id,
        data=job.data,
        language=job.language,
        n=len(scores),
        total=scores.total,
        interval=method,
        seed=settings.seed,
        version=__version__,
        group=group,
        limit=settings.limit,
        limit_rule=settings.limit_rule if settings.limit is not None else "first",
        where=settings.where,
        extra=job.model.choices,
    )
    return About(
        measure=name,
        model=job.display_name,
        data=job.data,
        language=job.language,
        group=group,
        scale=scale_of(measure, scores),
        signature=signature,
        n=len(scores),
        total=scores.total,
        skipped=scores.reasons(),
    )
