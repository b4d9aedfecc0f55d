"""Premises and hypotheses from our own templates, in fifteen languages.

Entailment: a place or manner is dropped, a person or an activity becomes more general, or nothing changes.
Contradiction: the activity is denied, another one excludes it, the place or the person is a different one.
Neutral: something is added, or the person becomes an occupation or the reverse, which says nothing.
Every occupation is drawn equally often with a man and with a woman, so the templates themselves teach no stereotype.

Words live in nli_words/XX.toml; the n-th entry means the same in every language. An activity reads
`affirmed | denied | more general`, a fact `affirmed | denied`, an occupation `of a man | of a woman` (or one form).
`{x}` marks where place and manner go, `{g}` the gender ending of the verb.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

LABELS = ("entailment", "neutral", "contradiction")
LANGUAGES = tuple(sorted(path.stem for path in (Path(__file__).parent / "nli_words").glob("*.toml")))
# Sleeping, swimming and driving leave no room for any other activity.
EXCLUSIVE = {1, 2, 7}
MALE, FEMALE = 0, 1


@dataclass(frozen=True)
class Words:
    """One language's lists; `people` are man, woman, boy, girl and `general` person, child."""

    people: list[str]
    general: list[str]
    activities: list[str]
    places: list[str]
    manners: list[str]
    facts: list[str]
    occupations: list[str]
    sentence: str = "{who} {does}."
    adverbials_first: bool = False
    joiner: str = " "
    no_place: str = ""
    genders: Sequence[str] = ("", "")


@dataclass(frozen=True)
class Seen:
    """Which entries may be drawn: training and test use disjoint activities, places, facts and occupations."""

    activities: Sequence[int]
    places: Sequence[int]
    facts: Sequence[int]
    occupations: Sequence[int]


TRAINING = Seen((0, 1, 2, 3, 4, 5, 7, 8, 9, 10), (0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1, 2, 3, 4, 6, 7, 8, 9))
# A held-out activity still meets the exclusive ones it must be told apart from.
UNSEEN = Seen((6, 11, 1, 2, 7), (5, 3), (4,), (5, 10, 11))


@dataclass(frozen=True)
class Pair:
    """A premise, a hypothesis and what follows."""

    language: str
    premise: str
    hypothesis: str
    label: str
    rule: str


@dataclass(frozen=True)
class Scene:
    """Someone does something, perhaps somewhere and somehow."""

    person: int
    activity: int
    place: int | None = None
    manner: int | None = None


def load(language: str) -> Words:
    """The word lists of one language."""
    return Words(**tomllib.loads((Path(__file__).parent / "nli_words" / f"{language}.toml").read_text("utf-8")))


def pairs(language: str, count: int, *, seen: Seen, rng: np.random.Generator) -> list[Pair]:
    """`count` different pairs, labels in turn, rules of a label equally often."""
    words = load(language)
    by_texts: dict[tuple[str, str], Pair] = {}
    for _ in range(50 * count):
        if len(by_texts) == count:
            break
        label = LABELS[len(by_texts) % len(LABELS)]
        rule = RULES[label][rng.integers(len(RULES[label]))]
        premise, hypothesis = rule(words, scene(words, seen, rng), seen, rng)
        by_texts.setdefault((premise, hypothesis), Pair(language, premise, hypothesis, label, rule.__name__))
    return list(by_texts.values())


def scene(words: Words, seen: Seen, rng: np.random.Generator) -> Scene:
    """A person and an activity, with a place and a manner half of the time each."""
    place = int(rng.choice(seen.places)) if rng.random() < 0.5 else None
    manner = int(rng.integers(len(words.manners))) if rng.random() < 0.5 else None
    return Scene(int(rng.integers(len(words.people))), int(rng.choice(seen.activities)), place, manner)


def sentence_of(words: Words, scene: Scene, *, who: str = "", form: int = 0, male: bool | None = None) -> str:
    """The scene as a sentence; form 1 denies it (and names no place), form 2 generalises it."""
    adverbials = [words.manners[scene.manner]] if scene.manner is not None and form != 1 else []
    if form != 1:
        place = words.no_place if scene.place is None else words.places[scene.place]
        adverbials = [*adverbials, place] if words.adverbials_first else [place, *adverbials]
    does = forms(words.activities[scene.activity])[form]
    if "{x}" not in does:
        does = f"{{x}}{words.joiner}{does}" if words.adverbials_first else f"{does}{words.joiner}{{x}}"
    does = does.replace("{x}", words.joiner.join(filter(None, adverbials)))
    return sentence(words, who or words.people[scene.person], does, male=is_male(scene) if male is None else male)


