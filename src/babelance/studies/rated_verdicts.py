"""Does a measure follow the rates of bias of models? A verdict for each measure and language, and its page.

The verdict is about Pearson's correlation with the rate against none, with Fisher's interval, corrected for all
measures and languages. A measure that is the same at every rate has no correlation; a model that has not learnt its
task cannot be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import Verdict
from babelance.stats.difference_verdicts import Compared, Unmeasured, how_sure, judge_differences
from babelance.studies.agreement import UNRELATED, correlation_test
from babelance.studies.rate_correlations import Correlation, Study

FAMILY = "rates of bias"
LEVEL = 0.95
MOST_SENTENCES = 3


def judge_studies(studies: Mapping[str, Study]) -> dict[str, Study]:
    """The same studies, by language, with verdicts that are corrected for all their correlations together."""
    rows = [(study, correlation) for study in studies.values() for correlation in study.correlations]
    verdicts = iter(
        judge_differences(
            [_test(*row) for row in rows],
            family=FAMILY,
            level=LEVEL,
            words=lambda index, verdict: _words(*rows[index], verdict),
        )
    )
    return {
        language: replace(
            study,
            correlations=tuple(replace(correlation, verdict=next(verdicts)) for correlation in study.correlations),
        )
        for language, study in studies.items()
    }


def _test(study: Study, correlation: Correlation) -> Compared:
    if correlation.r is None or correlation.p is None:
        unable = any(point.measure == correlation.measure and not point.learnt for point in study.points)
        return Unmeasured(UNRELATED, correlation.reason, unable=unable)
    return correlation_test(correlation.r, correlation.p, _rates(study, correlation), LEVEL)


def _rates(study: Study, correlation: Correlation) -> int:
    """At how many rates the measure is defined."""
    return sum(point.measure == correlation.measure and point.value is not None for point in study.points)


def _words(study: Study, correlation: Correlation, verdict: Verdict) -> str:
    who = f"{correlation.measure} ({study.language})"
    if verdict.kind == "cannot-do-the-task":
        return f"{who} cannot be correlated with the rate of bias: {verdict.reason}."
    if verdict.difference is None:
        return f"{who} has no correlation with the rate of bias: {verdict.reason}."
    numbers = (
        f"{verdict.difference:+.2f} [{verdict.low:+.2f}, {verdict.high:+.2f}] over {_rates(study, correlation)} rates"
    )
    if verdict.shown:
        way = "rises" if verdict.difference > 0 else "falls"
        sure = f"more than luck would give ({how_sure(verdict)})"
        return f"{who} {way} with the rate of bias: correlation {numbers}, {sure}."
    seen = f"; with so few rates only {verdict.mde:.2f} or more would be seen" if verdict.mde else ""
    return (
        f"{who} is not shown to follow the rate of bias: correlation {numbers}, which luck alone may give "
        f"({how_sure(verdict)}){seen}."
    )


def rates_sheet(studies: Mapping[str, Study]) -> Sheet:
    """Correlations drawn with their intervals, and the scores at each rate."""
    rows = [
        (study, correlation, correlation.verdict)
        for study in studies.values()
        for correlation in study.correlations
        if correlation.verdict
    ]
    rising = sum(verdict.shown and verdict.direction == "above" for _, _, verdict in rows)
    verb = "rises" if rising == 1 else "rise"
    headline = (
        f"{rising} of {len(rows)} measures {verb} with the rate of bias more than luck would give."
        if rising
        else "No measure is shown to rise with the rate of bias more than luck would give."
    )
    marks = tuple(_mark(study, correlated, verdict) for study, correlated, verdict in rows)
    forest = Forest(
        "Pearson's correlation with the rate", "correlation with its interval", marks, 0.0, nothing="unrelated"
    )
    clearest = sorted((verdict for *_, verdict in rows), key=_doubt)[:MOST_SENTENCES]
    return Sheet(
        "study",
        headline,
        tuple(verdict.sentence for verdict in clearest),
        (forest,),
        tuple(map(_scores, studies.values())),
        kinds=tuple(verdict.kind for verdict in clearest),
    )


def _doubt(verdict: Verdict) -> float:
    return 2.0 if verdict.p_adjusted is None else verdict.p_adjusted


def _mark(study: Study, correlation: Correlation, verdict: Verdict) -> Mark:
    label = f"{correlation.measure} ({study.language})"
    if verdict.difference is None or verdict.low is None or verdict.high is None:
        return Mark(label, None, None, None, verdict.reason, verdict.kind, verdict.sentence)
    words = f"{verdict.difference:+.2f} [{verdict.low:+.2f}, {verdict.high:+.2f}]"
    return Mark(label, verdict.difference, verdict.low, verdict.high, words, verdict.kind, verdict.sentence)


def _scores(study: Study) -> Table:
    names = [correlation.measure for correlation in study.correlations]
    by_rate: dict[float, dict[str, float | None]] = {}
    for point in study.points:
        by_rate.setdefault(point.rate, {})[point.measure] = point.value
    rows = tuple((f"{rate:g}", *_cells(by_rate[rate].get(name) for name in names)) for rate in sorted(by_rate))
    return Table(f"Scores at each rate ({study.language})", ("Rate", *names), rows)


def _cells(values: Iterable[float | None]) -> Iterable[str]:
    return ("undefined" if value is None else f"{value:.3f}" for value in values)
