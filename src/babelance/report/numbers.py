"""Numbers as text. The digits shown follow the standard error: no more than the interval can vouch for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from babelance.core import digits
from babelance.core.digits import decimals_for, fixed_decimals, probability, short
from babelance.core.estimate import Estimate, Plain, Result

__all__ = [
    "count",
    "decimals",
    "fixed_decimals",
    "interval",
    "nulls",
    "paper_mark",
    "paper_test",
    "parts",
    "percent",
    "probability",
    "short",
    "standard_error",
    "value",
]


def standard_error(estimate: Estimate) -> float:
    """Half the interval in units of the normal quantile of its level; 0 if the interval has no width, or is missing."""
    if estimate.no_interval:
        return 0.0
    quantile = NormalDist().inv_cdf(0.5 + estimate.level / 2)
    return (estimate.high - estimate.low) / 2 / quantile


def decimals(estimate: Estimate) -> int:
    """Decimals that show two digits of the standard error, or four digits of the value where there is none."""
    return decimals_for(standard_error(estimate), estimate.value)


def value(estimate: Estimate) -> str:
    """With the mark ‡ where the MBE paper would set it."""
    return fixed_decimals(estimate.value, decimals(estimate)) + paper_mark(estimate)


PAPER_MARK = "‡"
PAPER_NOTE = (
    "‡ is the mark of the MBE paper: p < 0.05 in McNemar's test against a coin (median over coins), which takes pairs "
    "that share sentences for independent and marks almost everything. Verdicts do not use it."
)


def paper_mark(result: Result) -> str:
    p = result.extra.get("mcnemar_p")
    return PAPER_MARK if isinstance(p, int | float) and p < 0.05 else ""


def paper_test(result: Result) -> list[str]:
    """The paper's p beside the honest one, where there is such a test: `McNemar p < 0.001, honest p 0.21`."""
    p, verdict = result.extra.get("mcnemar_p"), result.verdict
    if not isinstance(p, int | float):
        return []
    honest = f"; by sentences p {probability(verdict.p)}" if verdict and verdict.p is not None else ""
    return [f"McNemar of the paper p {probability(float(p))}{honest}"]


def inconclusive(result: Result) -> list[str]:
    """The flag of the NLI-CoAL paper, where a model contradicts the stereotype more often than it follows it."""
    return (
        ["inconclusive (more contradiction than entailment where a stereotype is stated)"]
        if (result.extra.get("inconclusive") and result.about.measure == "nli-coal")
        else []
    )


def interval(estimate: Estimate) -> str:
    if estimate.no_interval:
        return "no interval"
    places = decimals(estimate)
    return f"[{fixed_decimals(estimate.low, places)}, {fixed_decimals(estimate.high, places)}]"


def nulls(estimate: Estimate) -> dict[str, str]:
    """Values of models that know nothing, with no more digits than the estimate they stand beside, nor than they can
    vouch for."""
    places = decimals(estimate)
    known = {name: null for name, null in estimate.nulls.items() if math.isfinite(null)}
    return {name: digits.null(null, estimate.null_errors.get(name, 0.0), places) for name, null in known.items()}


PARTS = {"pieces": "explained by pieces", "left": "what is left"}
"""Parts of a value, in words."""


def parts(result: Result) -> dict[str, str]:
    """What the value is the sum of, each with its interval."""
    known = result.extra.get("parts")
    if not isinstance(result, Estimate) or not isinstance(known, dict):
        return {}
    places = decimals(result)
    shown = {name: part for name, part in known.items() if isinstance(part, dict)}
    return {PARTS.get(name, name): _part(part, places) for name, part in shown.items()}


def _part(part: Mapping[str, Plain], places: int) -> str:
    value, low, high = (fixed_decimals(float(str(part[name])), places) for name in ("value", "low", "high"))
    return f"{value} [{low}, {high}]"


def percent(share: float) -> str:
    return f"{100 * share:.4g} %"


def count(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
