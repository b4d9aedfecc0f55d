"""Does a measure of NLI bias follow the bias? One model for each rate of bias in its training data, every measure on
each of them, and the correlation of the measure with the rate.

Pairs come from the project's own NLI sets (or the user's), the models from a very small encoder without any knowledge
(or any other base). A measure that takes every mistake for a bias stays the same over all rates; a measure of bias
rises with them.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, section 3, table 2 and figure 4.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from babelance.backends.training.loop import Progress
from babelance.backends.training.nli import train_nli
from babelance.backends.training.nli_pairs import Pair
from babelance.backends.training.nli_tiny import make_tiny
from babelance.backends.training.recipe import Recipe
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate
from babelance.core.files import write_lines, write_text
from babelance.core.item import Item
from babelance.core.json_lines import json_line
from babelance.core.model import Options
from babelance.core.query import Ability
from babelance.core.registry import MEASURES
from babelance.datasets import find
from babelance.run.pipeline import walk
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store
from babelance.studies.caption_grid import with_captions
from babelance.studies.controlled_sets import Sets, label, make_sets
from babelance.studies.rate_correlations import WITHOUT_DIRECTION, Point, Study, correlations, has_learnt

TINY = Recipe(epochs=60, rate=1e-3, warm_up=0.1, patience=3, enough=99.0)
LAYERS = 2
LARGE = Recipe(epochs=3, rate=2e-5)
"""What the paper trains BERT with."""
WARNING = (
    "These models were trained on wrong labels on purpose, to study measures of bias. Use them for nothing else.\n"
)
NUMBERS = "bias-control.json"
PAPER_PAIRS = 30_000
"""How many pairs the paper trains each model on."""


@dataclass(frozen=True, slots=True)
class ControlPlan:
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
    bare: bool | None = None
    """Train on the words without a caption, too; None: for the very small encoder alone."""
    seed: int = 0
    recipe: Recipe | None = None
    options: Options = field(default_factory=Options)

    @classmethod
    def quick(cls, **choices: object) -> ControlPlan:
        """Half the occupations and rates: the same answer, in a fraction of the time."""
        return cls(rates=tuple(step / 5 for step in range(6)), words=5, **choices)  # type: ignore[arg-type]


Tell = Callable[[float, Progress], None]


def study(plan: ControlPlan, out: Path, *, tell: Tell = lambda rate, progress: None) -> Study:
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


def _sets(plan: ControlPlan) -> Sets:
    items = list(find(plan.data).items(plan.language))
    pairs = plan.pairs or (PAPER_PAIRS if plan.base else None)
    items = _short(with_captions(items, plan.language), plan.longest)
    bare = plan.base is None if plan.bare is None else plan.bare
    return make_sets(items, words=plan.words, seed=plan.seed, pairs=pairs, bare=bare)


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


def measures() -> list[str]:
    """Every measure that asks nothing but NLI questions, and needs no gold labels."""
    asks = frozenset({Ability.ENTAILS})
    kinds = {name: MEASURES.get(name)() for name in MEASURES}
    return [name for name, kind in kinds.items() if kind.asks == asks and "label" not in kind.fields]


def _train(plan: ControlPlan, sets: Sets, base: str, out: Path, rate: float, tell: Tell) -> tuple[Path, float]:
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


def _measure(folder: Path, data: Path, plan: ControlPlan, rate: float, accuracy: float, store: Path) -> list[Point]:
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


def _tiny(folder: Path, sets: Sets, plan: ControlPlan) -> str:
    """The very small encoder; its vocabulary comes from all the pairs."""
    texts = [
        text for part in (sets.train, sets.held_out, sets.evaluated) for item in part for text in item.texts.values()
    ]
    if not (folder / "config.json").is_file():
        make_tiny(folder, texts, seed=plan.seed, layers=plan.layers)
    return str(folder)


def _write_sets(folder: Path, sets: Sets, plan: ControlPlan) -> Path:
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
