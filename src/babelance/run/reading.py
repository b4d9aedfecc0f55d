"""Likelihoods of models that read from left to right and of models that see both sides are not on one scale.

They are neither averaged nor ranked nor set beside each other. What a model says when it is asked in words (inference,
translation) is: there it does not matter how it reads.
"""

from __future__ import annotations

from collections.abc import Iterable

from babelance.core.errors import BabelanceError, InputError
from babelance.core.estimate import Result
from babelance.core.measure import Measure
from babelance.core.signature import Signature
from babelance.run.configure import configure

WITH_MASKS = "with masks"


def takes_likelihoods(measure: Measure) -> bool:
    return bool({ability.query for ability in measure.asks} & {"TokenLogprobs", "Fill"})


def reading_of(signature: Signature) -> str:
    """How the model read, where it matters; empty for a masked model and for what was asked in words."""
    reads = signature.extra.get("reads", "")
    if not reads:
        return ""
    try:
        [measure] = configure([signature.measure], signature.options).values()
    except BabelanceError:
        # A measure of another package that is not installed here: better apart than mixed.
        return reads
    return reads if takes_likelihoods(measure) else ""


def require_one_way(ways: Iterable[tuple[str, str]]) -> None:
    """Raise if models, given as (how it reads, its name), read in more than one way."""
    first: dict[str, str] = {}
    for way, model in ways:
        first.setdefault(way, model)
    if len(first) > 1:
        words = ", ".join(f"{model} reads {way}" for way, model in first.items())
        raise InputError(f"{words}: their numbers are not on one scale. Set models beside each other that read alike.")


def require_results_of_one_way(results: Iterable[Result]) -> None:
    """Raise if a measure of likelihoods has results of both kinds of models."""
    by_measure: dict[str, list[tuple[str, str]]] = {}
    for about in (result.about for result in results):
        by_measure.setdefault(about.measure, []).append((reading_of(about.signature) or WITH_MASKS, about.model))
    for ways in by_measure.values():
        require_one_way(ways)
