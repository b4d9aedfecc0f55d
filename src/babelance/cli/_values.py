"""What may be typed for an option: checks that stand between the command line and everything else."""

from __future__ import annotations

import typer

from babelance.core.errors import InputError
from babelance.core.language_tag import require_language_tag
from babelance.core.limits import LARGEST_WHOLE


def words(text: str | None) -> tuple[str, ...]:
    """`a, b` → ("a", "b")."""
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())


def language_codes(context: typer.Context, option: typer.CallbackParam, text: str) -> str:
    """The option as it was given; raises unless all its comma-separated parts are codes of languages. None at all,
    as an empty variable of a shell gives, must not mean every language."""
    codes, source = words(text), context.get_parameter_source(option.name or "")
    if not codes and source is not None and source.name == "COMMANDLINE":
        raise InputError(f"{option.opts[0]} {text!r} names no language. Name one, such as en, or leave the option out.")
    for code in codes:
        require_language_tag(code)
    return text


def within_bounds(value: float | None) -> float | None:
    """Refuse numbers that nothing can be done with: whole ones beyond 64 bits, infinity and NaN."""
    if value is not None and not abs(value) <= LARGEST_WHOLE:
        raise InputError(f"{str(value)[:40]} is no number for this option: it must be finite and fit into 64 bits.")
    return value
