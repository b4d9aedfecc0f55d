"""Plans made from signatures: that of one number, or of all numbers of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from babelance.core.model import Options
from babelance.core.signature import Signature
from babelance.run.kinds import options_for, require_permission, without_private
from babelance.run.plan import Job, Plan, Settings, make_plan
from babelance.run.plan_data import check_tags
from babelance.stats.method import Method


def plan_of(wanted: Signature, model_options: Options | None = None, *, allow_commands: Sequence[str] = ()) -> Plan:
    """The plan that gives the number of this signature. Signatures are data: programs need the user's permission."""
    require_permission(wanted.model, wanted.language, allow_commands)
    given = options_for(wanted.model, model_options or Options())
    options = Options(
        device=given.device,
        batch_tokens=given.batch_tokens,
        allow_unknown=True,
        remote_code=given.remote_code,
        allow=frozenset(filter(None, wanted.extra.get("allow", "").split(","))),
        dtype=wanted.extra.get("dtype", "float32"),
        engine=wanted.extra.get("engine", "torch"),
        extra={**given.extra, **without_private(wanted.extra)},
    )
    level, draws = interval_of(wanted.interval)
    tag = wanted.group.partition("=")[0] if wanted.group else None
    by = (tag,) if tag else ()
    settings = Settings(
        level, draws, wanted.seed, wanted.limit, by=by, limit_rule=wanted.limit_rule, where=wanted.where
    )
    return make_plan(
        models=[wanted.model],
        data=[wanted.data],
        measures=[wanted.measure],
        languages=[wanted.language],
        options=wanted.options,
        model_options=options,
        settings=settings,
    )


def plan_of_run(
    signatures: Sequence[Signature],
    settings: Settings,
    model_options: Options | None = None,
    *,
    allow_commands: Sequence[str] = (),
) -> Plan:
    """All that a run measured, with other settings; the same items only, if it was limited to some."""
    jobs: dict[tuple[str, str, str, int], Job] = {}
    for signature in signatures:
        for job in plan_of(signature, model_options, allow_commands=allow_commands).jobs:
            key = _numbered_key(job, jobs)
            unlimited = settings.limit is None and signature.limit is None
            known = jobs.get(key, replace(job, unlimited=unlimited))
            jobs[key] = replace(known, measures={**known.measures, **job.measures})
    for first in signatures[:1]:
        settings = replace(settings, where=settings.where or first.where)
        if settings.limit is None:
            settings = replace(settings, limit=first.limit, limit_rule=first.limit_rule)
    datasets = {job.data: job.dataset for job in jobs.values()}
    languages = {data: [job.language for job in jobs.values() if job.data == data] for data in datasets}
    check_tags(datasets, languages, by=settings.by or (), where=settings.where)
    return Plan(tuple(jobs.values()), settings)


def _numbered_key(job: Job, jobs: Mapping[tuple[str, str, str, int], Job]) -> tuple[str, str, str, int]:
    """Where a job is kept: with the others of its model, data and language, numbered if a measure's name is taken there
    already (with other options).
    """
    key = (job.model.fingerprint, job.data, job.language, 0)
    while key in jobs and set(job.measures) & set(jobs[key].measures):
        key = (*key[:3], key[3] + 1)
    return key


def interval_of(text: str) -> tuple[float, int]:
    """Level and draws of a printed interval; the usual ones where it does not say."""
    usual = Settings()
    if text == "none":
        return usual.level, usual.draws
    method = Method.parse(text)
    return method.level, method.count or usual.draws
