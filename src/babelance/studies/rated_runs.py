"""Do measures of NLI bias follow a known rate of bias, in runs that are there already?

Nothing is trained: every run is of a model that somebody trained at a rate, and says what each measure gives it.
Whether a model learnt what it was taught is known only where its run has `nli-accuracy` on pairs of its own training.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, section 3, table 2 and figure 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.studies.bias_control import measures
from babelance.studies.rate_correlations import Point, Study, correlations, has_learnt

ACCURACY = "nli-accuracy"


def studies_of_runs(runs: Mapping[float, Sequence[Result]]) -> dict[str, Study]:
    """One study for each language; `runs`: rate → results over all items."""
    by_language: dict[str, list[Point]] = {}
    for rate, results in sorted(runs.items()):
        languages = dict.fromkeys(result.about.language for result in results if result.about.measure in measures())
        if not languages:
            raise InputError(
                f"The run of rate {rate:g} has none of {', '.join(measures())}. Make it: babelance run --measures "
                "nli-coal,fn …"
            )
        for language in languages:
            mine = [result for result in results if result.about.language == language]
            by_language.setdefault(language, []).extend(_points(rate, mine))
    return {
        language: Study(tuple(points), tuple(correlations(points)), {}, language)
        for language, points in by_language.items()
    }


def _points(rate: float, results: Sequence[Result]) -> list[Point]:
    accuracy = next(
        (result for result in results if result.about.measure == ACCURACY and isinstance(result, Estimate)), None
    )
    known = accuracy.value if isinstance(accuracy, Estimate) else None
    learnt = known is None or has_learnt(known, accuracy.about.n)  # type: ignore[union-attr]
    points = [
        Point(rate, result.about.measure, result.value, result.low, result.high, known, learnt)
        if isinstance(result, Estimate)
        else Point(rate, result.about.measure, None, None, None, known, learnt)
        for result in results
        if result.about.measure in measures()
    ]
    names = [point.measure for point in points]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(
            f"The run of rate {rate:g} has '{twice}' twice in '{results[0].about.language}': of two models or two "
            "datasets. A rate is that of one model."
        )
    return points
