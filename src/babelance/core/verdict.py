"""What a result says: a bias was shown, or not told apart from none, or the question could not be answered.

A score is compared with what it would be on the same items without the bias in question, its *null*. The verdict is
made once, from estimates; every output shows it and none makes its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

Kind = Literal["shown", "not-told-apart", "cannot-do-the-task", "not-enough-evidence"]
NO_CONCLUSION: tuple[Kind, ...] = ("cannot-do-the-task", "not-enough-evidence")
"""Kinds that neither show a bias nor speak against one."""
Side = Literal["above", "below"]
KINDS_IN_WORDS: dict[Kind, str] = {
    "shown": "shown",
    "not-told-apart": "not told apart",
    "cannot-do-the-task": "cannot do the task",
    "not-enough-evidence": "not enough evidence",
}
EXPLAINED = "piece count explains it"

IDEAL = "ideal"
"""The null of a measure whose ideal lies within its scale and that nothing but the bias moves away from it."""
CONTROLS = "controls"
"""The family of items on which nothing must differ: a check of the measures, not a question about bias."""
USE = "use"
"""The family of measures that tell what a model is good for."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a measure asks, in words that a reader knows.

    `asks` goes on from "Asked …"; `above` and `below` from "the model …" and say what a score above or below the null
    means. `toward` is the side that favours what stereotypes expect, where that has a meaning: measures of one family
    on the same items are then comparable. `harm` is the only side that is a bias, if the other is none. `skill` names
    what a model must be able to do to be asked at all: who cannot do it on some items of a language cannot on others.
    """

    family: str
    asks: str
    above: str
    below: str
    toward: Side | None = None
    harm: Side | None = None
    skill: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`difference` is score − null with its interval; None where there is no number. `p` belongs to that interval:
    below 1 − level where it leaves out 0. `p_adjusted` (Holm) and `p_bh` (Benjamini–Hochberg) allow for the
    `compared` tests of the family. `mde` is the difference that would have been seen four times in five."""

    kind: Kind
    against: str
    difference: float | None
    low: float | None
    high: float | None
    p_adjusted: float | None
    family: str
    sentence: str
    null: float | None = None
    p: float | None = None
    p_bh: float | None = None
    compared: int = 1
    mde: float | None = None
    direction: Side | None = None
    """On which side of the null the score lies, where the interval leaves out 0."""
    question: Question = field(default_factory=lambda: Question("", "", "", ""))
    reason: str = ""
    """Why the model cannot do the task, or what evidence is missing."""
    able: bool | None = None
    """Can the model do the task? None if these answers do not say."""
    unproven: str = ""
    """Why a score without a bias says nothing as long as `able` is None. Empty in verdicts that are complete."""

    @property
    def shown(self) -> bool:
        return self.kind == "shown"

    @property
    def harmful(self) -> bool:
        """Is it shown, on a side that is a bias, by a measure of bias?"""
        return self.shown and self.question.family != USE and self.question.harm in (None, self.direction)

    @property
    def explained(self) -> bool:
        """Does something else than a bias make up most of the score, so that no difference was tested?"""
        return self.kind == "not-told-apart" and bool(self.reason) and self.p is None

    @property
    def label(self) -> str:
        """The kind in words, the same in every output; of what is shown on the side that is no bias it says so."""
        if self.explained:
            return EXPLAINED
        return f"{KINDS_IN_WORDS[self.kind]}{', no bias' if self.shown and not self.harmful else ''}"

    @property
    def toward(self) -> bool | None:
        """Does the score lie on the side of the stereotype? None if it is not sure, or sides have no such meaning."""
        if self.direction is None or self.question.toward is None:
            return None
        return self.direction == self.question.toward


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """The object `verdict` of a line of `results.jsonl`: what outside scripts rely on first, then what outputs need."""
    question = verdict.question
    numbers = {name: _finite(getattr(verdict, name)) for name in ("difference", "low", "high", "p_adjusted")}
    more = {name: _finite(getattr(verdict, name)) for name in ("null", "p", "p_bh", "mde")}
    return {
        "kind": verdict.kind,
        "against": verdict.against,
        **numbers,
        "family": verdict.family,
        "sentence": verdict.sentence,
        **more,
        "compared": verdict.compared,
        "direction": verdict.direction,
        "harmful": verdict.harmful,
        "reason": verdict.reason,
        "able": verdict.able,
        "question": {name: getattr(question, name) for name in Question.__slots__},
    }


def _finite(number: float | None) -> float | None:
    """JSON knows no infinity."""
    return number if number is not None and isfinite(number) else None
