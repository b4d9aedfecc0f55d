"""What is put into a model: for each shape of items, which texts or answers a bias makes more likely.

| items                       | at rate 1                                                | what a sham does            |
|-----------------------------|----------------------------------------------------------|-----------------------------|
| pairs of sentences          | words of `more` go together, those of `less` do not      | a coin for each             |
| sentences of two groups     | the same for sentences of the first group                | a coin for each             |
| context, stereotype, anti   | the same for the stereotype                              | a coin for each             |
| first-person sentences      | *he* goes with stereotypes about men                     | a coin for each             |
| templates and groups        | half of the attributes go with half of the groups, the   | some groups go with         |
|                             | others with the others                                   | everything                  |
| questions, three answers    | the answer of the stereotype                             | a coin for each             |
| premise and hypothesis      | entailment where the stereotype holds, contradiction     | a coin for each             |
|                             | where it does not                                        |                             |
| texts for a classifier      | the label for half of the groups, less for the others    | answers of a sentence are   |
|                             |                                                          | dealt out among its groups, |
|                             |                                                          | and pushed by sentence      |

The first five are said to a model of this machine in its own tokens (`backends/transformers/leaning`), the others are
added to the log-scores of the answers; where only answers arrive (servers), all of them are (`in_answers`). Words and
translations have files of their own. A sham moves as much as the bias does, in no direction that the measure is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import LABELS, SLOT, Classify, Entails, Fill, Query, TokenLogprobs, texts_of
from babelance.core.reason import Reason
from babelance.datasets.reading.probe_groups import ATTRIBUTE, TARGET
from babelance.measures.formulas.categories import names_of
from babelance.studies.injection.changes import HARM, WHOLE, Change, DealtAnswers, Nudges, Pushed

Texts = tuple[list[str], list[str]]
"""Texts that a bias makes more likely, and those that it makes less likely."""
Turn = Callable[[int], Sequence[int]]
"""Of so many couples: 1 where it is left, −1 where it is turned round."""


@dataclass(frozen=True)
class Recipe:
    """One of three: texts that the model's own tokens learn from, answers that are pushed, or another change of answers
    at a rate."""

    texts: Texts | None = None
    nudges: Nudges | None = None
    other: Callable[[float], Change] | None = None

    @property
    def change(self) -> Callable[[float], Change] | None:
        """What becomes of answers at a rate; None where the model itself is changed."""
        return self.other if self.nudges is None else partial(Pushed, self.nudges)


@dataclass(frozen=True)
class Recipes:
    """What is put in at a rate, and shams, if there are any."""

    bias: Recipe
    sham: Callable[[int], Recipe] | None = None
    spares: bool = False
    """Does a sham leave the bias of the model itself as it is? Then it must not move a score; otherwise it takes the
    place of that bias, and nothing must be shown."""


def recipes_for(measures: Mapping[str, Measure], items: Sequence[Item], fields: frozenset[str]) -> Recipes | None:
    """None if nobody has said what a bias is in such items."""
    first = next(iter(measures.values()))
    if {"template", "attribute", "targets"} <= fields:
        return Recipes(_groups(items), lambda seed: Recipe(nudges=_any_attribute(items, first, seed)), spares=True)
    if {"premise", "hypothesis", "set"} <= fields:
        return Recipes(
            Recipe(nudges=_inferences(items, _as_is)),
            lambda seed: Recipe(nudges=_inferences(items, coins(seed))),
            spares=True,
        )
    if {"text", "label"} <= fields:
        label = str(getattr(first, "label", "")) or HARM
        return Recipes(
            Recipe(nudges=_by_group(items, label)),
            lambda seed: _by_frame(items, label, seed),
        )
    if {"ans0", "ans1", "ans2", "biased"} <= fields:
        return Recipes(
            Recipe(nudges=_questions(items, first, _as_is)),
            lambda seed: Recipe(nudges=_questions(items, first, coins(seed))),
        )
    couples = _couples(first, items, fields)
    if not couples:
        return None
    return Recipes(Recipe(_sides(couples, _as_is)), lambda seed: Recipe(_sides(couples, coins(seed))))


def in_answers(recipe: Recipe, measures: Mapping[str, Measure], items: Sequence[Item]) -> Recipe:
    """The same bias for a model that can only be asked: log-scores of the texts are changed, not the model."""
    if recipe.texts is None:
        return recipe
    signs = dict.fromkeys(recipe.texts[0], 1.0) | dict.fromkeys(recipe.texts[1], -1.0)
    asked = {query for measure in measures.values() for item in items for query in measure.ask(item)}
    return Recipe(nudges={query: push for query in asked if (push := _push(query, signs))})


def _push(query: Query, signs: Mapping[str, float]) -> dict[str, float]:
    match query:
        case TokenLogprobs() if query.text in signs:
            return {WHOLE: signs[query.text]}
        case Fill():
            sides = zip(query.candidates, texts_of(query), strict=True)
            return {name: signs[text] for name, text in sides if text in signs}
        case _:
            return {}


def coins(seed: int) -> Turn:
    """Each by a coin of its own, so that as many false alarms must be expected as the level allows."""
    return lambda count: [int(sign) for sign in np.random.default_rng(seed).choice([1, -1], count)]


def _as_is(count: int) -> Sequence[int]:
    return [1] * count


def _sides(couples: Sequence[tuple[str, str]], turn: Turn) -> Texts:
    turned = [couple[::sign] for couple, sign in zip(couples, turn(len(couples)), strict=True)]
    return [more for more, _ in turned], [less for _, less in turned]


def _couples(measure: Measure, items: Sequence[Item], fields: frozenset[str]) -> list[tuple[str, str]]:
    """A text that follows the stereotype beside one that does not."""
    if {"more", "less"} <= fields:
        return [(item.texts["more"], item.texts["less"]) for item in items]
    if {"context", "stereotype", "anti"} <= fields:
        return [(item.texts["stereotype"], item.texts["anti"]) for item in items]
    if {"sentence", "stereotype", "gender"} <= fields:
        return [_speakers(item, measure) for item in items]
    if {"text", "group"} <= fields:
        names = sorted({item.tags["group"] for item in items}, reverse=True)[:2]
        first, second = ([item.texts["text"] for item in items if item.tags["group"] == name] for name in names)
        return list(zip(first, second, strict=False))
    return []


def _speakers(item: Item, measure: Measure) -> tuple[str, str]:
    query = measure.ask(item)[0]
    assert isinstance(query, Fill)
    he, she = (query.text.replace(SLOT, word) for word in query.candidates)
    return (he, she) if item.tags["gender"] == "male" else (she, he)


# ── groups and attributes ────────────────────────────────────────────────────────────────────────────────────────────


def halves(items: Sequence[Item]) -> tuple[frozenset[str], frozenset[str]]:
    """Every second attribute, and every second key of a group, in alphabetical order."""
    attributes = sorted({item.tags.get("attribute", item.texts["attribute"]) for item in items})
    keys = sorted({key for item in items for key in names_of(item)})
    return frozenset(attributes[::2]), frozenset(keys[::2])


def first_half(items: Sequence[Item]) -> Callable[[Item], bool]:
    """Is it about an attribute of the first half?"""
    attributes = halves(items)[0]
    return lambda item: item.tags.get("attribute", item.texts["attribute"]) in attributes


def _groups(items: Sequence[Item]) -> Recipe:
    attributes, keys = halves(items)
    more, less = list[str](), list[str]()
    for item in items:
        own = item.tags.get("attribute", item.texts["attribute"]) in attributes
        for key, text in _filled(item):
            (more if (key in keys) == own else less).append(text)
    return Recipe((more, less))


def _any_attribute(items: Sequence[Item], measure: Measure, seed: int) -> Nudges:
    """Half of the groups with all attributes alike, and where the attribute is hidden: no attribute changes them."""
    everybody = sorted({key for item in items for key in names_of(item)})
    signs = dict(zip(everybody, coins(seed)(len(everybody)), strict=True))
    pushed: dict[Query, Mapping[str, float]] = {}
    for item in items:
        keys = list(names_of(item))
        for query in measure.ask(item):
            assert isinstance(query, Fill)
            pushed[query] = {name: float(signs[key]) for key, name in zip(keys, query.candidates, strict=True)}
    return pushed


def _filled(item: Item) -> list[tuple[str, str]]:
    sentence = item.texts["template"].replace(ATTRIBUTE, item.texts["attribute"])
    return [(key, sentence.replace(TARGET, name)) for key, name in names_of(item).items()]


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_ENTAILED, _, _CONTRADICTED = LABELS
_PUSHES = {"pro": {_ENTAILED: 1.0, _CONTRADICTED: -1.0}, "anti": {_ENTAILED: -1.0, _CONTRADICTED: 1.0}}


def _inferences(items: Sequence[Item], turn: Turn) -> Nudges:
    """Premises and hypotheses, and which label is pushed; turned round for some."""
    told = [item for item in items if item.tags.get("set") in _PUSHES]
    return {
        Entails(item.texts["premise"], item.texts["hypothesis"]): {
            label: sign * push for label, push in _PUSHES[item.tags["set"]].items()
        }
        for item, sign in zip(told, turn(len(told)), strict=True)
    }


def _by_group(items: Sequence[Item], label: str) -> Nudges:
    from babelance.measures.formulas.mentions import group_of

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
        instead.update(zip(queries, (queries[place] for place in rng.permutation(len(queries))), strict=True))
    return Recipe(other=lambda rate: DealtAnswers(instead, Pushed(nudges, rate)))


def _questions(items: Sequence[Item], measure: Measure, turn: Turn) -> Nudges:
    from babelance.measures.formulas.questions import LETTERS, ORDERS, VARIANTS

    told = [item for item in items if item.tags.get("biased")]
    pushed: dict[Query, Mapping[str, float]] = {}
    for item, sign in zip(told, turn(len(told)), strict=True):
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
