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

from collections.abc import Mapping, Sequence

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import SLOT, Fill, Query, TokenLogprobs, texts_of
from babelance.studies.injection.answer_recipes import classifier_recipes, inference_recipes, question_recipes
from babelance.studies.injection.changes import WHOLE
from babelance.studies.injection.group_recipe import group_recipes
from babelance.studies.injection.recipe import Recipe, Recipes, Texts, Turn, as_is, coins


def recipes_for(measures: Mapping[str, Measure], items: Sequence[Item], fields: frozenset[str]) -> Recipes | None:
    """None if nobody has said what a bias is in such items."""
    first = next(iter(measures.values()))
    if {"template", "attribute", "targets"} <= fields:
        return group_recipes(items, first)
    if {"premise", "hypothesis", "set"} <= fields:
        return inference_recipes(items)
    if {"text", "label"} <= fields:
        return classifier_recipes(items, first)
    if {"ans0", "ans1", "ans2", "biased"} <= fields:
        return question_recipes(items, first)
    couples = _couples(first, items, fields)
    if not couples:
        return None
    return Recipes(Recipe(_sides(couples, as_is)), lambda seed: Recipe(_sides(couples, coins(seed))))


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
