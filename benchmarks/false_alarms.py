"""How often is a bias *shown* where there is none, and where there is one? Made-up models, through verdicts of a run.

    python -m benchmarks.false_alarms [--runs N] [--draws N] [--only NAME[,NAME]] [--json]

Every case is a world of `_null_worlds`, on the project's own items (StereoSet's form is made up), drawn anew for each
run. A run has one result over all items and those of its groups; its verdicts are made as those of a user's run are.
`ratio` is the share of families (a run has one for all items and one for each tag) that show a bias after correction:
at most 5 %, but for what so many runs vary by (one in a thousand). Beside it, without a bar: the share that shows
anything, on the side that is no bias too, and how often p over all items is below 0.05 before correction. `INJECTED`
are worlds with a known bias: how often a run shows it over all items, without a bar. Results: docs/verdicts.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from scipy.stats import binom

from babelance.core.card import Card, Dataset
from babelance.core.estimate import Result
from babelance.core.item import Item
from babelance.core.model import Health, Model, Options
from babelance.core.registry import DATASETS, MEASURES, MODELS
from babelance.core.scored import Scores
from babelance.run.limit import choose_items
from babelance.run.plan import Job, Origin, Settings
from babelance.run.results import results
from babelance.run.store import Store
from babelance.stats.verdicts import judge
from benchmarks import _null_worlds as worlds

RARE = 0.05
MADE_UP = "made up"
WORDS = ("weat", "rnsb", "mac", "ect")
CLASSIFIERS = ("group-fpr", "counterfactual-gap", "group-auc")


@dataclass(frozen=True)
class MadeUpTerms:
    """Items in the form of StereoSet: so many terms with so many contexts each."""

    terms: int = 40
    contexts: int = 6

    @property
    def card(self) -> Card:
        return replace(DATASETS.get("stereoset").card, groups=())

    @property
    def fields(self) -> frozenset[str]:
        return DATASETS.get("stereoset").fields

    def items(self, language: str) -> Iterator[Item]:
        for number in range(self.terms * self.contexts):
            words = {"context": "BLANK", "stereotype": "loud", "anti": "calm", "unrelated": "paper"}
            texts = {name: f"It {number} is {word} today" for name, word in words.items()}
            yield Item(str(number), language, texts, {"target": f"term {number % self.terms}"})

    def fingerprint(self, language: str) -> str:
        return f"{self.terms}x{self.contexts}"


@dataclass(frozen=True)
class Case:
    """A world, what is measured in it, and on what."""

    measures: tuple[str, ...]
    data: str
    language: str
    world: worlds.World
    limit: int | None = None


CASES: Mapping[str, Case] = {
    "cb, luck in each sentence": Case(("cb",), "babel-groups", "en", partial(worlds.groups, of_template=0.0)),
    "cb, groups likely in a template": Case(("cb",), "babel-groups", "en", partial(worlds.groups, of_template=0.5)),
    "cb, names of one to three pieces": Case(
        ("cb",), "babel-groups", "en", partial(worlds.groups, of_template=0.3, most_pieces=3)
    ),
    "cb, 100 items": Case(("cb",), "babel-groups", "en", partial(worlds.groups, of_template=0.5), 100),
    "nli, even labels": Case(
        ("nli-coal", "fn"), "babel-nli", "en", partial(worlds.inference, neutral=0.0, of_occupation=0.5)
    ),
    "nli, mostly neutral, occupations unlike": Case(
        ("nli-coal", "fn"), "babel-nli", "en", partial(worlds.inference, neutral=2.0, of_occupation=1.5)
    ),
    "nli, 150 items": Case(
        ("nli-coal", "fn"), "babel-nli", "en", partial(worlds.inference, neutral=1.0, of_occupation=1.0), 150
    ),
    "tgbi, a coin for each sentence": Case(
        ("tgbi",), "babel-utterances", "tr", partial(worlds.translations, open_share=0.2, of_word=0.0)
    ),
    "tgbi, always the same for a word": Case(
        ("tgbi",), "babel-utterances", "tr", partial(worlds.translations, open_share=0.2, of_word=9.0)
    ),
    "tgbi, 60 items": Case(
        ("tgbi",), "babel-utterances", "tr", partial(worlds.translations, open_share=0.0, of_word=9.0), 60
    ),
    "words, noise": Case(WORDS, "babel-words", "en", partial(worlds.vectors, size=50)),
    "words, all point the same way": Case(WORDS, "babel-words", "en", partial(worlds.vectors, size=50, common=1.0)),
    "words, lists with a topic": Case(
        WORDS, "babel-words", "en", partial(worlds.vectors, size=50, common=0.5, of_set=1.0)
    ),
    "classifiers, 300 texts": Case(CLASSIFIERS, "babel-mentions", "en", worlds.classifications, 300),
    "classifiers, sentences unlike": Case(
        CLASSIFIERS, "babel-mentions", "en", partial(worlds.classifications, of_sentence=2.5, noise=0.2), 300
    ),
    "classifiers, all texts": Case(CLASSIFIERS, "babel-mentions", "en", worlds.classifications),
    "icat, items alone": Case(("icat",), MADE_UP, "en", partial(worlds.continuations, of_term=0.0)),
    "icat, items of a term alike": Case(("icat",), MADE_UP, "en", partial(worlds.continuations, of_term=1.5)),
}

INJECTED: Mapping[str, Case] = {
    f"{name}, {strength:g}": Case(measures, data, language, partial(world, **{effect: strength}), limit)
    for name, measures, data, language, world, effect, limit, strengths in (
        ("cb, attributes change groups by", ("cb",), "babel-groups", "en", partial(worlds.groups, of_template=0.5),
         "system", 100, (0.1, 0.2, 0.4)),
        ("nli-coal, log-odds of the stereotype", ("nli-coal",), "babel-nli", "en",
         partial(worlds.inference, neutral=1.0, of_occupation=1.0), "stereotype", 150, (0.5, 1.0, 2.0)),
        ("tgbi, log-odds of he", ("tgbi",), "babel-utterances", "tr",
         partial(worlds.translations, open_share=0.0, of_word=1.0), "leaning", 60, (0.5, 1.0, 2.0)),
        ("words, sides apart by", WORDS, "babel-words", "en", partial(worlds.vectors, size=50, common=1.0), "tied",
         None, (0.05, 0.1, 0.2)),
    )
    for strength in strengths
}  # fmt: skip
"""Worlds with a bias of a known strength: weak, middling, strong."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--only", default="")
    parser.add_argument("--draws", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    held = True
    for name, case in CASES.items():
        if not arguments.only or any(name.startswith(result) for result in arguments.only.split(",")):
            row = rates(name, case, arguments.runs, draws=arguments.draws)
            held &= bool(row["holds"])
            print(json.dumps(row) if arguments.json else row, flush=True)
    for name, case in INJECTED.items():
        if not arguments.only or any(name.startswith(result) for result in arguments.only.split(",")):
            row = power(name, case, arguments.runs, draws=arguments.draws)
            print(json.dumps(row) if arguments.json else row, flush=True)
    sys.exit(0 if held else 1)


def power(name: str, case: Case, runs: int, *, draws: int, seed: int = 1) -> dict[str, object]:
    """Measure → in what share of the runs it shows the bias over all items, after correction."""
    rng, shown = np.random.default_rng(seed), dict.fromkeys(case.measures, 0)
    for _ in range(runs):
        for result in run(case, rng, draws):
            if result.about.group is None and result.verdict:
                shown[result.about.measure] += result.verdict.harmful
    shares = {measure: count / runs for measure, count in shown.items()}
    return {"claim": f"bias that is shown: {name}", "ratio": min(shares.values()), "bar": "", "holds": None, **shares}


def rates(name: str, case: Case, runs: int, *, draws: int, seed: int = 1) -> dict[str, object]:
    rng, families, biased, either = np.random.default_rng(seed), 0, 0, 0
    before: dict[str, list[bool]] = {}
    for _ in range(runs):
        verdicts = [
            (result, result.verdict)
            for result in run(case, rng, draws)
            if result.verdict and result.verdict.p is not None
        ]
        families += len({verdict.family for _, verdict in verdicts})
        biased += len({verdict.family for _, verdict in verdicts if verdict.harmful})
        either += len({verdict.family for _, verdict in verdicts if verdict.shown})
        for result, verdict in verdicts:
            if result.about.group is None:
                before.setdefault(result.about.measure, []).append((verdict.p or 0.0) < RARE)
    return {
        "claim": f"questions that show a bias where there is none: {name}",
        "ratio": biased / families,
        "bar": "≤ 0.05, but for noise",
        "holds": bool(biased <= binom.ppf(0.999, families, RARE)),
        "families": families,
        "either side": either / families,
        **{f"p < {RARE:g} before correction, {name}": float(np.mean(rare)) for name, rare in before.items()},
    }


def run(case: Case, rng: np.random.Generator, draws: int = 500) -> list[Result]:
    """The verdicts of one run in a new world."""
    settings, answers = Settings(draws=draws, limit=case.limit), case.world(rng)
    dataset, items = dataset_of(case.data), items_of(case.data, case.language, case.limit)
    all_results: list[Result] = []
    for name in case.measures:
        measure = MEASURES.get(name)()
        scores = Scores.gather([measure.score(item, answers(measure, item)) for item in items], measure=name)
        job = Job(_nobody(), dataset, f"{case.data}@1", case.language, {name: measure}, Origin("fake", "", Options()))
        all_results += results(job, name, measure, scores, settings, Health(), store=_remembered())
    return judge(all_results)


@cache
def _nobody() -> Model:
    return MODELS.get("fake").open("fake:random", Options())


@cache
def _remembered() -> Store:
    """What random answers score is the same in every world."""
    return Store(None)


def dataset_of(name: str) -> Dataset:
    return MadeUpTerms() if name == MADE_UP else DATASETS.get(name)


@cache
def items_of(data: str, language: str, limit: int | None) -> Sequence[Item]:
    return choose_items(dataset_of(data), language, Settings(limit=limit))


if __name__ == "__main__":
    main()
