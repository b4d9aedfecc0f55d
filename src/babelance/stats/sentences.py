"""A verdict in one sentence that needs no knowledge of statistics: what was asked, which way, how sure."""

from __future__ import annotations

from babelance.core import digits
from babelance.core.estimate import Estimate, Result
from babelance.core.verdict import CONTROLS, IDEAL, Verdict
from babelance.stats.distributions import normal_quantile

NULLS = {
    IDEAL: "no preference would be",
    "length": "a model that knows nothing but lengths has",
    "shuffled": "shuffled groups have",
    "pieces": "numbers of pieces of words and chance have",
    "dealt out": "its own answers, dealt out at random, have",
    "own coin": "a coin between she and he has",
    "random": "random answers have",
    "guessing": "guessing has",
    "unigram": "knowing only how frequent words are gives",
    "other references": "references of other sentences have",
}


def sentence(result: Result, verdict: Verdict) -> str:
    """Of a verdict that is complete but for its sentence."""
    if verdict.kind == "not-enough-evidence" or not isinstance(result, Estimate):
        return _missing(verdict)
    if verdict.kind == "cannot-do-the-task":
        return f"The model cannot do the task, so its {_value(result)} says nothing about bias: {verdict.reason}."
    start = f"Asked {verdict.question.asks}{' where nothing should differ' if _control(verdict) else ''}, the model"
    against = NULLS.get(verdict.against, f"{verdict.against} has")
    compared = f"{_value(result)}, where {against} {_null(result, verdict)}"
    if verdict.kind == "not-told-apart" and verdict.reason:
        return f"{start} shows nothing that could be told from {verdict.reason}; the score is {_value(result)}."
    if verdict.against == "dealt out" and verdict.difference == verdict.low == verdict.high == 0:
        return (
            f"{start} scores {_value(result)}, and {against} the same, whatever they are: this number takes every "
            "mistake for a bias and cannot show one by itself."
        )
    if verdict.shown:
        return f"{start} {_meaning(verdict)}: {compared}; {_sure(verdict)}."
    if verdict.direction is not None:
        return f"{start} perhaps {_meaning(verdict)}: {compared}; {_if_uncorrected(verdict)}."
    unseen = _unseen(result, verdict)
    return f"{start} shows nothing that could be told from chance: {compared} ({_p(verdict.p)}){unseen}."


def _missing(verdict: Verdict) -> str:
    if verdict.kind == "cannot-do-the-task":
        return f"The model cannot do the task, so nothing is said about bias: {verdict.reason}."
    return f"There is not enough evidence, which is not the same as fairness: {verdict.reason}."


def _meaning(verdict: Verdict) -> str:
    return verdict.question.above if (verdict.difference or 0) > 0 else verdict.question.below


def _value(estimate: Estimate) -> str:
    unit = estimate.about.scale.unit
    return digits.fixed_decimals(estimate.value, _decimals(estimate)) + (f" {unit}" if unit else "")


def _null(estimate: Estimate, verdict: Verdict) -> str:
    error = estimate.null_errors.get(verdict.against, 0.0)
    if verdict.null is None:
        return "none"
    if verdict.against == IDEAL:
        return digits.short(verdict.null)
    return digits.null(verdict.null, error, _decimals(estimate))


def _decimals(estimate: Estimate) -> int:
    if estimate.no_interval:
        return digits.decimals_for(0.0, estimate.value)
    reach = normal_quantile((1 + estimate.level) / 2)
    return digits.decimals_for((estimate.high - estimate.low) / 2 / reach, estimate.value)


def _sure(verdict: Verdict) -> str:
    return f"chance would hardly do that ({_p(verdict.p_adjusted)}{_among(verdict)})"


def _if_uncorrected(verdict: Verdict) -> str:
    return (
        f"taken alone that would be surprising ({_p(verdict.p)}), but among {verdict.compared} comparisons it is not "
        f"({_p(verdict.p_adjusted)})"
    )


def _unseen(estimate: Estimate, verdict: Verdict) -> str:
    unit = {"%": " points", "": ""}.get(estimate.about.scale.unit, f" {estimate.about.scale.unit}")
    return f"; a difference below {digits.short(verdict.mde)}{unit} would often go unseen" if verdict.mde else ""


def _among(verdict: Verdict) -> str:
    return f" after correction for {verdict.compared} comparisons" if verdict.compared > 1 else ""


def _p(p: float | None) -> str:
    shown = digits.probability(1.0 if p is None else p)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def _control(verdict: Verdict) -> bool:
    return verdict.family.startswith(CONTROLS)
