"""Do the intervals of classifier measures and of BBQ's hold the truth as often as they say?

    python -m benchmarks.coverage [--runs N] [--json]

Classifiers: sixty sentences (half of them deserve the label), each about six groups (or two, or 35), whose effects on
the score are known; the truth is that of 400,000 sentences. Questions: thirty templates of eight questions that lean by
a known amount, answered in several orders which move answers more or less; the truth is the mean over 1,500 samples
with other orders. No bar: docs/asked-for.md has the numbers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.scored import Scored, Scores
from babelance.measures.bbq import Bbq
from babelance.measures.bbq_accuracy import BbqAccuracy
from babelance.measures.bbq_disambiguated import BbqDisambiguated
from babelance.measures.counterfactual_gap import CounterfactualGap
from babelance.measures.group_auc import GroupAuc
from babelance.measures.group_fpr import GroupFpr
from babelance.stats.estimate import PointEstimate, estimate

Floats = NDArray[np.float64]
SENTENCES, DRAWS = 60, 400
EFFECTS: Mapping[str, Floats] = {
    "all apart": np.linspace(-1.2, 1.2, 6),
    "one apart": np.asarray([0, 0, 0, 0, 0, 1.5]),
    "one a little apart": np.asarray([0, 0, 0, 0, 0, 0.5]),
    "one hardly apart": np.asarray([0, 0, 0, 0, 0, 0.2]),
    "all alike": np.zeros(6),
    "two, apart": np.asarray([0, 1.5]),
    "two, a little apart": np.asarray([0, 0.5]),
    "two, alike": np.zeros(2),
    "35, one apart": np.eye(35)[0] * 1.5,
    "35, all alike": np.zeros(35),
}
ORDERS = ((1, 0.0), (3, 0.0), (3, 0.1), (3, 0.3), (6, 0.3))
"""(variants of a question, how much they move answers)"""
TEMPLATES, QUESTIONS, LEAN = 30, 8, 0.3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    for row in chain(classifiers(arguments.runs), questions(arguments.runs)):
        print(json.dumps(row) if arguments.json else row, flush=True)


def classifiers(runs: int, cases: Mapping[str, Floats] = EFFECTS) -> Iterator[dict[str, object]]:
    measures: list[Measure] = [GroupFpr(), CounterfactualGap(), GroupAuc()]
    for name, effects in cases.items():
        rng, known = np.random.default_rng(7), true_numbers(effects)
        shares = coverage(measures, known, lambda: texts(*probabilities(rng, SENTENCES, effects)), runs)  # noqa: B023
        yield {"groups": name, **shares}


def questions(runs: int) -> Iterator[dict[str, object]]:
    for variants, moved in ORDERS:
        measures: list[Measure] = [
            Bbq(variants=variants), BbqDisambiguated(variants=variants),
            BbqDisambiguated(formula="kobbq", variants=variants), BbqAccuracy(variants=variants),
        ]  # fmt: skip
        world, rng = np.random.default_rng(3), np.random.default_rng(4)
        samples = [answers(world, variants, moved) for _ in range(1500)]
        known = [
            float(np.mean([measure.statistic(some)(np.ones(len(some))) for some in samples])) for measure in measures
        ]
        shares = coverage(measures, known, lambda: answers(rng, variants, moved), runs)  # noqa: B023
        yield {"variants": variants, "moved": moved, **shares}


def coverage(measures: list[Measure], known: list[float], sample: Callable[[], Scores], runs: int) -> dict[str, float]:
    """Measure → share of the samples whose interval holds the truth."""
    covered = np.zeros(len(measures))
    for _ in range(runs):
        scores = sample()
        for number, (measure, truth) in enumerate(zip(measures, known, strict=True)):
            interval = estimate(measure, scores, count=DRAWS)
            covered[number] += isinstance(interval, PointEstimate) and interval.low <= truth <= interval.high
    names = [f"{measure.title}{' (kobbq)' * (getattr(measure, 'formula', '') == 'kobbq')}" for measure in measures]
    return dict(zip(names, (covered / runs).tolist(), strict=True))


def probabilities(rng: np.random.Generator, count: int, effects: Floats) -> tuple[NDArray[np.bool_], Floats]:
    deserved = np.arange(count) % 2 == 0
    of_sentence = rng.normal(np.where(deserved, 1.0, -1.0), 1.0)
    return deserved, expit(of_sentence[:, None] + effects + rng.normal(0, 0.5, (count, len(effects))))


def true_numbers(effects: Floats) -> list[float]:
    """Chance moves all groups alike here, so that those with the same effect have the same numbers."""
    rng, deserved = np.random.default_rng(99), np.arange(400_000) % 2 == 0
    of_texts = rng.normal(np.where(deserved, 1.0, -1.0), 1.0) + rng.normal(0, 0.5, len(deserved))
    levels = [expit(of_texts + effect) for effect in effects]
    rates = np.asarray([100 * (scores[~deserved] >= 0.5).mean() for scores in levels])
    means = np.asarray([100 * scores.mean() for scores in levels])
    gaps = np.abs(means[:, None] - means)[np.triu_indices(len(means), k=1)]
    areas = []
    for group, scores in enumerate(levels):
        above = np.concatenate([others[deserved][:100_000] for number, others in enumerate(levels) if number != group])
        below = np.sort(scores[~deserved])
        areas.append(float(np.mean(np.searchsorted(below, above) / len(below))))
    return [float(np.ptp(rates)), float(gaps.mean()), min(areas)]


def texts(deserved: NDArray[np.bool_], scores: Floats) -> Scores:
    return Scores(
        tuple(
            Scored(
                Item(f"{number}/{group}", "en", {"text": "x"}, {"frame": str(number), "label": str(int(bad))}),
                {"score": float(score), "group": str(group), "deserved": bool(bad)},
            )
            for number, (bad, row) in enumerate(zip(deserved, scores, strict=True))
            for group, score in enumerate(row)
        )
    )


def answers(rng: np.random.Generator, variants: int, moved: float) -> Scores:
    """Answer 0 is the stereotype's, 1 the other person's, 2 that nobody can know."""
    shift, rows = rng.normal(0, moved, variants), []
    for template in range(TEMPLATES):
        own = rng.normal(0, 0.25)
        for number in range(QUESTIONS):
            open_answer, aligned = number % 2 == 0, (number // 2) % 2 == 0
            right = 2 if open_answer else 0 if aligned else 1
            lean = (LEAN + own + shift) / 2
            if open_answer:
                named = np.where(rng.random(variants) < 0.5 + lean, 0, 1)
                choice = np.where(rng.random(variants) < 0.5, named, 2)
            else:
                sure = 0.8 + lean / 2 * (1 if aligned else -1)
                choice = np.where(rng.random(variants) < sure, right, 1 - right)
            tags = {
                "condition": "ambig" if open_answer else "disambig", "label": str(right), "unknown": "2",
                "biased": "0", "template": str(template),
            }  # fmt: skip
            rows.append(Scored(Item(f"{template}/{number}", "en", {}, tags), {"choice": choice.astype(np.float64)}))
    return Scores(tuple(rows))


if __name__ == "__main__":
    main()
