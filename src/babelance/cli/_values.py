"""What may be typed for an option: checks that stand between the command line and everything else."""

from __future__ import annotations

from babelance.core.errors import InputError
from babelance.core.language_tag import require_language_tag
from babelance.core.limits import LARGEST_WHOLE


def words(text: str | None) -> tuple[str, ...]:
    """`a, b` → ("a", "b")."""
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())


def language_codes(text: str) -> str:
    """The option as it was given; raises unless all its comma-separated parts are codes of languages."""
    for code in words(text):
        require_language_tag(code)
    return text


def within_bounds(value: float | None) -> float | None:
    """Refuse numbers that nothing can be done with: whole ones beyond 64 bits, infinity and NaN."""
    if value is not None and not abs(value) <= LARGEST_WHOLE:
        raise InputError(f"{str(value)[:40]} is no number for this option: it must be finite and fit into 64 bits.")
    return value