def sentence(words: Words, who: str, does: str, *, male: bool) -> str:
    """One tidy sentence with its verb agreeing."""
    text = words.sentence.format(who=who, does=does.replace("{g}", words.genders[MALE if male else FEMALE]))
    text = " ".join(text.split()).replace(" .", ".").replace(" ।", "।")
    return text[0].upper() + text[1:]


def forms(entry: str) -> list[str]:
    """The forms of an entry."""
    return [form.strip() for form in entry.split("|")]


def is_male(scene: Scene) -> bool:
    return scene.person % 2 == MALE


def but(scene: Scene, **changes: int | None) -> Scene:
    """The scene with something changed."""
    return Scene(**{**scene.__dict__, **changes})


def other(options: Sequence[int], taken: int, rng: np.random.Generator) -> int:
    """Any option but one."""
    return int(rng.choice([option for option in options if option != taken]))


def same(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    return sentence_of(words, scene), sentence_of(words, scene)


def same_denied(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    return sentence_of(words, scene, form=1), sentence_of(words, scene, form=1)


def drop_place(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    full = but(scene, place=int(rng.choice(seen.places)))
    return sentence_of(words, full), sentence_of(words, but(full, place=None))


def drop_manner(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    full = but(scene, manner=int(rng.integers(len(words.manners))))
    return sentence_of(words, full), sentence_of(words, but(full, manner=None))


def general_person(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    short = but(scene, manner=None, place=None) if rng.random() < 0.5 else scene
    return sentence_of(words, scene), sentence_of(words, short, who=words.general[scene.person // 2], male=True)


def general_activity(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    broad = [index for index in seen.activities if len(forms(words.activities[index])) > 2]
    scene = but(scene, activity=int(rng.choice(broad)))
    return sentence_of(words, scene), sentence_of(words, scene, form=2)


def deny(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    return sentence_of(words, scene), sentence_of(words, scene, form=1)


def affirm(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    return sentence_of(words, scene, form=1), sentence_of(words, but(scene, place=None, manner=None))


def exclude(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    activity = int(rng.choice([index for index in seen.activities if index in EXCLUSIVE]))
    first, second = rng.permutation([activity, other(seen.activities, activity, rng)])
    return sentence_of(words, but(scene, activity=int(first))), sentence_of(words, but(scene, activity=int(second)))


def elsewhere(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    here = int(rng.choice(seen.places))
    return sentence_of(words, but(scene, place=here)), sentence_of(
        words, but(scene, place=other(seen.places, here, rng))
    )


def somebody_else(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    return sentence_of(words, scene), sentence_of(words, but(scene, person=scene.person ^ 1))


def add_place(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    scene = but(scene, place=None)
    return sentence_of(words, scene), sentence_of(words, but(scene, place=int(rng.choice(seen.places))))


def add_manner(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    scene = but(scene, manner=None)
    return sentence_of(words, scene), sentence_of(words, but(scene, manner=int(rng.integers(len(words.manners)))))


def take_unrelated(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    fact = forms(words.facts[int(rng.choice(seen.facts))])[int(rng.integers(2))]
    return sentence_of(words, scene), sentence(words, words.people[scene.person], fact, male=is_male(scene))


def to_occupation(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    scene = but(scene, person=int(rng.integers(2)))
    return sentence_of(words, scene), sentence_of(words, scene, who=occupation(words, scene, seen, rng))


def from_occupation(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> tuple[str, str]:
    scene = but(scene, person=int(rng.integers(2)))
    return sentence_of(words, scene, who=occupation(words, scene, seen, rng)), sentence_of(words, scene)


def occupation(words: Words, scene: Scene, seen: Seen, rng: np.random.Generator) -> str:
    """An occupation in the form that agrees with the person."""
    return forms(words.occupations[int(rng.choice(seen.occupations))])[0 if is_male(scene) else -1]


Rule = Callable[[Words, Scene, Seen, np.random.Generator], tuple[str, str]]
RULES: dict[str, tuple[Rule, ...]] = {
    "entailment": (same, same_denied, drop_place, drop_manner, general_person, general_activity),
    "contradiction": (deny, affirm, exclude, elsewhere, somebody_else),
    "neutral": (add_place, add_manner, take_unrelated, to_occupation, from_occupation),
}
