"""Verdicts about differences that a study tested: models, versions, languages, rows of a ranking.

A run's verdicts are made by `verdicts`, from scores and their nulls. A study brings differences that have their
interval and test already; here they are corrected for being many, and get the same four kinds and the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from babelance.core import digits
from babelance.core.verdict import Kind, Side, Verdict
from babelance.stats.method import rare
from babelance.stats.multiple import benjamini_hochberg, holm


@dataclass(frozen=True, slots=True)
class Measured:
    """A difference from `null`, the value of `against`; `p` is below 1 − level where the interval leaves out 0."""

    against: str
    value: float
    low: float
    high: float
    p: float
    null: float | None = None
    mde: float | None = None


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """Why there is no test: evidence is missing, or what was to be compared cannot do the task."""

    against: str
    reason: str
    unable: bool = False


Compared = Measured | Unmeasured


def judge_differences(
    tests: Sequence[Compared], *, family: str, level: float, words: Callable[[int, Verdict], str]
) -> list[Verdict]:
    """One verdict for each test, corrected for their number; `words(place, verdict)` is its sentence."""
    raw = [test.p if isinstance(test, Measured) else None for test in tests]
    compared = sum(p is not None for p in raw)
    verdicts = [
        _verdict(test, p_holm, p_bh, family, compared, level)
        for test, p_holm, p_bh in zip(tests, holm(raw), benjamini_hochberg(raw), strict=True)
    ]
    return [replace(verdict, sentence=words(index, verdict)) for index, verdict in enumerate(verdicts)]


def _verdict(
    test: Compared, p_holm: float | None, p_bh: float | None, family: str, compared: int, level: float
) -> Verdict:
    if isinstance(test, Unmeasured) or p_holm is None:
        reason, unable = (test.reason, test.unable) if isinstance(test, Unmeasured) else ("", False)
        kind: Kind = "cannot-do-the-task" if unable else "not-enough-evidence"
        return Verdict(kind, test.against, None, None, None, None, family, "", reason=reason, compared=0)
    side: Side = "above" if test.value > 0 else "below"
    return Verdict(
        kind="shown" if p_holm < rare(level) else "not-told-apart",
        against=test.against,
        difference=test.value,
        low=test.low,
        high=test.high,
        p_adjusted=p_holm,
        family=family,
        sentence="",
        null=test.null,
        p=test.p,
        p_bh=p_bh,
        compared=compared,
        mde=test.mde,
        direction=side if test.p < rare(level) else None,
    )


def how_sure(verdict: Verdict) -> str:
    """`p = 0.012 after correction for 8 comparisons`."""
    p = digits.probability(1.0 if verdict.p_adjusted is None else verdict.p_adjusted)
    among = f" after correction for {verdict.compared} comparisons" if verdict.compared > 1 else ""
    return f"p {p if p.startswith('<') else f'= {p}'}{among}"


def no_evidence(verdict: Verdict) -> str:
    """What is said where nothing was tested."""
    return f"there is not enough evidence, which is not the same as no difference: {verdict.reason}."
