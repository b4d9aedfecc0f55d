"""A measure of another package is tried on its own example before any weights load.

Its three functions are run on made-up answers. What fails here would otherwise fail after hours, or, worse, would not
fail: a `statistic` that ignores the leading axes of its weights gives every bootstrap draw the same number.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from babelance.core.errors import InputError
from babelance.core.measure import Measure
from babelance.core.model import Options
from babelance.core.query import abilities_of
from babelance.core.registry import MEASURES, MODELS
from babelance.core.scored import Scores, check_outcome

DRAWS = 3


@cache
def rehearse(name: str) -> None:
    """Raise `InputError` with everything that is wrong with the measure of this name."""
    if problems := list(dict.fromkeys(measure_faults(name))):
        raise InputError(
            f"The measure '{name}' does not keep its promises on its own example: {'; '.join(problems)}. "
            "Correct it, or update or uninstall its package."
        )


def measure_faults(name: str) -> Iterator[str]:
    """What goes wrong when the measure is asked about its own example."""
    make: Any = MEASURES.get(name)
    measure: Measure = make(**make().example.options)
    try:
        scores = _score(name, measure)
    except Exception as error:
        yield f"`ask` and `score` fail ({_error_in_words(error)})"
        return
    yield from _undeclared_abilities(measure)
    if not len(scores):
        yield f"no item of its example is scored ({'; '.join(scores.reasons())})"
        return
    yield from _statistic_faults(measure, scores)


def _score(name: str, measure: Measure) -> Scores:
    model = MODELS.get("fake").open("fake:random", Options())
    outcomes = []
    for item in measure.example.items:
        outcome = measure.score(item, list(model.answer(list(measure.ask(item)))))
        check_outcome(outcome, measure=f"'{name}'", item=item)
        outcomes.append(outcome)
    return Scores.gather(outcomes)


def _undeclared_abilities(measure: Measure) -> Iterator[str]:
    """What it asks, but does not say that it does: a model would be promised that cannot answer."""
    for item in measure.example.items:
        for query in measure.ask(item):
            if missing := abilities_of(query) - measure.asks:
                yield f"it asks for {', '.join(sorted(missing))}, which `asks` does not name"


def _statistic_faults(measure: Measure, scores: Scores) -> Iterator[str]:
    weights = np.random.default_rng(0).multinomial(len(scores), np.ones(len(scores)) / len(scores), DRAWS).astype(float)
    try:
        statistic = measure.statistic(scores)
        if not callable(statistic):
            yield f"`statistic` gives {statistic!r}, not a function of weights"
            return
        single, many = np.asarray(statistic(weights[0])), np.asarray(statistic(weights))
    except Exception as error:
        yield f"`statistic` fails ({_error_in_words(error)})"
        return
    if single.shape != () or many.shape != (DRAWS,):
        yield (
            f"`statistic` gives shapes {single.shape} and {many.shape} for weights of the shapes {weights[0].shape} "
            f"and {weights.shape}: it takes (..., n) and gives (...)"
        )
    elif not np.allclose(many, [float(statistic(row)) for row in weights], equal_nan=True):
        yield "`statistic` gives other numbers for several weightings at once than one by one"


def _error_in_words(error: Exception) -> str:
    return str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
