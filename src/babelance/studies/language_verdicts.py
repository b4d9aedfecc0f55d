"""What a comparison of languages says: are two sides more alike than groups exchanged at random, and did they move?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from babelance.core import digits
from babelance.core.reason import Reason
from babelance.core.verdict import Verdict
from babelance.stats.difference_verdicts import Compared, Measured, Unmeasured, how_sure, judge_differences, no_evidence
from babelance.studies.languages import Pair
from babelance.studies.shifts import Shift

EXCHANGED = "shuffled"
Row = TypeVar("Row", Pair, Shift)
FAMILY, MOVES = "comparison", "comparison of changes"


def judge_pairs(pairs: Sequence[Pair], level: float = 0.95) -> list[Pair]:
    """The same pairs with verdicts, corrected for their number."""
    return _judge(pairs, _pair_test, _pair_words, family=FAMILY, level=level)


def headline_of(pairs: Sequence[Pair]) -> str:
    """What all pairs say together, after correction."""
    judged = [(pair, pair.verdict) for pair in pairs if pair.verdict and pair.verdict.p_adjusted is not None]
    what = "models" if all(pair.a.language == pair.b.language for pair in pairs) else "languages"
    if not judged:
        return f"Nothing can be said about what {what} have in common: there is not enough evidence."
    alike = [entry for entry in judged if entry[1].shown and (entry[1].difference or 0.0) < 0]
    if len(judged) == 1:
        [(pair, _)] = judged
        tie = "tie" if alike else "are not shown to tie"
        return f"{pair.a.label} and {pair.b.label} {tie} attributes to the same groups more than chance would."
    of = f"of {len(judged)} pairs"
    if not alike:
        return f"None {of} of {what} is shown to tie attributes to the same groups more than chance would."
    clearest, _ = min(alike, key=lambda entry: entry[1].p_adjusted or 0.0)
    tie = "ties" if len(alike) == 1 else "tie"
    most = f" Most clearly {clearest.a.label} and {clearest.b.label}."
    return f"{len(alike)} {of} of {what} {tie} attributes to the same groups more than chance would.{most}"


def _pair_test(pair: Pair) -> Compared:
    score = pair.divergence
    if isinstance(score, Reason):
        return Unmeasured(EXCHANGED, score)
    if score.p is None:
        return Unmeasured(EXCHANGED, "a single template cannot show how much the number would vary")
    gap, low, high = (number - score.shuffled for number in (score.value, score.low, score.high))
    return Measured(EXCHANGED, gap, low, high, score.p, null=score.shuffled)


def _pair_words(pair: Pair, verdict: Verdict) -> str:
    score, sides = pair.divergence, f"{pair.a.label} and {pair.b.label}"
    if isinstance(score, Reason) or verdict.difference is None:
        return f"{sides}: {no_evidence(verdict)}"
    null = digits.null(score.shuffled, score.shuffled_error, 3)
    numbers = f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]"
    if not verdict.shown:
        return (
            f"{sides}: {numbers} is not told apart from what groups exchanged at random give ({null}), so nothing in "
            f"common is shown ({how_sure(verdict)})."
        )
    what = "tie attributes to the same groups more than" if verdict.difference < 0 else "are further apart than"
    return f"{sides} {what} groups exchanged at random would: {numbers}, exchanged {null} ({how_sure(verdict)})."


def judge_shifts(shifts: Sequence[Shift], level: float = 0.95) -> list[Shift]:
    """The same changes with verdicts, corrected for their number."""
    return _judge(shifts, _shift_test, _shift_words, family=MOVES, level=level)


def _shift_test(shift: Shift) -> Compared:
    if shift.value is None or shift.low is None or shift.high is None or shift.p is None:
        return Unmeasured(shift.before, shift.undefined or "")
    return Measured(shift.before, shift.value, shift.low, shift.high, shift.p, null=0.0)


def _shift_words(shift: Shift, verdict: Verdict) -> str:
    head = f"{shift.before} → {shift.after}, seen from {shift.to}: "
    if shift.value is None or shift.low is None or shift.high is None:
        return head + no_evidence(verdict)
    way = "closer" if shift.value < 0 else "farther"
    sure = "" if verdict.shown else ", which may be chance"
    return f"{head}{shift.value:+.3f} [{shift.low:+.3f}, {shift.high:+.3f}], {way}{sure} ({how_sure(verdict)})."


def _judge(
    rows: Sequence[Row],
    test: Callable[[Row], Compared],
    words: Callable[[Row, Verdict], str],
    *,
    family: str,
    level: float,
) -> list[Row]:
    verdicts = judge_differences(
        [test(row) for row in rows],
        family=family,
        level=level,
        words=lambda number, verdict: words(rows[number], verdict),
    )
    return [replace(row, verdict=verdict) for row, verdict in zip(rows, verdicts, strict=True)]
