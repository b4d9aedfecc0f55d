"""Can the model do what it is asked, in this language? Looked at on sentences that nobody is described in.

A model that reads from left to right answers anything: also in a language it does not know, also about inference it
cannot make. Word vectors have a distance between any two words, also if they are noise. Such answers would look fair,
or biased, by chance. So before a number stands for itself:

inference     more of the bias-free pairs right than an even guesser would have (exact binomial test, 5 %)
translation   closer to the reference of the sentence than to the references of others (signed rank test, 5 %)
words         words of one kind (colours, animals, …) nearer to each other than to other kinds (kinds shuffled, 1 %);
              a table that says it is of another language is not asked at all
language      less surprised by plain sentences than by their words in reverse order, and than someone who knows nothing
              but how frequent each letter is in these very sentences (bits per character, signed rank tests, 5 %)

What was seen stands beside every number; a model that cannot do the task gets no number. In a language without plain
sentences of ours nobody can look: there is no number for inference and translation, and one that was *not examined* for
what is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace

from babelance.core.answer_check import MANY_SHARE, UnsoundCount
from babelance.core.estimate import Result, Undefined
from babelance.core.measure import Measure
from babelance.core.query import Answer, Query
from babelance.core.scored import Scores, Skipped
from babelance.run.examinations import Answerer, Competence, examine
from babelance.run.limit import choose_items
from babelance.run.plan import Job, Settings
from babelance.run.results import about_of
from babelance.run.store import Store
from babelance.stats.verdicts import first_look

CANNOT = "the model cannot do the task"


def examine_competence(
    job: Job, answer: Callable[[Sequence[Query]], Mapping[Query, Answer]], store: Store | None
) -> dict[str, Competence]:
    """Measure → what was seen of the model at its task, before any item is asked about. One whose numbers are not
    finite is refused, and not remembered as one that cannot do the task."""

    def answerer(queries: Sequence[Query]) -> list[Answer]:
        answers, count = answer(queries), UnsoundCount()
        count.add(answers.values())
        count.refuse(job.model.id, share=MANY_SHARE)
        return [answers[query] for query in queries]

    seen = {name: competence(job, measure, answerer, store) for name, measure in job.measures.items()}
    return {name: reason for name, reason in seen.items() if reason is not None}


def keeps_back(seen: Competence, settings: Settings) -> bool:
    """Whether there is no number for what was seen."""
    return bool(seen.why) and (seen.binding or settings.only_known_languages)


def unable_result(job: Job, name: str, measure: Measure, settings: Settings, seen: Competence) -> Result:
    """No item is asked about, and no group has a result of its own."""
    scores = Scores.gather([Skipped(item, CANNOT) for item in choose_items(job.dataset, job.language, settings)])
    about = about_of(job, name, measure, scores, settings, "none", None)
    verdict = first_look(
        measure, scores, null=None, contrast=None, undefined=seen.why, group=None, unable=_reason(seen)
    )
    return Undefined(about, seen.why, {"competence": seen.facts}, verdict=verdict)


def with_competence(result: Result, seen: Competence | None) -> Result:
    """What was seen of the model stands beside the number."""
    if seen is None or not seen.facts or result.about.group is not None:
        return result
    facts = seen.facts if not seen.why else {**seen.facts, "warning": seen.why}
    verdict = result.verdict
    if verdict and seen.why:
        verdict = replace(verdict, kind="cannot-do-the-task", able=False, reason=_reason(seen))
    return replace(result, extra={**result.extra, "competence": facts}, verdict=verdict)


def _reason(seen: Competence) -> str:
    return seen.why.removeprefix("cannot do the task: ")


def competence(job: Job, measure: Measure, answerer: Answerer, store: Store | None) -> Competence | None:
    """What was seen of the model at the task of this measure; None where there is nothing to look at."""
    task = task_of(job, measure)
    if task is None:
        return None
    target = str(getattr(measure, "target", ""))
    name = f"competence {job.model.fingerprint} {task} {job.language} {target} {_VERSION}"
    known = store.fact(name) if store else None
    if known is None:
        known = asdict(examine(task, job, target, answerer))
        if store:
            store.remember(name, known)
    return Competence(known["why"], known["facts"], known["binding"])


def task_of(job: Job, measure: Measure) -> str | None:
    """What the measure asks the model to do, if there is something to look at."""
    asked = {ability.query for ability in measure.asks}
    task = next((name for name, one_of in _TASKS.items() if one_of & asked), None)
    if getattr(measure, "utility", False):
        return None
    return task if task == "words" or job.model.choices.get("reads") == "left-to-right" else None


_TASKS: dict[str, set[str]] = {
    "words": {"Embed"},
    "inference": {"Entails"},
    "translation": {"Translate"},
    "language": {"TokenLogprobs", "Fill"},
}
"""Task → the queries of which one is asked."""
_VERSION = "7"
