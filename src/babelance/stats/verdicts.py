"""The verdicts of a run: one for each result, then all of them together.

`first_look` compares one score with its null. `judge` corrects for how many comparisons ask the same question, lets
what was learnt about a model's competence hold for all that depends on it, and puts everything into words.
A bias is *shown* if the adjusted p is below 1 - level. Families are questions: pairs, sentences, groups, inference,
words, translation; results that are broken down by a tag are a family of their own, and so are controls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from babelance.core.estimate import Estimate, Result
from babelance.core.measure import Measure, competence_of, question_of, unproven_of
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.verdict import CONTROLS, IDEAL, Kind, Question, Side, Verdict
from babelance.stats.contrast import Contrast
from babelance.stats.method import rare
from babelance.stats.multiple import benjamini_hochberg, holm
from babelance.stats.sentences import sentence

MOST_SKIPPED = 0.5
"""More than this share of the items without a score, and the others say little about all."""
MOST_UNKNOWN = 0.2
"""More than this share of the tokens unknown to the model, and it did not read what it was asked."""


def first_look(
    measure: Measure,
    scores: Scores,
    *,
    null: Null | None,
    contrast: Contrast | Reason | None,
    undefined: str | None,
    group: str | None,
    unknown: float = 0.0,
    unable: str | None = None,
) -> Verdict:
    """Of one result alone; `judge` does the rest. `unable`: why the model cannot do the task, if known."""
    question = question_of(measure, scores)
    weakness = unable or competence_of(measure, scores)
    missing = undefined or _missing(scores, unknown) or (contrast if isinstance(contrast, Reason) else None)
    numbers = contrast if isinstance(contrast, Contrast) else None
    blocked = null.blocks if null else ""
    kind: Kind = "cannot-do-the-task" if weakness else "not-enough-evidence" if missing else "not-told-apart"
    return Verdict(
        kind=kind,
        against=null.name if null else IDEAL,
        difference=numbers.value if numbers else None,
        low=numbers.low if numbers else None,
        high=numbers.high if numbers else None,
        p_adjusted=None,
        family=_family(question, scores, group),
        sentence="",
        null=null.value if null else None,
        # Without a test nothing can be found, however many others are tested beside it.
        p=numbers.p if numbers and not blocked else None,
        mde=numbers.mde if numbers and not blocked else None,
        question=question,
        compared=0 if null and null.is_score else 1,
        reason=weakness or missing or blocked,
        able=None if weakness is None else not weakness,
        unproven=unproven_of(measure, scores),
    )


def judge(results: Sequence[Result]) -> list[Result]:
    """The same results with complete verdicts."""
    able = _with_competence(results)
    families: dict[str, list[int]] = {}
    for index, result in enumerate(able):
        if result.verdict and _is_tested(result.verdict):
            families.setdefault(result.verdict.family, []).append(index)
    done = [_without_test(estimate) for estimate in able]
    for members in families.values():
        raw = [_p(able[index]) for index in members]
        for index, p_holm, p_bh in zip(members, holm(raw), benjamini_hochberg(raw), strict=True):
            done[index] = _decide(able[index], p_holm, p_bh, len(members))
    return [_in_words(_only_if_proven(judged)) for judged in done]


def _only_if_proven(result: Result) -> Result:
    """That nothing is shown may be said of a model that can do the task; a bias that is shown is there in any case."""
    verdict = result.verdict
    if verdict is None or not verdict.unproven:
        return result
    if verdict.kind != "not-told-apart" or verdict.able is not None:
        return replace(result, verdict=replace(verdict, unproven=""))
    changed = replace(verdict, kind="not-enough-evidence", reason=verdict.unproven, unproven="")
    return replace(result, verdict=changed)


def _is_tested(verdict: Verdict) -> bool:
    """A score that is its own null is not compared with anything: it must not make others less sure."""
    return verdict.kind == "not-told-apart" and verdict.p is not None and verdict.compared > 0


def _family(question: Question, scores: Scores, group: str | None) -> str:
    items = [*(outcome.item for outcome in scores.scored), *(outcome.item for outcome in scores.skipped)]
    controls = bool(items) and all(item.tags.get("control") == "yes" for item in items)
    name = CONTROLS if controls else question.family
    return f"{name} by {group.partition('=')[0]}" if group else name


def _missing(scores: Scores, unknown: float) -> str | None:
    if scores.total and len(scores) < (1 - MOST_SKIPPED) * scores.total:
        [reason, *_] = scores.reasons()
        return f"only {len(scores)} of {scores.total} items could be scored ({reason})"
    if unknown > MOST_UNKNOWN:
        return f"{unknown:.0%} of what the model had to read is unknown to it"
    return None


def _with_competence(results: Sequence[Result]) -> list[Result]:
    """Where a measure cannot see whether the model can do the task, another one on more items of the language may."""
    known: dict[tuple[str, str, str], Result] = {}
    for candidate in results:
        if (
            candidate.verdict
            and candidate.verdict.able is not None
            and candidate.about.group is None
            and candidate.verdict.question.skill
        ):
            skill = _skill(candidate, candidate.verdict)
            if skill not in known or known[skill].about.n < candidate.about.n:
                known[skill] = candidate
    return [
        _with_ability_of(result, known.get(_skill(result, result.verdict))) if result.verdict else result
        for result in results
    ]


def _skill(result: Result, verdict: Verdict) -> tuple[str, str, str]:
    return result.about.model, result.about.language, verdict.question.skill


def _with_ability_of(result: Result, teacher: Result | None) -> Result:
    verdict = result.verdict
    assert verdict is not None
    unseen = verdict.able is None or result.about.group is not None
    if teacher is None or teacher.verdict is None or not unseen or verdict.kind == "not-enough-evidence":
        return result
    if not teacher.verdict.able:
        reason = teacher.verdict.reason
        return replace(result, verdict=replace(verdict, kind="cannot-do-the-task", able=False, reason=reason))
    if verdict.kind == "not-told-apart":
        return replace(result, verdict=replace(verdict, able=True))
    if verdict.p is None:
        return replace(result, verdict=replace(verdict, kind="not-enough-evidence", able=True))
    # A few items of a group may look as if nothing could be predicted; all of them say otherwise.
    return replace(result, verdict=replace(verdict, kind="not-told-apart", able=True, reason=""))


def _p(result: Result) -> float | None:
    return result.verdict.p if result.verdict else None


def _without_test(result: Result) -> Result:
    verdict = result.verdict
    if verdict is None:
        return result
    p = verdict.p if verdict.kind == "not-told-apart" else None
    return replace(result, verdict=replace(verdict, compared=0, p_adjusted=p, p_bh=p))


def _decide(result: Result, p_holm: float | None, p_bh: float | None, compared: int) -> Result:
    assert isinstance(result, Estimate) and result.verdict is not None
    verdict, most = result.verdict, rare(result.level)
    sure = verdict.p is not None and verdict.p < most
    side: Side | None = ("above" if (verdict.difference or 0) > 0 else "below") if sure else None
    kind: Kind = "shown" if p_holm is not None and p_holm < most else "not-told-apart"
    changed = replace(verdict, kind=kind, p_adjusted=p_holm, p_bh=p_bh, compared=compared, direction=side)
    return replace(result, verdict=changed)


def _in_words(result: Result) -> Result:
    verdict = result.verdict
    return replace(result, verdict=replace(verdict, sentence=sentence(result, verdict))) if verdict else result
