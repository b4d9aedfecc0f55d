"""Every measure on a model with a known bias: does it follow, from which rate on, and is it calm where there is none?

The same items are scored at every rate, from the bias turned round (−1) over the model as it is (0) to the bias in full
(1), and under shams, which move as much in no direction. All comparisons are paired: items (or what a measure redraws)
are drawn together for all rates, so that what the model thinks of an item cancels.

A measure *follows* if the slope of its score over the rate leaves out 0 on the side that a bias must move it to, and it
is shown at the full rate both ways. Measures that know no direction (Categorical Bias) must go up both ways: their
slope is over the size of the rate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from babelance.backends.transformers.model import LanguageModel
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate
from babelance.core.item import Item
from babelance.core.measure import Measure, question_of, scale_of
from babelance.core.model import Health, Options
from babelance.core.query import Ability, Query
from babelance.core.reason import Reason
from babelance.core.scored import Scores
from babelance.core.verdict import USE
from babelance.run.audit import NO_DATA
from babelance.run.limit import chosen_items
from babelance.run.pipeline import score
from babelance.run.plan import Job, Settings
from babelance.run.results import results
from babelance.run.store import Store
from babelance.stats.compare import Difference
from babelance.stats.estimate import PointEstimate, estimate
from babelance.stats.verdicts import judge
from babelance.studies.injection.jobs import Part, jobs_for
from babelance.studies.injection.known_bias import Injection
from babelance.studies.injection.paired_rates import PairedRates, common_items, smallest_rate, with_changes
from babelance.studies.injection.recipes import Recipes, in_answers, recipes_for
from babelance.studies.injection.rows import Point, Row, Study
from babelance.studies.injection.translation_recipe import WITHOUT, translation_recipes
from babelance.studies.injection.word_recipe import FIELDS as WORDS
from babelance.studies.injection.word_recipe import word_recipes

RATES = (0.01, 0.03, 0.1, 0.3, 1.0)
SHAMS = 5
TIMED = 24
"""Questions that are asked to see how long one takes."""
_ROUNDING = 1e-6
"""What cancels does so but for the last digits of a computer: less than this share of the largest change is none."""


def study(
    model: str,
    *,
    language: str,
    data: Sequence[str],
    measures: Sequence[str],
    store: Store,
    rates: Sequence[float] = RATES,
    shams: int = SHAMS,
    options: Mapping[str, str] | None = None,
    settings: Settings | None = None,
    model_options: Options | None = None,
    tell: Callable[[str, int, int], None] = lambda words, done, total: None,
) -> Study:
    """All measures that fit the model, on its own biased twins."""
    settings = replace(settings or Settings(), by=())
    jobs, left_out = jobs_for(model, language, data, measures, options or {}, settings, model_options)
    rows: list[Row] = []
    for job in jobs:
        rows += _rows(job, settings, store, check_rates(rates), shams, left_out, tell)
    if not rows:
        told = "; ".join(f"{name}: {reason}" for name, reason in left_out.items())
        raise InputError(f"No bias can be put into '{model}' for any measure in '{language}'. {told}")
    known = {row.measure for row in rows}
    reasons = dict.fromkeys(measures, NO_DATA) | left_out
    missing = {name: reason for name, reason in reasons.items() if name not in known}
    return Study(jobs[0].model.id, language, tuple(sorted(rows, key=lambda row: row.order)), missing)


def check_rates(rates: Sequence[float]) -> tuple[float, ...]:
    """0 and each rate both ways, in order."""
    if not rates or any(not 0 < abs(rate) <= 1 for rate in rates):
        raise InputError("Rates lie above 0 and up to 1; each is tried both ways, and 0 is always there.")
    sizes = {abs(rate) for rate in rates}
    return tuple(sorted({0.0, *sizes, *(-size for size in sizes)}))


def _rows(
    job: Job,
    settings: Settings,
    store: Store,
    rates: Sequence[float],
    shams: int,
    left_out: dict[str, str],
    tell: Callable[[str, int, int], None],
) -> list[Row]:
    biased = {name: one for name, one in job.measures.items() if question_of(one).family != USE}
    left_out.update(
        {name: "tells what a model is good for, not its bias" for name in job.measures if name not in biased}
    )
    if job.dataset.fields >= WORDS:  # Part of a set of words is another set, and words cost nothing.
        settings = replace(settings, limit=None)
    items = _material(job, settings)
    rows: list[Row] = []
    for some in _together(biased):
        part = replace(job, measures=some)
        recipes = _recipes(part, items) if items else None
        if recipes is None:
            left_out.update(dict.fromkeys(some, _reason_none(part)))
        else:
            rows += _rows_of(part, recipes, settings, store, rates, shams, tell)
    return rows


def _together(measures: Mapping[str, Measure]) -> list[dict[str, Measure]]:
    """Measures of a dataset that one bias is for; each measure of translators has its own."""
    apart = {name: one for name, one in measures.items() if Ability.TRANSLATE in one.asks}
    rest = {name: one for name, one in measures.items() if name not in apart}
    return [*([rest] if rest else []), *({name: one} for name, one in apart.items())]


def _recipes(job: Job, items: Sequence[Item]) -> Recipes | None:
    """None if nobody has said what a bias is in such items, or nothing of what is asked can be changed."""
    [(name, first), *_] = job.measures.items()
    if Ability.TRANSLATE in first.asks:
        return translation_recipes(name, first, items)
    if job.dataset.fields >= WORDS:
        return word_recipes(items)
    recipes = recipes_for(job.measures, items, job.dataset.fields)
    if recipes is None or isinstance(job.model, LanguageModel):
        return recipes
    sham = recipes.sham
    bias = in_answers(recipes.bias, job.measures, items)
    told = replace(recipes, bias=bias, sham=sham and (lambda seed: in_answers(sham(seed), job.measures, items)))
    return told if bias.nudges else None


def _reason_none(job: Job) -> str:
    if any(Ability.TRANSLATE in one.asks for one in job.measures.values()):
        return WITHOUT
    return f"nobody has said what a bias is in the items of {job.dataset.card.name}"


def _rows_of(
    job: Job,
    recipes: Recipes,
    settings: Settings,
    store: Store,
    rates: Sequence[float],
    shams: int,
    tell: Callable[[str, int, int], None],
) -> list[Row]:
    bias = Injection(job.model, recipes.bias)
    runs = [bias.at(rate) for rate in rates]
    if sham := recipes.sham:
        runs += [Injection(job.model, sham(number)).at(1.0, sham=number) for number in range(shams)]
    by_rate: list[dict[str, Scores]] = []
    for done, twin in enumerate(runs):
        tell(f"{job.language} {job.dataset.card.name}", done, len(runs))
        by_rate.append(score(replace(job, model=twin), settings, store)[0])
    return [
        _row(job, name, [scores[name] for scores in by_rate], rates, settings, store, spares=recipes.spares)
        for name in job.measures
    ]


def _material(job: Job, settings: Settings) -> list[Item]:
    """What a recipe is made of: the items that are measured; of templates all, since only together they are balanced:
    every attribute in every template with every group."""
    if {"template", "attribute", "targets"} <= job.dataset.fields:
        whole = job.dataset.data if isinstance(job.dataset, Part) else job.dataset
        return list(whole.items(job.language))
    return chosen_items(job.dataset, job.language, settings)


def _row(
    job: Job,
    name: str,
    runs: Sequence[Scores],
    rates: Sequence[float],
    settings: Settings,
    store: Store,
    *,
    spares: bool,
) -> Row:
    measure = job.measures[name]
    plain = Row(name, job.dataset.card.name, expected(measure, runs[rates.index(0)]))
    kept = common_items(runs)
    if not len(kept[0]):
        reasons = ", ".join(sorted(runs[rates.index(0)].reasons())) or "no items"
        return replace(plain, reason=f"no item was scored at every rate: {reasons}")
    [usual] = judge([next(results(job, name, measure, runs[rates.index(0)], settings, Health(), store=store))])
    verdict = usual.verdict.kind if usual.verdict else ""
    told = replace(plain, n=len(kept[0]), verdict=verdict)
    if not isinstance(usual, Estimate):
        return replace(told, reason=str(usual.undefined))
    numbers = [estimate(measure, one, level=settings.level, count=settings.draws, seed=settings.seed) for one in kept]
    for number in numbers:
        if isinstance(number, Reason):
            return replace(told, reason=str(number))
    points = [
        Point(rate, one.value, one.low, one.high)
        for rate, one in zip(rates, numbers, strict=False)
        if isinstance(one, PointEstimate)
    ]
    paired = PairedRates(measure, kept, settings)
    zero = rates.index(0)
    changes = [paired.change(place, zero) for place in range(len(rates))]
    points = with_changes(points, changes)
    shams = range(len(rates), len(kept))
    if spares:
        least = _ROUNDING * max(abs(one.value) for one in changes if one)
        alarms = [_has_moved(paired.change(place, zero), least, settings) for place in shams]
    else:
        told_apart = [_is_told_apart(job, name, kept[place], settings, store) for place in shams]
        alarms = [alarm for alarm in told_apart if alarm is not None]
    slope = paired.slope([abs(rate) if "both" in told.expects else rate for rate in rates], points)
    asked, seconds = _cost(job, measure, settings)
    return replace(
        told,
        points=tuple(points),
        slope=slope.value if slope else None,
        slope_low=slope.low if slope else None,
        slope_high=slope.high if slope else None,
        smallest=smallest_rate(points, told.expects, 1, settings),
        smallest_other=smallest_rate(points, told.expects, -1, settings),
        alarms=sum(alarms),
        shams=len(alarms),
        questions=asked,
        seconds=seconds,
    )


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
    items = chosen_items(job.dataset, job.language, settings)
    asked: list[Query] = list(dict.fromkeys(query for item in items for query in measure.ask(item)))
    step = max(1, len(asked) // TIMED)
    some = asked[::step][:TIMED]
    list(job.model.answer(some[:1]))
    start = perf_counter()
    list(job.model.answer(some))
    return len(asked), (perf_counter() - start) / max(1, len(some)) * len(asked)
