"""The decision of a gate in words; numbers with as many digits as their interval vouches for."""

from __future__ import annotations

from babelance.core import digits
from babelance.core.gate import Decision, Gate, GateRow

HEADINGS: dict[Decision, str] = {
    "not worse": "Not worse than the baseline",
    "worse": "Worse than the baseline",
    "cannot tell": "Cannot tell whether it is worse than the baseline",
}


MOST_PLACES = 4
"""After the point; smaller numbers are written as powers of ten, so that a table keeps its width."""


def headline(gate: Gate) -> str:
    """`WORSE: 1 of 12 results is worse, 8 are not worse, 3 cannot tell (exit code 1)`."""
    counts = ", ".join(f"{gate.count(decision)} {decision}" for decision in ("worse", "not worse", "cannot tell"))
    return f"{HEADINGS[gate.decision]}: {counts}, of {len(gate.rows)} (exit code {gate.exit_code})."


def change(row: GateRow) -> str:
    """`+3.1 [-1.2, +7.4]`; empty if there is none."""
    if row.change is None or row.low is None or row.high is None:
        return ""
    places = digits.decimals_for((row.high - row.low) / 4, row.change)
    if places > MOST_PLACES:
        return f"{row.change:+.1e} [{row.low:+.1e}, {row.high:+.1e}]"
    value, low, high = (_with_sign(number, places) for number in (row.change, row.low, row.high))
    return f"{value} [{low}, {high}]"


def _with_sign(number: float, places: int) -> str:
    text = digits.fixed_decimals(number, places)
    return text if text.startswith("-") or float(text) == 0 else f"+{text}"


def value(number: float | None) -> str:
    return "" if number is None else f"{number:.3g}"


def explanation(row: GateRow) -> str:
    """Why, in one sentence."""
    if row.decision == "worse":
        reason = f"farther from its null ({row.against}) by {change(row)}, and the margin is {digits.short(row.margin)}"
        return "; ".join([reason, *row.reasons])
    return "; ".join(row.reasons)
