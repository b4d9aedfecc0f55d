"""Builds NLI-CoAL sets: captions about a woman or a man × occupations → pro-, anti- and non-stereotypical pairs.

The premise has the occupation in the place of the person, the hypothesis a woman or a man. The pair is `pro` if that is
the gender a stereotype ties to the occupation, `anti` if it is the other, `non` if there is no stereotype. Seams are
put right by the language (*a man* → *an engineer*).
Where words for occupations agree in gender, one word cannot stand for another (*une policier*): there the whole phrase
is replaced, by a `worker` phrase that says what the person does for a living.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024, section 2.3.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from babelance._version import __version__
from babelance.build.material.captions import Persons, dependent_words, sift
from babelance.build.material.dataset_writer import check_name, row_of, write_dataset
from babelance.build.material.occupations import Occupation
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.language import Language
from babelance.core.registry import language_or_bare
from babelance.text.fill import fill, slots

GENDERS = ("female", "male")


@dataclass(frozen=True, slots=True)
class Recipe:
    """`persons` and `worker` say how captions name people, `agreement` is the grammatical gender of the worker;
    `sentences` is how many captions are drawn (None: all); `strict` leaves out captions with other gender words;
    `dependent` adds to what depends on gender."""

    language: str
    persons: Persons
    worker: str = "{occupation}"
    agreement: str = "male"
    sentences: int | None = 10
    seed: int = 0
    strict: bool = True
    dependent: tuple[str, ...] = ()
    drop_gendered: bool = False


@dataclass(frozen=True, slots=True)
class NliItems:
    """The pairs, how many captions were usable, and how many were left out for which reason."""

    items: tuple[Item, ...]
    usable: int
    left: Mapping[str, int]
    words: Mapping[str, int]
    """Occupations by stereotype."""
    gendered: tuple[str, ...] = ()
    """Occupations whose word itself names a gender; they count as neutral, as in the paper, unless dropped."""
    sets: Mapping[str, int] = field(default_factory=dict)


def build(captions: Sequence[str], occupations: Sequence[Occupation], out: Path, recipe: Recipe) -> NliItems:
    """Write the dataset file `out` (.jsonl) with its card beside it."""
    check_name(out)
    built = make(captions, occupations, recipe)
    write_dataset(out, (row_of(item) for item in built.items), _card(out, built, recipe))
    return built


def make(captions: Sequence[str], occupations: Sequence[Occupation], recipe: Recipe) -> NliItems:
    """All pairs of the drawn captions with all occupations."""
    language = language_or_bare(recipe.language)
    usable, left = sift(
        captions,
        recipe.persons,
        language,
        dependent=(*dependent_words(recipe.language), *recipe.dependent),
        strict=recipe.strict,
    )
    if not usable:
        raise DataError(f"None of the {len(captions)} captions can be used: {_reasons(left)}.")
    _check_captions(usable, recipe)
    gendered = tuple(occupation.word for occupation in occupations if occupation.gendered)
    kept = [occupation for occupation in occupations if not (recipe.drop_gendered and occupation.gendered)]
    _check_forms(kept, recipe.worker)
    items = tuple(_items(_draw(usable, recipe), kept, recipe, language))
    kinds, sets = Counter(occupation.stereotype for occupation in kept), Counter(item.tags["set"] for item in items)
    return NliItems(items, len(usable), dict(left), dict(kinds), gendered, dict(sets))


def set_of(stereotype: str, gender: str) -> str:
    return "non" if stereotype == "neutral" else "pro" if stereotype == gender else "anti"


def _draw(usable: Sequence[str], recipe: Recipe) -> list[str]:
    """The same captions for all occupations, so that these differ in nothing else."""
    if recipe.sentences is None:
        return list(usable)
    if recipe.sentences > len(usable):
        raise DataError(
            f"{recipe.sentences} captions are asked for and {len(usable)} can be used. Ask for fewer with --sentences."
        )
    chosen = np.random.default_rng(recipe.seed).choice(len(usable), recipe.sentences, replace=False)
    return [usable[index] for index in sorted(chosen.tolist())]


def _items(
    captions: Sequence[str], occupations: Sequence[Occupation], recipe: Recipe, language: Language
) -> Iterator[Item]:
    for occupation in occupations:
        worker = _inside(recipe.worker, occupation, language)
        for caption in captions:
            premise = fill(caption, {"person": worker}, language, gender=recipe.agreement)
            for gender in GENDERS:
                who = recipe.persons.of(gender)
                hypothesis = fill(caption, {"person": who}, language, gender=gender)
                yield _item({"premise": premise, "hypothesis": hypothesis}, caption, occupation, gender, language)


def _inside(worker: str, occupation: Occupation, language: Language) -> str:
    """The phrase for the occupation as it stands inside a sentence: `fill` begins its text with a capital."""
    return fill(f"\u2022 {worker}", {"occupation": occupation.forms}, language)[2:]


def _item(texts: Mapping[str, str], caption: str, occupation: Occupation, gender: str, language: Language) -> Item:
    short = hashlib.sha256(caption.encode()).hexdigest()[:8]
    tags = {
        "set": set_of(occupation.stereotype, gender),
        "occupation": occupation.word,
        "stereotype": occupation.stereotype,
        "gender": gender,
        "caption": short,
    }
    return Item(f"{occupation.word}/{short}/{gender}", language.code, texts, tags)


def _check_forms(occupations: Sequence[Occupation], worker: str) -> None:
    """The phrase may need a form of the word that only the lexicon can have."""
    names = {slot.partition(":")[2] for slot in slots(worker) if slot.partition(":")[0] == "occupation"}
    if not names:
        raise InputError(f"The worker phrase '{worker}' has no {{occupation}}.")
    for form in names:
        lacking = [occupation.word for occupation in occupations if form not in occupation.forms]
        if lacking:
            raise DataError(
                f"The phrase '{worker}' needs the form '{form}' of every occupation; {len(lacking)} have none, e.g. "
                f"'{lacking[0]}'. Add a column '{form}' to the occupations, or give another phrase with --worker."
            )


def _check_captions(captions: Sequence[str], recipe: Recipe) -> None:
    for caption in captions:
        try:
            fill(caption, {"person": ""}, language_or_bare(recipe.language), gender="female")
        except DataError as error:
            raise DataError(f"The caption '{caption}' cannot be filled: {error}") from error


def _reasons(left: Mapping[str, int]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in left.items()) or "there are none"


def _card(out: Path, built: NliItems, recipe: Recipe) -> Card:
    return Card(
        name=out.name,
        title="NLI sets from captions and occupations",
        version="1",
        languages=(recipe.language,),
        licence="that of the captions and the occupations",
        citation="that of the captions and the occupations",
        provenance="Captions with a person's occupation in place of the person, put together by babelance "
        f"{__version__}. Nobody checked the sentences.",
        notes=("The gold label of every pair is neutral.",),
        groups=("gender",),
        validated=False,
        extra={
            "pairs": json.dumps(built.sets),
            "occupations": json.dumps(built.words),
            "left": json.dumps(built.left),
            "recipe": json.dumps(
                {
                    "woman": recipe.persons.female,
                    "man": recipe.persons.male,
                    "worker": recipe.worker,
                    "sentences": recipe.sentences,
                    "seed": recipe.seed,
                    "strict": recipe.strict,
                },
                ensure_ascii=False,
            ),
        },
    )
