"""The walk: items → queries → answers → scores → estimates. On one screen.

Items go in windows. A window's answers are stored in one transaction, and windows depend on the dataset alone, never on
what the store already has: a killed run that is started again computes exactly the windows it had not finished, in the
same batches, and ends with the same bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from babelance._version import __version__
from babelance.core.answer_check import HOPELESS_SHARE, MANY_SHARE, UnsoundCount
from babelance.core.errors import BabelanceError
from babelance.core.estimate import About, Estimate, Plain, Result, Undefined
from babelance.core.item import Item
from babelance.core.measure import Measure, extra_of, scale_of, window_of
from babelance.core.model import ONE_RUN, Health
from babelance.core.null import Null
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.query import Answer, Query, texts_of
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores, Skipped, check_outcome
from babelance.core.signature import Signature
from babelance.core.verdict import IDEAL, Verdict
from babelance.run.competence import Competence, competence
from babelance.run.configure import choices_of
from babelance.run.executors.local import answer_all
from babelance.run.executors.readable import answer_readable, readable
from babelance.run.limit import limited
from babelance.run.nulls import null_for_verdict, nulls
from babelance.run.plan import Job, Settings
from babelance.run.questions import Questions
from babelance.run.store import Store
from babelance.stats.contrast import Contrast, contrast
from babelance.stats.estimate import PointEstimate, estimate
from babelance.stats.verdicts import first_look

Outcome = Scored | Skipped
Tell = Callable[[Job, int, int], None]
Keep = Callable[[Job, str, Sequence[Outcome]], None]
Asked = Mapping[str, Sequence[Sequence[Query]]]
"""The queries of each measure about each item of a window."""
AnswerAll = Callable[[Job, Store, Sequence[Query]], Mapping[Query, Answer]]

DEFAULT_WINDOW = 256
FLIPPED = 40
"""So many pairs are read after other start tokens, too."""
CANNOT = "the model cannot do the task"
LOOKED_AT = 4000
"""About as many texts are looked at before the first number."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """Where outcomes and progress go, and who answers: this process, or a cluster."""

    on_scored: Keep = lambda job, measure, outcomes: None
    on_health: Callable[[Job, Health], None] = lambda job, health: None
    on_progress: Tell = lambda job, done, total: None
    warn: Callable[[str], None] = lambda words: None
    """Told what the user should know about the run as a whole."""
    answerer: AnswerAll = answer_all
    windows: int = 1
    """How many windows go out at once: more than one where many machines answer."""
    parallel_map: ParallelMap = map_locally
    """Where large bootstraps are made."""


def walk(job: Job, settings: Settings, store: Store, hooks: Hooks | None = None) -> Iterator[Result]:
    """All results of one job."""
    hooks = hooks or Hooks()
    seen = _examine_competence(job, store, hooks)
    unable = {name: one for name, one in seen.items() if one.why and (one.binding or settings.only_known_languages)}
    able = replace(job, measures={name: one for name, one in job.measures.items() if name not in unable})
    scores, health = score(able, settings, store, hooks) if able.measures else ({}, Health())
    for name, measure in job.measures.items():
        if name in unable:
            yield _unable(job, name, measure, settings, unable[name])
            continue
        found = results(
            job, name, measure, scores[name], settings, health, store=store, parallel_map=hooks.parallel_map
        )
        yield from (_with_competence(result, seen.get(name)) for result in found)


def _examine_competence(job: Job, store: Store, hooks: Hooks) -> dict[str, Competence]:
    """What was seen of the model at the tasks of the measures, before any item is asked about."""

    def answerer(queries: Sequence[Query]) -> list[Answer]:
        answers = hooks.answerer(job, store, queries)
        return [answers[query] for query in queries]

    seen = {name: competence(job, measure, answerer, store) for name, measure in job.measures.items()}
    return {name: one for name, one in seen.items() if one is not None}


def _unable(job: Job, name: str, measure: Measure, settings: Settings, seen: Competence) -> Result:
    """No item is asked about, and no group has a result of its own."""
    skipped = [Skipped(item, CANNOT) for item in limited(job.dataset, job.language, settings)]
    about = _about(job, name, measure, Scores.gather(skipped), settings, "none", None)
    verdict = first_look(
        measure,
        Scores.gather(skipped),
        null=None,
        contrast=None,
        undefined=seen.why,
        group=None,
        unable=_reason(seen),
    )
    return Undefined(about, seen.why, {"competence": seen.facts}, verdict=verdict)


def _reason(seen: Competence) -> str:
    return seen.why.removeprefix("cannot do the task: ")


def _with_competence(result: Result, seen: Competence | None) -> Result:
    if seen is None or not seen.facts or result.about.group is not None:
        return result
    facts = seen.facts if not seen.why else {**seen.facts, "warning": seen.why}
    verdict = result.verdict
    if verdict and seen.why:
        verdict = replace(verdict, kind="cannot-do-the-task", able=False, reason=_reason(seen))
    return replace(result, extra={**result.extra, "competence": facts}, verdict=verdict)


def score(job: Job, settings: Settings, store: Store, hooks: Hooks | None = None) -> tuple[dict[str, Scores], Health]:
    """What every measure of a job says about every item."""
    hooks = hooks or Hooks()
    items = limited(job.dataset, job.language, settings)
    questions = Questions(job)
    health = examine_health(job, items, store, questions) if items else Health()
    hooks.on_health(job, health)
    outcomes: dict[str, list[Outcome]] = {name: [] for name in job.measures}
    hooks.on_progress(job, 0, len(items))
    count = UnsoundCount()
    for start, window in _windows(items, hooks.windows * _window(job)):
        asked = questions.take(window)
        answers = answer_readable(lambda some: hooks.answerer(job, store, some), _distinct(asked))
        count.add(answers.values())
        count.refuse(job.model.id, share=HOPELESS_SHARE)
        for name, scored in _score(job, window, asked, answers).items():
            hooks.on_scored(job, name, scored)
            outcomes[name] += [_without_detail(outcome) for outcome in scored]
        hooks.on_progress(job, start + len(window), len(items))
    count.refuse(job.model.id, share=MANY_SHARE)
    return {name: _gather(name, scored, items) for name, scored in outcomes.items()}, health


def _gather(name: str, outcomes: Sequence[Outcome], items: Sequence[Item]) -> Scores:
    """As many items come out as went in."""
    scores = Scores.gather(outcomes, measure=f"measure '{name}'")
    if scores.total != len(items):
        raise BabelanceError(f"Measure '{name}' was given {len(items)} items, and {scores.total} came back.")
    return scores


def examine_health(job: Job, items: Sequence[Item], store: Store, questions: Questions) -> Health:
    """Is the model fit to be asked about these texts? Remembered, so that a rerun need not load a tokenizer."""
    texts = texts_to_examine(items, questions)
    if job.model.fingerprint.startswith(ONE_RUN):
        return job.model.health(texts)
    name = _health_name(job, texts)
    known = store.fact(name)
    if known is not None:
        return Health(known["unknown"], tuple(known["notes"]), known["facts"])
    health = _with_start_flips(job, items, job.model.health(texts))
    store.remember(name, {"unknown": health.unknown, "notes": health.notes, "facts": dict(health.facts)})
    return health


def _with_start_flips(job: Job, items: Sequence[Item], health: Health) -> Health:
    """How many preferences hang on the token before the text, for models that read from left to right."""
    pairs = [(one.texts["more"], one.texts["less"]) for one in items if {"more", "less"} <= set(one.texts)]
    examine = getattr(job.model, "start_flips", None)
    if examine is None or not pairs:
        return health
    flips = examine(pairs[:: max(1, len(pairs) // FLIPPED)][:FLIPPED])
    told = ", ".join(f"{100 * share:.0f} % with {name}" for name, share in flips.items())
    note = f"another start token would turn preferences round: {told}"
    facts = {f"flips_with_{name}": share for name, share in flips.items()}
    return Health(health.unknown, (*health.notes, note) if flips else health.notes, {**health.facts, **facts})


def _health_name(job: Job, texts: Sequence[str]) -> str:
    """Other texts may have other unknown words, and a run that allows them says nothing for one that does not."""
    digest = hashlib.blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"health {job.model.fingerprint} {job.origin.options.allow_unknown} {digest}"


def texts_to_examine(items: Sequence[Item], questions: Questions) -> list[str]:
    """What the model will read, of a sample of the items; not fields that only measures read (lists of targets)."""
    some = items[:: max(1, len(items) // LOOKED_AT)]
    texts = list(dict.fromkeys(text for query in questions.look_ahead(some) for text in texts_of(query)))
    return readable(texts[:: max(1, len(texts) // LOOKED_AT)])


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
    look = _Look(job, name, measure, settings, health, store, parallel_map)
    yield look.result(scores, group=None)
    for tag in job.dataset.card.groups if settings.by is None else settings.by:
        items = [outcome.item for outcome in scores.scored] + [outcome.item for outcome in scores.skipped]
        values = {item.tags.get(tag, "") for item in items}
        for value in sorted(values - {""}) if len(values) > 1 else []:
            yield look.result(scores.where(tag, value), group=f"{tag}={value}")


UNCOMPUTABLE = (np.linalg.LinAlgError, ArithmeticError)
"""What numbers beyond the range of a computer lead to. It concerns one result and must not cost the others."""


@dataclass(frozen=True, slots=True)
class _Look:
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
            about = _about(self.job, self.name, self.measure, scores, self.settings, "none", group)
            return Undefined(about, reason, verdict=self._verdict(scores, group, undefined=reason))

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
        plain = _result(self.job, self.name, self.measure, scores, settings, self.health, numbers, group=group)
        if not settings.nulls:
            return plain
        if not isinstance(numbers, PointEstimate) or isinstance(plain, Undefined):
            return replace(plain, verdict=self._verdict(scores, group, undefined=plain.undefined))
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
            nulls={one.name: one.value for one in beside},
            null_errors={one.name: one.error for one in beside if one.error > 0},
            verdict=verdict,
        )

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


def _result(
    job: Job,
    name: str,
    measure: Measure,
    scores: Scores,
    settings: Settings,
    health: Health,
    numbers: PointEstimate | Reason,
    group: str | None,
) -> Result:
    method = numbers.method if isinstance(numbers, PointEstimate) else "none"
    about = _about(job, name, measure, scores, settings, method, group)
    extra: dict[str, Plain] = {**extra_of(measure, scores), "unknown": round(health.unknown, 6)}
    if not isinstance(numbers, PointEstimate):
        return Undefined(about, numbers, extra)
    return Estimate(
        about,
        value=numbers.value,
        low=numbers.low,
        high=numbers.high,
        level=settings.level,
        method=method,
        p=numbers.p,
        mde=numbers.mde,
        extra=extra,
    )


def _about(
    job: Job, name: str, measure: Measure, scores: Scores, settings: Settings, method: str, group: str | None
) -> About:
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
        even=settings.even and settings.limit is not None,
        extra=job.model.choices,
    )
    return About(
        measure=name,
        model=job.model.id,
        data=job.data,
        language=job.language,
        group=group,
        scale=scale_of(measure, scores),
        signature=signature,
        n=len(scores),
        total=scores.total,
        skipped=scores.reasons(),
    )


def _distinct(asked: Asked) -> list[Query]:
    """Equal queries are asked once."""
    return list(dict.fromkeys(query for lists in asked.values() for queries in lists for query in queries))


def _score(job: Job, window: Sequence[Item], asked: Asked, answers: Mapping[Query, Answer]) -> dict[str, list[Outcome]]:
    """What every measure says about every item."""
    outcomes = {
        name: [
            job.measures[name].score(item, [answers[query] for query in queries])
            for item, queries in zip(window, lists, strict=True)
        ]
        for name, lists in asked.items()
    }
    for name, scored in outcomes.items():
        for item, outcome in zip(window, scored, strict=True):
            check_outcome(outcome, measure=f"measure '{name}'", item=item)
    return outcomes


def _window(job: Job) -> int:
    """Items per window: what the model wants, or more where a measure's items share work."""
    return max(job.model.items_per_commit, *map(window_of, job.measures.values()))


def _windows(items: Sequence[Item], size: int) -> Iterator[tuple[int, Sequence[Item]]]:
    return ((start, items[start : start + size]) for start in range(0, len(items), size))


def _without_detail(outcome: Outcome) -> Outcome:
    return Scored(outcome.item, outcome.columns) if isinstance(outcome, Scored) and outcome.detail else outcome
