"""Results that a run would leave undefined for a reason that is known before any weights load.

The examinations and the items are those of the run. A model that knows that it will not answer (a translator without
the language, a causal model without a chat template that is asked to translate) answers them with the reason; where
one query may be answered, nothing is foreseen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babelance.core.item import Item
from babelance.core.limits import LONGEST_TEXT
from babelance.core.measure import Measure
from babelance.core.model import Model, foreseen_of
from babelance.core.query import Query, Unanswered
from babelance.core.readable import TOO_LONG, lengths_of
from babelance.core.reason import Reason
from babelance.core.scored import Scores, Skipped
from babelance.run.competence import competence, keeps_back, task_of
from babelance.run.plan import Job, Settings
from babelance.stats.estimate import estimate


class _MayAnswer(Exception):
    """The weights are needed to say more."""


def undefined_results(job: Job, items: Sequence[Item], settings: Settings) -> Mapping[str, str]:
    """Measure → why it will have no number, in the words of the run."""
    reasons = {
        name: _by_examination(job, measure, settings) or _by_items(job.model, measure, items)
        for name, measure in job.measures.items()
    }
    return {name: reason for name, reason in reasons.items() if reason}


def examined_first(job: Job) -> list[str]:
    """Measures that have a number only if the model does their task on plain sentences, which takes its weights."""
    return [name for name, measure in job.measures.items() if task_of(job, measure) in ("inference", "translation")]


def _by_examination(job: Job, measure: Measure, settings: Settings) -> str | None:
    try:
        seen = competence(job, measure, lambda queries: _answers(job.model, queries), None)
    except _MayAnswer:
        return None
    return seen.why if seen and keeps_back(seen, settings) else None


def _by_items(model: Model, measure: Measure, items: Sequence[Item]) -> str | None:
    skipped: list[Skipped] = []
    for item in items:
        try:
            outcome = measure.score(item, _answers(model, measure.ask(item)))
        except _MayAnswer:
            return None
        if not isinstance(outcome, Skipped):
            return None
        skipped.append(outcome)
    reason = estimate(measure, Scores.gather(skipped))
    return reason if isinstance(reason, Reason) else None


def _answers(model: Model, queries: Sequence[Query]) -> list[Unanswered]:
    return [_answer(model, query) for query in queries]


def _answer(model: Model, query: Query) -> Unanswered:
    answer = TOO_LONG if max(lengths_of(query)) > LONGEST_TEXT else foreseen_of(model, query)
    if answer is None:
        raise _MayAnswer
    return answer
