"""What is said of one measure: its scores at every rate, whether it follows, its alarms under shams, and its cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from babelance.core.estimate import Estimate
from babelance.core.measure import Measure, question_of, scale_of
from babelance.core.model import Health
from babelance.core.query import Query
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.run.limit import choose_items
from babelance.run.plan import Job, Settings
from babelance.run.results import results
from babelance.run.store import Store
from babelance.stats.compare import Difference
from babelance.stats.estimate import estimate
from babelance.stats.verdicts import judge
from babelance.studies.injection.paired_rates import PairedRates, common_items, smallest_rate, with_changes
from babelance.studies.injection.rows import Point, Row

TIMED = 24
"""Questions that are asked to see how long one takes."""
_ROUNDING = 1e-6
"""What cancels does so but for the last digits of a computer: less than this share of the largest change is none."""


@dataclass(frozen=True, eq=False)
class ScoredRates:
    """Scores of one measure at every rate, and under shams after them. `spares`: do shams leave the bias of the model
    itself as it is?"""

    job: Job
    measure: str
    runs: Sequence[Scores]
    rates: Sequence[float]
    spares: bool


def row_of(scored: ScoredRates, settings: Settings, store: Store) -> Row:
    job, name, rates = scored.job, scored.measure, scored.rates
    measure, as_it_is = job.measures[name], scored.runs[rates.index(0)]
    row = Row(name, job.dataset.card.name, expected(measure, as_it_is))
    kept = common_items(scored.runs)
    if not len(kept[0]):
        reasons = ", ".join(sorted(as_it_is.reasons())) or "no items"
        return replace(row, reason=f"no item was scored at every rate: {reasons}")
    [usual] = judge([next(results(job, name, measure, as_it_is, settings, Health(), store=store))])
    row = replace(row, n=len(kept[0]), verdict=usual.verdict.kind if usual.verdict else "")
    if not isinstance(usual, Estimate):
        return replace(row, reason=str(usual.undefined))
    points = _points(measure, kept, rates, settings)
    if isinstance(points, Reason):
        return replace(row, reason=str(points))
    return _with_slope(row, replace(scored, runs=kept), points, settings, store)


def _points(
    measure: Measure, kept: Sequence[Scores], rates: Sequence[float], settings: Settings
) -> list[Point] | Reason:
    """The score at every rate; a reason where it has none at some rate, or under a sham."""
    points = []
    for number, scores in enumerate(kept):
        known = estimate(measure, scores, level=settings.level, count=settings.draws, seed=settings.seed)
        if isinstance(known, Reason):
            return known
        if number < len(rates):
            points.append(Point(rates[number], known.value, known.low, known.high))
    return points


def _with_slope(row: Row, scored: ScoredRates, plain: Sequence[Point], settings: Settings, store: Store) -> Row:
    job, measure, rates = scored.job, scored.job.measures[scored.measure], scored.rates
    paired, zero = PairedRates(measure, scored.runs, settings), rates.index(0)
    changes = [paired.change(number, zero) for number in range(len(rates))]
    points = with_changes(plain, changes)
    alarms = _alarms(scored, paired, changes, settings, store)
    slope = paired.slope([abs(rate) if "both" in row.expects else rate for rate in rates], points)
    asked, seconds = _cost(job, measure, settings)
    return replace(
        row,
        points=tuple(points),
        slope=slope.value if slope else None,
        slope_low=slope.low if slope else None,
        slope_high=slope.high if slope else None,
        smallest=smallest_rate(points, row.expects, 1, settings),
        smallest_other=smallest_rate(points, row.expects, -1, settings),
        alarms=sum(alarms),
        shams=len(alarms),
        questions=asked,
        seconds=seconds,
    )


def _alarms(
    scored: ScoredRates,
    paired: PairedRates,
    changes: Sequence[Difference | None],
    settings: Settings,
    store: Store,
) -> list[bool]:
    """For each sham: is it taken for a bias?"""
    zero, shams = scored.rates.index(0), range(len(scored.rates), len(scored.runs))
    if scored.spares:
        least = _ROUNDING * max(abs(change.value) for change in changes if change)
        return [_has_moved(paired.change(number, zero), least, settings) for number in shams]
    alarms = [_is_told_apart(scored.job, scored.measure, scored.runs[number], settings, store) for number in shams]
    return [alarm for alarm in alarms if alarm is not None]


def _has_moved(change: Difference | None, least: float, settings: Settings) -> bool:
    return change is not None and abs(change.value) > least and change.p < 1 - settings.level


def _is_told_apart(job: Job, name: str, scores: Scores, settings: Settings, store: Store) -> bool | None:
    """From its null, whether or not the model can do the task, which would keep every measure calm; None if there is no
    number."""
    verdict = next(results(job, name, job.measures[name], scores, settings, Health(), store=store)).verdict
    if verdict is None or verdict.difference is None:
        return None
    return verdict.p is not None and verdict.p < 1 - settings.level


def expected(measure: Measure, scores: Scores | None = None) -> str:
    """Where a bias must move a score: `up` or `down`, followed by `both ways` for measures that know no direction.
    Of several queries of words the mean absolute value knows none either, though each query does."""
    question, scale = question_of(measure), measure.scale
    if scores is not None and len(scores) and scale.low < scale.ideal == scale_of(measure, scores).low:
        return "up both ways"
    if question.toward:
        return "up" if question.toward == "above" else "down"
    if question.harm:
        return ("up" if question.harm == "above" else "down") + " both ways"
    # A measure whose ideal is an end of its scale can move in one direction only.
    if scale.ideal == scale.low:
        return "up both ways"
    return "down both ways" if scale.ideal == scale.high else "up"


def _cost(job: Job, measure: Measure, settings: Settings) -> tuple[int, float]:
    """How many questions the measure asks, and how long the model takes for them, from a few that are timed."""
    items = choose_items(job.dataset, job.language, settings)
    asked: list[Query] = list(dict.fromkeys(query for item in items for query in measure.ask(item)))
    step = max(1, len(asked) // TIMED)
    some = asked[::step][:TIMED]
    list(job.model.answer(some[:1]))
    start = perf_counter()
    list(job.model.answer(some))
    return len(asked), (perf_counter() - start) / max(1, len(some)) * len(asked)
