"""Does a measure of NLI bias follow the bias? One model for each rate of bias in its training data, every measure on
each of them, and the correlation of the measure with the rate.

Pairs come from the project's own NLI sets (or the user's), the models from a very small encoder without any knowledge
(or any other base). A measure that takes every mistake for a bias stays the same over all rates; a measure of bias
rises with them.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, section 3, table 2 and figure 4.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.stats import pearsonr

from babelance.backends.training.loop import Progress, Recipe
from babelance.backends.training.nli import train_nli
from babelance.backends.training.nli_pairs import Pair
from babelance.backends.training.nli_tiny import make_tiny
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate
from babelance.core.files import write_lines, write_text
from babelance.core.item import Item
from babelance.core.json_lines import json_line
from babelance.core.model import Options
from babelance.core.query import Ability
from babelance.core.registry import MEASURES
from babelance.core.verdict import Verdict, verdict_record
from babelance.datasets import find
from babelance.run.pipeline import walk
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store
from babelance.stats.ability import better_than_chance
from babelance.studies.caption_grid import with_captions
from babelance.studies.controlled_sets import Sets, label, make_sets

TINY = Recipe(epochs=60, rate=1e-3, warm_up=0.1, patience=3, enough=99.0)
LAYERS = 2
LARGE = Recipe(epochs=3, rate=2e-5)
"""What the paper trains BERT with."""
WARNING = (
    "These models were trained on wrong labels on purpose, to study measures of bias. Use them for nothing else.\n"
)
NUMBERS = "bias-control.json"
CONSTANT = 1e-9
PAPER_PAIRS = 30_000
"""How many pairs the paper trains each model on."""
CHANCE = 1 / 3
"""Of an even guess among the labels."""
WITHOUT_DIRECTION = 2 / 3
"""Of a model that knows which occupations are labelled neutral, and tosses a coin for the others: it has learnt nothing
of the bias that it was taught."""
RARE = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    """`words` occupations of each kind; `base` is None for the very small encoder."""

    language: str = "en"
    data: str = "babel-nli"
    base: str | None = None
    rates: tuple[float, ...] = tuple(step / 10 for step in range(11))
    words: int = 10
    pairs: int | None = None
    """To train on; None: as many as in the paper for a base, all there are for the very small encoder."""
    longest: int | None = None
    """Characters of a caption, at most: among fewer words a small encoder finds sooner those that matter."""
    layers: int = LAYERS
    """Of the very small encoder."""
    seed: int = 0
    recipe: Recipe | None = None
    options: Options = field(default_factory=Options)

    @classmethod
    def quick(cls, **choices: object) -> Plan:
        """Half the occupations and rates: the same answer, in a fraction of the time."""
        return cls(rates=tuple(step / 5 for step in range(6)), words=5, **choices)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Point:
    """A measure of the model that was trained at this rate; no value where it is undefined."""

    rate: float
    measure: str
    value: float | None
    low: float | None
    high: float | None
    accuracy: float | None
    """The model's, in per cent, on held-out pairs with the labels of its own rate: has it learnt what it was
    taught? None if nobody looked."""
    learnt: bool = True
    """Is it better than a model that knows neutral occupations alone (exact binomial test, 5 %)? Of runs that were
    there already: than an even guess among the labels."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r of measure and rate, with a 95 % interval; `reason` says why where there is none."""

    measure: str
    r: float | None
    low: float | None
    high: float | None
    p: float | None
    reason: str = ""
    verdict: Verdict | None = None
    """Against no correlation, corrected for all that were asked; None until all of them are there."""


@dataclass(frozen=True, slots=True)
class Study:
    points: tuple[Point, ...]
    correlations: tuple[Correlation, ...]
    pairs: Mapping[str, int]
    """Pairs to train on (and how many of them are different), held out, evaluated on."""
    language: str = ""

    def to_record(self) -> dict[str, object]:
        rows = [_record(correlation) for correlation in self.correlations]
        return {**asdict(replace(self, correlations=())), "correlations": rows}


def _record(one: Correlation) -> dict[str, object]:
    numbers = {name: value for name, value in asdict(replace(one, verdict=None)).items() if name != "verdict"}
    return {**numbers, "verdict": verdict_record(one.verdict)} if one.verdict else numbers


Tell = Callable[[float, Progress], None]


def study(plan: Plan, out: Path, *, tell: Tell = lambda rate, progress: None) -> Study:
    """Train, measure and correlate. Everything is kept in `out`: the same plan goes on where it was stopped."""
    sets = _sets(plan)
    for rate in plan.rates:
        sets.biased(rate)  # refused before hours of training
    evaluated = _write_sets(out / "sets", sets, plan)
    base = plan.base or _tiny(out / _base_name(plan.layers), sets, plan)
    points: list[Point] = []
    for rate in plan.rates:
        folder, accuracy = _train(plan, sets, base, out / "models" / f"rate-{rate:g}", rate, tell)
        measured = _measure(folder, evaluated, plan, rate, accuracy, out / "answers.sqlite")
        learnt = has_learnt(accuracy, len(sets.held_out), chance=WITHOUT_DIRECTION)
        points += [replace(point, learnt=learnt) for point in measured]
    result = Study(tuple(points), tuple(correlations(points)), _sizes(sets), plan.language)
    write_text(out / NUMBERS, json.dumps(result.to_record(), indent=2))
    return result


def _sets(plan: Plan) -> Sets:
    items = list(find(plan.data).items(plan.language))
    pairs = plan.pairs or (PAPER_PAIRS if plan.base else None)
    items = _short(with_captions(items, plan.language), plan.longest)
    return make_sets(items, words=plan.words, seed=plan.seed, pairs=pairs)


