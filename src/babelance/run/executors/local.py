"""Answers from this process: what the store has is read, the rest is asked, checked and stored in one
transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from babelance.core.answer_check import check_answers, is_unsound
from babelance.core.errors import BabelanceError, ModelError
from babelance.core.model import Model, Options, answers_per_commit
from babelance.core.query import Ability, Answer, Query
from babelance.run.kinds import kind_for
from babelance.run.plan import Job
from babelance.run.store import Store


def answer_all(job: Job, store: Store, queries: Sequence[Query]) -> dict[Query, Answer]:
    """One answer for every query. Unsound ones are not stored: the next run asks again, maybe a mended machine."""
    return answers_of(job.model, store, queries)


def answers_of(model: Model, store: Store, queries: Sequence[Query]) -> dict[Query, Answer]:
    """The answers of a model that belongs to no job, read from the store or asked and stored."""
    known = store.get(model.fingerprint, queries)
    missing = [query for query in queries if query not in known]
    if missing:
        known.update(_ask(model, store, missing))
    return known


def _ask(model: Model, store: Store, queries: Sequence[Query]) -> dict[Query, Answer]:
    """Answers, stored. Those before an error that the model raises (a server that is gone) are stored, too."""
    known: dict[Query, Answer] = {}
    fresh: list[Answer] = []
    together = answers_per_commit(model) or len(queries)

    def keep() -> None:
        first = len(known)
        known.update(_keep(model, store, queries[first : first + len(fresh)], fresh))
        fresh.clear()

    answers: object = model.answer(queries)
    if not isinstance(answers, Iterable):
        raise ModelError(f"{model.id} answers {len(queries)} queries with {answers!r}, and not one by one.")
    try:
        for answer in answers:
            fresh.append(answer)
            if len(fresh) == together:
                keep()
    except BabelanceError:
        keep()
        raise
    if len(known) + len(fresh) != len(queries):
        raise BabelanceError(f"{model.id} gave {len(known) + len(fresh)} answers to {len(queries)} queries.")
    keep()
    return known


def _keep(model: Model, store: Store, queries: Sequence[Query], answers: Sequence[Answer]) -> dict[Query, Answer]:
    fresh = dict(zip(queries, check_answers(queries, answers), strict=True))
    store.put(model.fingerprint, ((query, answer) for query, answer in fresh.items() if not is_unsound(answer)))
    return fresh


def answerer_for(spec: str, options: Options, store: Store) -> Callable[[Sequence[Query]], Mapping[Query, Answer]]:
    """Asks the translator of this spec, once for every query that the store has no answer to."""
    model = kind_for(spec, frozenset({Ability.TRANSLATE}), "translation").open(spec, options)
    return lambda queries: answers_of(model, store, queries)
