"""Why two results of a gate cannot be compared: evidence that was lost, or that never was."""

from __future__ import annotations

from babelance.studies.gate.evidence import Evidence
from babelance.studies.gate.policy import Policy


def obstacles_between(base: Evidence, new: Evidence, policy: Policy) -> tuple[str, ...]:
    """What changed beside the bias."""
    return (*_skipped_more(base, new, policy), *_lost_competence(base, new), *_unhealthy(base, new, policy))


def _skipped_more(base: Evidence, new: Evidence, policy: Policy) -> list[str]:
    before, after = (evidence.result.about.total - evidence.result.about.n for evidence in (base, new))
    if base.result.about.total != new.result.about.total:
        return [f"the runs are of {base.result.about.total} and of {new.result.about.total} items"]
    if after <= before + policy.skipped:
        return []
    reason = next(iter(new.result.about.skipped), "no reason given")
    return [f"{after} items were skipped, {before} in the baseline ({reason})"]


def _lost_competence(base: Evidence, new: Evidence) -> list[str]:
    return [] if weakness("it", base) else weakness("the new model", new)


def weakness(who: str, evidence: Evidence) -> list[str]:
    """Why a result says nothing about its model."""
    kinds = {"cannot-do-the-task": "cannot do the task", "not-enough-evidence": "does not give enough evidence"}
    verdict, missing = evidence.result.verdict, evidence.result.undefined
    if verdict is None or verdict.kind not in kinds:
        return [f"{who} has no number ({missing})"] if missing else []
    return [f"{who} {kinds[verdict.kind]}{f' ({verdict.reason})' if verdict.reason else ''}"]


def _unhealthy(base: Evidence, new: Evidence, policy: Policy) -> list[str]:
    more = new.health.unknown - base.health.unknown
    unknown = [f"{new.health.unknown:.0%} of the text is unknown to the new model, {base.health.unknown:.0%} before"]
    notes = sorted(new.health.notes - base.health.notes)
    return [
        *(unknown if more > policy.unknown else []),
        *(f"the health check has a new note: {note}" for note in notes),
    ]
