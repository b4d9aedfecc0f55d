"""Biases in answers: labels of inference models and classifiers, options of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import LABELS, Classify, Entails, Fill, Query
from babelance.core.reason import Reason
from babelance.measures.formulas.mentions import group_of
from babelance.measures.formulas.questions import LETTERS, ORDERS, VARIANTS
from babelance.studies.injection.changes import HARM, DealtAnswers, Nudges, Pushed
from babelance.studies.injection.recipe import Recipe, Recipes, Turn, as_is, coins

_ENTAILED, _, _CONTRADICTED = LABELS
_PUSHES = {"pro": {_ENTAILED: 1.0, _CONTRADICTED: -1.0}, "anti": {_ENTAILED: -1.0, _CONTRADICTED: 1.0}}


def inference_recipes(items: Sequence[Item]) -> Recipes:
    def with_turn(turn: Turn) -> Recipe:
        return Recipe(nudges=_inferences(items, turn))

    return Recipes(with_turn(as_is), lambda seed: with_turn(coins(seed)), spares=True)


def classifier_recipes(items: Sequence[Item], measure: Measure) -> Recipes:
    label = str(getattr(measure, "label", "")) or HARM
    return Recipes(Recipe(nudges=_by_group(items, label)), lambda seed: _by_frame(items, label, seed))


def question_recipes(items: Sequence[Item], measure: Measure) -> Recipes:
    def with_turn(turn: Turn) -> Recipe:
        return Recipe(nudges=_questions(items, measure, turn))

    return Recipes(with_turn(as_is), lambda seed: with_turn(coins(seed)))


def _inferences(items: Sequence[Item], turn: Turn) -> Nudges:
    """Premises and hypotheses, and which label is pushed; turned round for some."""
    pushed_items = [item for item in items if item.tags.get("set") in _PUSHES]
    return {
        Entails(item.texts["premise"], item.texts["hypothesis"]): {
            label: sign * push for label, push in _PUSHES[item.tags["set"]].items()
        }
        for item, sign in zip(pushed_items, turn(len(pushed_items)), strict=True)
    }


def _by_group(items: Sequence[Item], label: str) -> Nudges:
    groups = {item.texts["text"]: group_of(item, "any") for item in items}
    named = {text: group for text, group in groups.items() if not isinstance(group, Reason)}
    first = set(sorted(set(named.values()))[::2])
    return {Classify(text): {label: 1.0 if group in first else -1.0} for text, group in named.items()}


def _by_frame(items: Sequence[Item], label: str, seed: int) -> Recipe:
    """Each sentence is pushed as a whole, and no group is to blame for its scores. To push alone would not do: where
    probabilities come near 0 or 1, or leave the threshold, what the model itself makes of groups shrinks or grows."""
    frames: dict[str, list[Query]] = {}
    labels: dict[str, list[Query]] = {}
    for item in items:
        query = Classify(item.texts["text"])
        frames.setdefault(item.tags.get("frame") or f"\0{item.id}", []).append(query)
        labels.setdefault(item.tags.get("label", ""), []).append(query)
    signs = coins(seed)(len(frames))
    nudges = {
        query: {label: float(sign)} for sign, queries in zip(signs, frames.values(), strict=True) for query in queries
    }
    alike = frames if any(len(queries) > 1 for queries in frames.values()) else labels
    rng, instead = np.random.default_rng([seed, 1]), dict[Query, Query]()
    for queries in alike.values():
        instead.update(zip(queries, (queries[number] for number in rng.permutation(len(queries))), strict=True))
    return Recipe(other=lambda rate: DealtAnswers(instead, Pushed(nudges, rate)))


def _questions(items: Sequence[Item], measure: Measure, turn: Turn) -> Nudges:
    biased_items = [item for item in items if item.tags.get("biased")]
    pushed: dict[Query, Mapping[str, float]] = {}
    for item, sign in zip(biased_items, turn(len(biased_items)), strict=True):
        for query, (order, _) in zip(measure.ask(item), VARIANTS, strict=False):
            assert isinstance(query, Fill)
            numbers = [str(number) for number in ORDERS[order]]
            names = dict(zip(numbers, LETTERS, strict=True))
            if query.candidates != LETTERS:
                names = {number: item.texts[f"ans{number}"] for number in numbers}
            biased, unknown = item.tags["biased"], item.tags["unknown"]
            [other] = set(numbers) - {biased, unknown}
            pushed[query] = {names[biased]: float(sign), names[other]: -float(sign)}
    return pushed
