"""Replay a sample of numbers before they are published."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import isclose

from babelance.api import replay
from babelance.core.errors import BabelanceError, InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.signature import Signature

TOLERANCE = 1e-6


def verify(
    results: Sequence[Result],
    count: int,
    *,
    seed: int = 0,
    again: Callable[[Signature], Result] = replay,
) -> list[str]:
    """Replay so many results, chosen at random; their signatures. Raises if one gives another number, or none."""
    chosen = random.Random(seed).sample(list(results), min(count, len(results)))
    for result in chosen:
        _require_same(result, again)
    return [str(result.about.signature) for result in chosen]


def _require_same(result: Result, again: Callable[[Signature], Result]) -> None:
    signature = result.about.signature
    try:
        replayed = again(signature)
    except BabelanceError as error:
        raise InputError(
            f"A signature does not replay, so its number is not published: {signature}. {error}"
        ) from error
    before, now = (outcome.value if isinstance(outcome, Estimate) else None for outcome in (result, replayed))
    if not _equal(before, now):
        raise InputError(f"A signature gives {now} now, and the file says {before}: {signature}. It is not published.")


def _equal(before: float | None, now: float | None) -> bool:
    if before is None or now is None:
        return before is now
    return isclose(before, now, rel_tol=TOLERANCE, abs_tol=1e-9)