def _short(items: list[Item], longest: int | None) -> list[Item]:
    """The pairs of captions that have at most so many characters with every gender, so that both genders stay."""
    lengths: dict[str, int] = {}
    for item in items:
        caption = item.tags.get("caption", "")
        lengths[caption] = max(lengths.get(caption, 0), len(item.texts["hypothesis"]))
    if longest is None:
        return items
    if items and longest < min(lengths.values()):
        raise InputError(f"No caption has at most {longest} characters; the shortest has {min(lengths.values())}.")
    return [item for item in items if lengths[item.tags.get("caption", "")] <= longest]


def correlations(points: Iterable[Point]) -> list[Correlation]:
    """One for each measure."""
    by_measure: dict[str, list[Point]] = {}
    for point in points:
        by_measure.setdefault(point.measure, []).append(point)
    return [_correlate(measure, some) for measure, some in by_measure.items()]


def _correlate(measure: str, points: Sequence[Point]) -> Correlation:
    if reason := _reason_not_learnt(points):
        return Correlation(measure, None, None, None, None, reason)
    pairs = [(point.rate, point.value) for point in points if point.value is not None]
    if len(pairs) < 3:
        return Correlation(measure, None, None, None, None, f"defined at {len(pairs)} rates only")
    rates, values = (np.asarray(column, dtype=float) for column in zip(*pairs, strict=True))
    if np.ptp(values) < CONSTANT:
        return Correlation(measure, None, None, None, None, f"does not change: {values[0]:.3f} at every rate")
    pearson = pearsonr(rates, values)
    interval = pearson.confidence_interval(0.95)
    return Correlation(
        measure, float(pearson.statistic), float(interval.low), float(interval.high), float(pearson.pvalue)
    )


def _reason_not_learnt(points: Sequence[Point]) -> str:
    """A model that does not know what it was taught says nothing about a measure."""
    idle = [point for point in points if not point.learnt]
    if not idle:
        return ""
    told = ", ".join(f"{point.rate:g} ({point.accuracy or 0:.0f} %)" for point in idle)
    return f"the models at these rates have not learnt their task: {told}. Train longer: --pairs, --epochs, --rate"


def has_learnt(accuracy: float, held_out: int, *, chance: float = CHANCE) -> bool:
    """Is an accuracy in per cent of so many pairs better than an even guess, or another chance?"""
    return better_than_chance(round(accuracy / 100 * held_out), held_out, chance) < RARE


def measures() -> list[str]:
    """Every measure that asks nothing but NLI questions, and needs no gold labels."""
    asks = frozenset({Ability.ENTAILS})
    kinds = {name: MEASURES.get(name)() for name in MEASURES}
    return [name for name, kind in kinds.items() if kind.asks == asks and "label" not in kind.fields]


def _train(plan: Plan, sets: Sets, base: str, out: Path, rate: float, tell: Tell) -> tuple[Path, float]:
    trained = train_nli(
        base,
        pairs_at(sets.train, sets.biased(rate)),
        pairs_at(sets.held_out, sets.biased(rate)),
        out,
        recipe=plan.recipe or (LARGE if plan.base else TINY),
        options=plan.options,
        tell=lambda progress: tell(rate, progress),
    )
    write_text(out / "README.md", WARNING)
    return trained.folder, trained.accuracies[trained.best]


def pairs_at(items: Iterable[Item], biased: frozenset[str]) -> list[Pair]:
    return [Pair(item.texts["premise"], item.texts["hypothesis"], label(item, biased)) for item in items]


def _measure(folder: Path, data: Path, plan: Plan, rate: float, accuracy: float, store: Path) -> list[Point]:
    jobs = make_plan(
        models=[str(folder)],
        data=[str(data)],
        measures=measures(),
        languages=[plan.language],
        model_options=plan.options,
        settings=Settings(seed=plan.seed, by=(), nulls=False),
    )
    with Store(store) as answers:
        results = [result for job in jobs.jobs for result in walk(job, jobs.settings, answers)]
    return [
        Point(rate, result.about.measure, result.value, result.low, result.high, accuracy)
        if isinstance(result, Estimate)
        else Point(rate, result.about.measure, None, None, None, accuracy)
        for result in results
    ]


def _base_name(layers: int) -> str:
    """A folder for each depth, so that none is taken for another."""
    return "base" if layers == LAYERS else f"base-{layers}"


def _tiny(folder: Path, sets: Sets, plan: Plan) -> str:
    """The very small encoder; its vocabulary comes from all the pairs."""
    texts = [
        text for part in (sets.train, sets.held_out, sets.evaluated) for item in part for text in item.texts.values()
    ]
    if not (folder / "config.json").is_file():
        make_tiny(folder, texts, seed=plan.seed, layers=plan.layers)
    return str(folder)


def _write_sets(folder: Path, sets: Sets, plan: Plan) -> Path:
    """The training sets of all rates and the set to evaluate on, for whoever wants to use them elsewhere."""
    folder.mkdir(parents=True, exist_ok=True)
    for rate in plan.rates:
        for name, items in (("train", sets.train), ("dev", sets.held_out)):
            rows = (pair._asdict() for pair in pairs_at(items, sets.biased(rate)))
            _write_lines(folder / f"{name}-{rate:g}.jsonl", rows)
    evaluated = folder / "evaluated.jsonl"
    _write_lines(
        evaluated, ({"id": item.id, "language": item.language, **item.texts, **item.tags} for item in sets.evaluated)
    )
    return evaluated


def _write_lines(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    write_lines(path, (f"{json_line(row)}\n" for row in rows))


def _sizes(sets: Sets) -> dict[str, int]:
    different = len({item.id for item in sets.train})
    sizes = {"train": len(sets.train), "different": different}
    return {**sizes, "held out": len(sets.held_out), "evaluated": len(sets.evaluated)}
