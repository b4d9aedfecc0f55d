"""The walk: items → queries → answers → scores → estimates. On one screen.

Items go in windows. A window's answers are stored in one transaction, and windows depend on the dataset alone, never on
what the store already has: a killed run that is started again computes exactly the windows it had not finished, in the
same batches, and ends with the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babelance.core.answer_check import HOPELESS_SHARE, MANY_SHARE, UnsoundCount
from babelance.core.errors import BabelanceError
from babelance.core.estimate import Result
from babelance.core.item import Item
from babelance.core.measure import window_of
from babelance.core.model import Health
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.query import Answer, Query
from babelance.core.scored import Scored, Scores, Skipped, check_outcome
from babelance.run.competence import examine_competence, keeps_back, unable_result, with_competence
from babelance.run.executors.local import answer_all
from babelance.run.executors.readable import answer_readable
from babelance.run.health import examine_health
from babelance.run.limit import choose_items
from babelance.run.plan import Job, Settings
from babelance.run.questions import Questions
from babelance.run.results import results
from babelance.run.store import Store

Outcome = Scored | Skipped
Tell = Callable[[Job, int, int], None]
Keep = Callable[[Job, str, Sequence[Outcome]], None]
Asked = Mapping[str, Sequence[Sequence[Query]]]
"""The queries of each measure about each item of a window."""
AnswerAll = Callable[[Job, Store, Sequence[Query]], Mapping[Query, Answer]]


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
    settings = job.settings(settings)
    seen = examine_competence(job, lambda queries: hooks.answerer(job, store, queries), store)
    unable = {name: examination for name, examination in seen.items() if keeps_back(examination, settings)}
    able = replace(job, measures={name: measure for name, measure in job.measures.items() if name not in unable})
    scores, health = score(able, settings, store, hooks) if able.measures else ({}, Health())
    for name, measure in job.measures.items():
        if name in unable:
            yield unable_result(job, name, measure, settings, unable[name])
            continue
        for result in results(
            job, name, measure, scores[name], settings, health, store=store, parallel_map=hooks.parallel_map
        ):
            yield with_competence(result, seen.get(name))


def score(job: Job, settings: Settings, store: Store, hooks: Hooks | None = None) -> tuple[dict[str, Scores], Health]:
    """What every measure of a job says about every item."""
    hooks = hooks or Hooks()
    items = choose_items(job.dataset, job.language, job.settings(settings))
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
