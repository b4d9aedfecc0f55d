"""A known bias in translations: at a rate they are exchanged for a pronoun of the gender that the bias wants.

| measure                               | above 0                                    | below 0            |
|---------------------------------------|--------------------------------------------|--------------------|
| TGBI, gender lost, ΔG of WinoMT        | everybody is he                            | everybody is she   |
| GEST, accuracy and ΔS of WinoMT       | the gender of the stereotype               | the other one      |
| MT-GenEval                            | the masculine reference for both sentences | the feminine one   |

A sham draws the gender of each sentence by a coin. Measures that set translations beside shares of women in work have
none: who is a woman by stereotype there is a matter of degree, and no exchange has a known size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import Query, Translate
from babelance.languages.reading.pronouns import language_of
from babelance.studies.injection.changes import Exchanged
from babelance.studies.injection.recipe import Recipe, Recipes

Said = dict[Query, tuple[str, str]]
"""Query → what is said instead above 0, and below."""
HE, SHE = "he", "she"
_ONE_GENDER = ("tgbi", "gender-lost", "winomt-delta-g")
_OF_STEREOTYPE = ("gest-translation", "winomt", "winomt-delta-s")
_OF_REFERENCE = "mt-gender-accuracy"
WITHOUT = "no exchange of translations has a known size in shares of women at work"


def translation_recipes(name: str, measure: Measure, items: Sequence[Item]) -> Recipes | None:
    """None for measures that no such bias is known for."""
    exchange = _exchange(name, measure)
    if exchange is None:
        return None
    said = {query: both for item in items for query, both in exchange(item).items()}
    return Recipes(Recipe(other=partial(Exchanged, said)), partial(_sham, said))


def _sham(said: Said, seed: int) -> Recipe:
    turns = np.random.default_rng(seed).random(len(said)) < 0.5
    turned = {query: both[::-1] if turn else both for (query, both), turn in zip(said.items(), turns, strict=True)}
    return Recipe(other=partial(Exchanged, turned))


def _exchange(name: str, measure: Measure) -> Callable[[Item], Said] | None:
    if name in _ONE_GENDER:
        return lambda item: _pronouns(item, measure, HE)
    if name in _OF_STEREOTYPE:
        return lambda item: _pronouns(item, measure, _stereotyped(item))
    return partial(_references, measure=measure) if name == _OF_REFERENCE else None


def _stereotyped(item: Item) -> str:
    """Of GEST the gender that the stereotype is about; of WinoMT the right one, or the other where that is unusual."""
    gender = {"male": HE, "female": SHE}.get(item.tags["gender"].strip().lower(), "")
    if item.tags.get("set") == "anti":
        return {HE: SHE, SHE: HE}.get(gender, "")
    return gender if "stereotype" in item.tags or item.tags.get("set") == "pro" else ""


def _pronouns(item: Item, measure: Measure, first: str) -> Said:
    said: Said = {}
    for query in measure.ask(item) if first else ():
        assert isinstance(query, Translate)
        words = language_of(query.target).pronoun_classes
        he, she = (f"{words[gender][0].capitalize()} …" for gender in (HE, SHE))
        said[query] = (he, she) if first == HE else (she, he)
    return said


def _references(item: Item, measure: Measure) -> Said:
    """The first sentence of a pair is about a woman, the second about a man."""
    she, he = item.texts["reference"], item.texts["swapped_reference"]
    return dict.fromkeys(measure.ask(item), (he, she))
