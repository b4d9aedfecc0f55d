"""Answers from this process: what the store has is read, the rest is asked, checked and stored in one
transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from babelance.core.answer_check import check_answers, is_unsound
from babelance.core.errors import BabelanceError
from babelance.core.model import Options
from babelance.core.query import Ability, Answer, Query
from babelance.run.plan import Job, kind_for
from babelance.run.store import Store


def answer_all(job: Job, store: Store, queries: Sequence[Query]) -> dict[Query, Answer]:
    """One answer for every query. Unsound ones are not stored: the next run asks again, maybe a mended machine."""
    model = job.model
    known = store.get(model.fingerprint, queries)
    missing = [query for query in queries if query not in known]
    if missing:
        answers = list(model.answer(missing))
        if len(answers) != len(missing):
            raise BabelanceError(f"{model.id} gave {len(answers)} answers to {len(missing)} queries.")
        fresh = dict(zip(missing, check_answers(missing, answers), strict=True))
        store.put(model.fingerprint, ((query, answer) for query, answer in fresh.items() if not is_unsound(answer)))
        known.update(fresh)
    return known


def answerer_for(spec: str, language: str) -> Callable[[Sequence[Query]], Mapping[Query, Answer]]:
    """Asks the translator of this spec, once for every query."""
    model = kind_for(spec, frozenset({Ability.TRANSLATE}), "translation").open(spec, Options(target=language))
    return lambda queries: dict(zip(queries, check_answers(queries, model.answer(queries)), strict=True))
