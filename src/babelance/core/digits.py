"""Numbers as text. The digits shown follow the standard error: no more than the number can vouch for."""

from __future__ import annotations

import math
import re

MOST_DECIMALS = 6
JOINED_PERCENT = re.compile(r"(?<=\d)%(?!\w)")
HYPHEN_OF_NUMBER = re.compile(r"(?<![\w-])-(?=\.?\d)")


def decimals_for(error: float, value: float) -> int:
    """Decimals that show two digits of the standard error, or four digits of the value where there is none."""
    if error > 0 and math.isfinite(error):
        return _clip(1 - math.floor(math.log10(error)))
    return _clip(3 - math.floor(math.log10(abs(value)))) if value else 1


def fixed_decimals(value: float, places: int) -> str:
    """`-0.0` never: a rounded zero has no sign."""
    text = f"{value:.{places}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def short(number: float) -> str:
    """A constant of the scale: up to three significant digits, no trailing zeros."""
    return f"{number:.3g}" if abs(number) < 1000 else f"{number:.6g}"


def probability(p: float) -> str:
    """A p-value: never `0`, and no more than three decimals."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def null(value: float, error: float, places: int) -> str:
    """A null beside an estimate with so many decimals: fewer where a simulation does not vouch for them."""
    return fixed_decimals(value, min(places, decimals_for(error, value)) if error > 0 else places)


def typeset(text: str) -> str:
    """Words for people, with numbers as all outputs have them: `−0.5`, `36 %`. Names that people type keep their
    hyphens."""
    return JOINED_PERCENT.sub(" %", HYPHEN_OF_NUMBER.sub("\N{MINUS SIGN}", text))


def _clip(places: int) -> int:
    return max(0, min(MOST_DECIMALS, places))
