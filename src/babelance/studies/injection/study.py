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

from babelance.backends.transformers.model import LanguageModel
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import Measure, question_of
from babelance.core.model import Options
from babelance.core.query import Ability
from babelance.core.scored import Scores
from babelance.core.verdict import USE
from babelance.run.audit import NO_DATA
from babelance.run.limit import choose_items
from babelance.run.pipeline import score
from babelance.run.plan import Job, Settings
from babelance.run.store import Store
from babelance.studies.injection.jobs import Part, jobs_for
from babelance.studies.injection.known_bias import Injection
from babelance.studies.injection.measure_row import ScoredRates, row_of
from babelance.studies.injection.recipe import Recipes
from babelance.studies.injection.recipes import in_answers, recipes_for
from babelance.studies.injection.rows import Row, Study
from babelance.studies.injection.translation_recipe import WITHOUT, translation_recipes
from babelance.studies.injection.word_recipe import FIELDS as WORDS
from babelance.studies.injection.word_recipe import word_recipes

RATES = (0.01, 0.03, 0.1, 0.3, 1.0)
SHAMS = 5


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
        why = "; ".join(f"{name}: {reason}" for name, reason in left_out.items())
        raise InputError(f"No bias can be put into '{model}' for any measure in '{language}'. {why}")
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
    biased = {name: measure for name, measure in job.measures.items() if question_of(measure).family != USE}
    left_out.update(
        {name: "tells what a model is good for, not its bias" for name in job.measures if name not in biased}
    )
    if job.dataset.fields >= WORDS:  # Part of a set of words is another set, and words cost nothing.
        settings = replace(settings, limit=None)
    items = _material(job, settings)
    if job.dataset.fields >= WORDS and biased:
        items = _known_words(replace(job, measures=biased), items, settings, store)
    rows: list[Row] = []
    for some in _together(biased):
        part = replace(job, measures=some)
        recipes = _recipes(part, items) if items else None
        if recipes is None:
            left_out.update(dict.fromkeys(some, _reason_none(part)))
        else:
            rows += _rows_of(part, recipes, settings, store, rates, shams, tell)
    return rows


def _known_words(job: Job, items: Sequence[Item], settings: Settings, store: Store) -> list[Item]:
    """Those whose words the model knows. All are if it knows none, so that the reason is told as of any measure."""
    scores = score(job, settings, store)[0].values()
    known = {scored.item.texts["word"] for one_measure in scores for scored in one_measure.scored}
    return [item for item in items if item.texts["word"] in known or not known]


def _together(measures: Mapping[str, Measure]) -> list[dict[str, Measure]]:
    """Measures of a dataset that one bias is for; each measure of translators has its own."""
    apart = {name: measure for name, measure in measures.items() if Ability.TRANSLATE in measure.asks}
    rest = {name: measure for name, measure in measures.items() if name not in apart}
    return [*([rest] if rest else []), *({name: measure} for name, measure in apart.items())]


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
    in_both = replace(recipes, bias=bias, sham=sham and (lambda seed: in_answers(sham(seed), job.measures, items)))
    return in_both if bias.nudges else None


def _reason_none(job: Job) -> str:
    if any(Ability.TRANSLATE in measure.asks for measure in job.measures.values()):
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
        row_of(ScoredRates(job, name, [scores[name] for scores in by_rate], rates, recipes.spares), settings, store)
        for name in job.measures
    ]


def _material(job: Job, settings: Settings) -> list[Item]:
    """What a recipe is made of: the items that are measured; of templates all, since only together they are balanced:
    every attribute in every template with every group."""
    if {"template", "attribute", "targets"} <= job.dataset.fields:
        whole = job.dataset.data if isinstance(job.dataset, Part) else job.dataset
        return list(whole.items(job.language))
    return choose_items(job.dataset, job.language, settings)
