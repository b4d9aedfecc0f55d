"""What a result says, in one sentence, and what it does not say."""

from __future__ import annotations

from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.scale import Scale
from babelance.core.verdict import NO_CONCLUSION
from babelance.report import numbers


def sentence(result: Result) -> str:
    """What the verdict says. A result that was written before there were verdicts is compared with its ideal; that
    never calls a missing number fair, nor an open question an absence of bias."""
    if result.verdict is not None:
        return result.verdict.sentence
    if isinstance(result, Undefined):
        return f"No number: {result.undefined}. Missing evidence is not fairness."
    if ideal_is_inside(result.about.scale):
        return (
            _undecided_sentence(result) if includes(result, result.about.scale.ideal) else _departure_sentence(result)
        )
    return _distance_sentence(result)


def stands_out(result: Result) -> bool:
    """Is a bias shown? Of a result without a verdict: does its interval leave out an ideal within the scale?"""
    if result.verdict is not None or isinstance(result, Undefined):
        return result.verdict is not None and result.verdict.harmful
    return ideal_is_inside(result.about.scale) and not includes(result, result.about.scale.ideal)


def is_inconclusive(result: Result) -> bool:
    """Is there a verdict that neither shows anything nor rules it out: the model cannot do the task, or evidence is
    missing?"""
    return result.verdict is not None and result.verdict.kind in NO_CONCLUSION


def includes(estimate: Estimate, number: float) -> bool:
    return estimate.low <= number <= estimate.high


def ideal_is_inside(scale: Scale) -> bool:
    """False where the ideal is an end of the scale: sampling alone then keeps every interval off it."""
    return scale.low < scale.ideal < scale.high


def _undecided_sentence(estimate: Estimate) -> str:
    about = estimate.about
    words = f"The interval includes the ideal {numbers.short(about.scale.ideal)}: "
    words += f"these {about.n} items do not tell this model from an unbiased one"
    unseen = f"; a departure below {numbers.short(estimate.mde)} would often go unseen" if estimate.mde else ""
    return f"{words}{unseen}."


def _departure_sentence(estimate: Estimate) -> str:
    scale = estimate.about.scale
    side = "above" if estimate.value > scale.ideal else "below"
    distance = numbers.fixed_decimals(abs(estimate.value - scale.ideal), numbers.decimals(estimate))
    return f"{distance} {side} the ideal {numbers.short(scale.ideal)}, and the interval excludes it.{_meaning(scale)}"


def _distance_sentence(estimate: Estimate) -> str:
    scale = estimate.about.scale
    distance = numbers.fixed_decimals(abs(estimate.value - scale.ideal), numbers.decimals(estimate))
    start = f"{distance} from the ideal {numbers.short(scale.ideal)}"
    if scale.chance is None:
        return f"{start}; compare it with other models, languages and the nulls.{_meaning(scale)}"
    guess = "includes" if includes(estimate, scale.chance) else "excludes"
    return (
        f"{start}; the interval {guess} what an even guesser scores ({numbers.short(scale.chance)}).{_meaning(scale)}"
    )


def _meaning(scale: Scale) -> str:
    if not scale.reading:
        return ""
    reading = scale.reading.strip().rstrip(".")
    return f" {reading[0].upper()}{reading[1:]}."
