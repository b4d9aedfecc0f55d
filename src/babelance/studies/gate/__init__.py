"""Is a new model worse than a baseline? One decision for each measure and language, one for all.

Of each result the paired change of the distance from its null is taken, over the items that both models were scored on.

worse         the lower limit is above the margin; the limit is corrected for all results of the gate
not worse     the upper limit is not above the margin. A gate passes only if all results do, which needs no correction
cannot tell   neither; or something is missing, or another thing changed than the bias: a measure that the new run
              lacks, more skipped items, a model that cannot do the task any more, another note of the health check.
              None of these ever passes.

Where the baseline itself has no number there is nothing to compare with: such results are counted and not judged. A
competence that the baseline did not have cannot be lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from babelance.core import digits
from babelance.core.errors import BabelanceError, InputError
from babelance.core.estimate import Estimate
from babelance.core.gate import Decision, Gate, GateRow
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.verdict import CONTROLS
from babelance.stats.distance import NO_CHANGE, Change, Side, change_of_distance
from babelance.studies.gate.evidence import Evidence
from babelance.studies.gate.obstacles import obstacles_between, weakness
from babelance.studies.gate.policy import Policy

Pair = tuple[Evidence, Evidence | None]


def judge_runs(
    base: Sequence[Evidence], new: Sequence[Evidence], policy: Policy, *, names: tuple[str, str] = ("base", "new")
) -> Gate:
    """The gate between two runs. Raises if the baseline has nothing to compare with."""
    if not base:
        raise InputError(f"The baseline {names[0]} has no results over all items, so nothing can be compared with it.")
    wanted = [evidence for evidence in base if policy.controls or not _is_control(evidence)]
    judged = [
        evidence
        for evidence in wanted
        if isinstance(evidence.result, Estimate) or evidence.result.about.total < policy.fewest
    ]
    compared = [_compare(pair, policy) for pair in _pairs(judged, new)]
    tests = sum(isinstance(pair.change, Change) for pair in compared)
    rows = [*(_decide(pair, tests) for pair in compared), *_lacking(judged, policy)]
    return Gate(*names, policy.level, tuple(rows), tests, tuple(_remarks(base, wanted, judged, new)))


@dataclass(frozen=True, slots=True)
class _Compared:
    """`obstacles` keep a row from passing, whatever the numbers say."""

    row: GateRow
    change: Change | None = None
    obstacles: tuple[str, ...] = ()


def _is_control(evidence: Evidence) -> bool:
    verdict = evidence.result.verdict
    return verdict is not None and verdict.family == CONTROLS


def _pairs(base: Sequence[Evidence], new: Sequence[Evidence]) -> Iterator[Pair]:
    """Every result of the baseline with that of the new run. Several models in one run are matched by name."""
    for evidence in base:
        fitting = [other for other in new if other.key == evidence.key]
        rivals = [other for other in base if other.key == evidence.key]
        if len(rivals) > 1 or len(fitting) > 1:
            fitting = [other for other in fitting if _name(other) == _name(evidence)]
            if len(fitting) > 1:
                about = evidence.result.about
                raise InputError(
                    f"On {about.data} in '{about.language}' there are several results of {_name(evidence)} with "
                    f"{about.measure}. A gate takes one on each side."
                )
        yield evidence, fitting[0] if fitting else None


def _name(evidence: Evidence) -> str:
    """The model without the hash of its content."""
    return evidence.result.about.model.partition("#")[0].partition("@")[0]


def _compare(pair: Pair, policy: Policy) -> _Compared:
    base, new = pair
    row = _row(base, new, policy)
    if new is None:
        return _Compared(row, obstacles=(f"the new run has no {row.measure} on {row.data} in '{row.language}'",))
    if not isinstance(base.result, Estimate) or not isinstance(new.result, Estimate):
        row = replace(row, n=min(base.result.about.n, new.result.about.n))
        sides = (("the baseline's model", base), ("the new model", new))
        reasons = [reason for who, evidence in sides for reason in weakness(who, evidence)]
        return _too_few(row, policy) or _Compared(row, obstacles=tuple(reasons))
    if base.result.about.signature.data != new.result.about.signature.data:
        return _Compared(row, obstacles=("the content of the dataset is not the same in the two runs",))
    if _is_same(base, new):
        same = replace(row, n=base.result.about.n)
        return _too_few(same, policy) or _Compared(same, NO_CHANGE, obstacles_between(base, new, policy))
    return _compare_scores(base, new, row, policy)


def _row(base: Evidence, new: Evidence | None, policy: Policy) -> GateRow:
    about, verdict = base.result.about, base.result.verdict
    return GateRow(
        measure=about.measure,
        data=about.data,
        language=about.language,
        decision="cannot tell",
        margin=policy.margin(base.result) if isinstance(base.result, Estimate) else 0.0,
        base=about.model,
        new=new.result.about.model if new else "",
        against=verdict.against if verdict else "",
        value_base=base.result.value if isinstance(base.result, Estimate) else None,
        value_new=new.result.value if new and isinstance(new.result, Estimate) else None,
        signature_base=str(about.signature),
        signature_new=str(new.result.about.signature) if new else "",
    )


def _is_same(base: Evidence, new: Evidence) -> bool:
    """The same model with the same choices, and the same number: nothing can differ, on whatever items."""
    first, second = base.result, new.result
    return (
        base.fingerprint == new.fingerprint
        and isinstance(first, Estimate)
        and isinstance(second, Estimate)
        and first.about.signature.extra == second.about.signature.extra
        and (first.value, first.about.n) == (second.value, second.about.n)
    )


def _compare_scores(base: Evidence, new: Evidence, row: GateRow, policy: Policy) -> _Compared:
    try:
        scores = _common(base.scores(), new.scores())
    except BabelanceError as error:
        return _Compared(row, obstacles=(f"the items cannot be scored again: {error}",))
    row = replace(row, n=len(scores[0]))
    change, obstacles = _change(base, new, scores, policy), obstacles_between(base, new, policy)
    if few := _too_few(row, policy, change):
        return few
    if isinstance(change, Reason):
        return _Compared(row, obstacles=(*obstacles, str(change)))
    return _Compared(row, change, obstacles)


def _change(base: Evidence, new: Evidence, scores: tuple[Scores, Scores], policy: Policy) -> Change | Reason:
    verdict = base.result.verdict
    if verdict is None:
        return Reason("the baseline was made before there were verdicts: run it again")
    sides = [_side(evidence, some) for evidence, some in zip((base, new), scores, strict=True)]
    return change_of_distance(
        *sides,
        question=verdict.question,
        scale=base.result.about.scale,
        level=policy.level,
        count=policy.draws,
        seed=policy.seed,
    )


def _side(evidence: Evidence, scores: Scores) -> Side:
    verdict = evidence.result.verdict
    null = verdict.null if verdict and verdict.null is not None else evidence.result.about.scale.ideal
    return Side(evidence.measure, scores, null)


def _common(base: Scores, new: Scores) -> tuple[Scores, Scores]:
    """Only the items that both models were scored on, in the same order."""
    others = {scored.item.id: scored for scored in new.scored}
    kept = [scored for scored in base.scored if scored.item.id in others]
    return Scores(tuple(kept)), Scores(tuple(others[scored.item.id] for scored in kept))


def _too_few(row: GateRow, policy: Policy, change: Change | Reason = NO_CHANGE) -> _Compared | None:
    """A handful of items says nothing, not even where all of them differ."""
    if row.n >= policy.fewest:
        return None
    guessed = None if isinstance(change, Reason) else change.items_needed(row.n, row.margin, 1)
    needed = max(policy.fewest - row.n, guessed or 0)
    reason = (
        f"{row.n} items are too few to tell anything: at least {needed} more {'is' if needed == 1 else 'are'} needed"
    )
    return _Compared(replace(row, needed=needed), obstacles=(reason,))


def _decide(pair: _Compared, tests: int) -> GateRow:
    """The numbers first: what is worse is worse, whatever else there is to say."""
    change, row = pair.change, pair.row
    if change is None:
        return replace(row, reasons=pair.obstacles)
    low, high = change.limits(tests)
    row = replace(row, change=change.value, low=low, high=high)
    if low > row.margin:
        return replace(row, decision="worse", reasons=pair.obstacles)
    decision: Decision = "not worse" if high <= row.margin and not pair.obstacles else "cannot tell"
    if decision == "not worse" or high <= row.margin:
        return replace(row, decision=decision, reasons=pair.obstacles)
    needed = change.items_needed(row.n, row.margin, tests)
    return replace(row, needed=needed, reasons=(*pair.obstacles, _open_question(row, high, needed)))


def _open_question(row: GateRow, high: float, needed: int | None) -> str:
    words = f"it may be up to {digits.short(high)} farther from its null, and the margin is {digits.short(row.margin)}"
    if needed is None:
        return f"{words}; no number of items would tell, because the difference is at the margin: set another one"
    return f"{words}; about {needed:,} more items would tell, if the difference stays as it is"


def _lacking(base: Sequence[Evidence], policy: Policy) -> list[GateRow]:
    """Measures that the policy requires and the baseline does not have: nothing can be said about them."""
    there = {evidence.result.about.measure for evidence in base}
    reason = "the policy requires it, and the baseline has no number of it"
    return [
        GateRow(name, "any data", "any language", "cannot tell", 0.0, reasons=(reason,))
        for name in policy.require
        if name not in there
    ]


def _results_are(count: int) -> str:
    return "1 result is" if count == 1 else f"{count} results are"


def _remarks(
    base: Sequence[Evidence], wanted: Sequence[Evidence], judged: Sequence[Evidence], new: Sequence[Evidence]
) -> Iterator[str]:
    if controls := len(base) - len(wanted):
        yield f"On controls {_results_are(controls)} not judged; `controls = true` in the policy does."
    if silent := len(wanted) - len(judged):
        yield f"{_results_are(silent)} not judged: the baseline has no number there."
    if weak := sum(bool(weakness("it", evidence)) for evidence in judged):
        yield f"{_results_are(weak)} of a baseline whose model cannot do the task, or gives little evidence of it."
    keys = {evidence.key for evidence in base}
    if more := sum(evidence.key not in keys for evidence in new):
        yield f"{more} results of the new run have no counterpart in the baseline and are not judged."
    versions = {evidence.result.about.signature.version for evidence in (*base, *new)}
    if len(versions) > 1:
        yield f"The runs were made with different versions of babelance: {', '.join(sorted(versions))}."
