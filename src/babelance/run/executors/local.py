"""Answers from this process: what the store has is read, the rest is asked and stored in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core.errors import BabelanceError
from babelance.core.query import Answer, Query
from babelance.run.plan import Job
from babelance.run.store import Store


def answer_all(job: Job, store: Store, queries: Sequence[Query]) -> dict[Query, Answer]:
    """One answer for every query."""
    model = job.model
    known = store.get(model.fingerprint, queries)
    missing = [query for query in queries if query not in known]
    if missing:
        fresh = dict(zip(missing, model.answer(missing), strict=False))
        if len(fresh) != len(missing):
            raise BabelanceError(f"{model.id} gave {len(fresh)} answers to {len(missing)} queries.")
        store.put(model.fingerprint, fresh.items())
        known.update(fresh)
    return known
