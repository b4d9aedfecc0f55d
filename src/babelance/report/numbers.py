"""Numbers as text. The digits shown follow the standard error: no more than the interval can vouch for."""

from __future__ import annotations

import math
from statistics import NormalDist

from babelance.core.estimate import Estimate

MOST_DECIMALS = 6


def standard_error(estimate: Estimate) -> float:
    """Half the interval in units of the normal quantile of its level; 0 if the interval has no width."""
    quantile = NormalDist().inv_cdf(0.5 + estimate.level / 2)
    return (estimate.high - estimate.low) / 2 / quantile


def decimals(estimate: Estimate) -> int:
    """Decimals that show two digits of the standard error, or four digits of the value where there is none."""
    error = standard_error(estimate)
    if error > 0 and math.isfinite(error):
        return _clip(1 - math.floor(math.log10(error)))
    return _clip(3 - math.floor(math.log10(abs(estimate.value)))) if estimate.value else 1


def fixed_decimals(value: float, places: int) -> str:
    """`-0.0` never: a rounded zero has no sign."""
    text = f"{value:.{places}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def value(estimate: Estimate) -> str:
    return fixed_decimals(estimate.value, decimals(estimate))


def interval(estimate: Estimate) -> str:
    places = decimals(estimate)
    return f"[{fixed_decimals(estimate.low, places)}, {fixed_decimals(estimate.high, places)}]"


def nulls(estimate: Estimate) -> dict[str, str]:
    """Values of models that know nothing, with the digits of the estimate they stand beside."""
    return {
        name: fixed_decimals(null, decimals(estimate)) for name, null in estimate.nulls.items() if math.isfinite(null)
    }


def short(number: float) -> str:
    """A constant of the scale: up to three significant digits, no trailing zeros."""
    return f"{number:.3g}" if abs(number) < 1000 else f"{number:.6g}"


def percent(share: float) -> str:
    return f"{100 * share:.4g} %"


def probability(p: float) -> str:
    """A p-value: never `0`, and no more than three decimals."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def count(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _clip(places: int) -> int:
    return max(0, min(MOST_DECIMALS, places))
