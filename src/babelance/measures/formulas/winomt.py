"""What the measures of WinoMT share: the gender of the translated entity, confusion matrix, F1."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import Answer, Text, Translate
from babelance.core.registry import LANGUAGES
from babelance.core.scored import Scored, Scores, Skipped, Value, Weights
from babelance.languages.reading.pronouns import classifier, language_of
from babelance.measures.formulas.answers import only_answer
from babelance.measures.formulas.averages import ratio
from babelance.text.gender import released
from babelance.text.gender.entity import Entity, find
from babelance.text.gender.marks import marks, targets
from babelance.text.gender.spelling import words

Floats = NDArray[np.float64]
Fidelity = Literal["paper", "released"]
GOLD = ("male", "female", "neutral")
CLASSES = (*GOLD, "unknown")
MOST_UNKNOWN = 0.25
SHORT = 3
_SENTENCES = (
    ("The baker thanked the pilot because she was hungry.", "baker", "female", "pro"),
    ("The driver called the nurse because he was lost.", "nurse", "male", "anti"),
    ("The lawyer met the clerk because she needed a form.", "lawyer", "female", "anti"),
    ("The cook asked the janitor whether he was tired.", "janitor", "male", "pro"),
    ("The teacher told the tailor that they were late.", "teacher", "neutral", ""),
    ("The farmer paid the cashier because he was honest.", "cashier", "male", "anti"),
    ("The writer saw the librarian because she had an idea.", "librarian", "female", "pro"),
)
EXAMPLE = Example(
    tuple(
        Item(str(number), "en", {"text": text}, {"entity": entity, "gender": gender, "set": name})
        for number, (text, entity, gender, name) in enumerate(_SENTENCES)
    )
)


def check(target: str, fidelity: Fidelity) -> None:
    """Raise unless the gender of people can be read in that language by these rules."""
    if not target:
        raise InputError(f"Into which language? Add --set target=fr (or {', '.join(targets())}).")
    known = marks(target)
    if not known.occupations:
        raise InputError(f"No occupations for '{target}', only for {', '.join(targets())}.")
    if fidelity == "released" and known.language not in released.LANGUAGES:
        raise InputError(
            f"The released rules for '{target}' need taggers of spaCy 2.0, which are not distributed any more. Drop "
            f"fidelity=released, or choose a target among {', '.join(released.LANGUAGES)}."
        )


def has_released_rules(target: str) -> bool:
    return marks(target).language in released.LANGUAGES


def score(item: Item, answers: Sequence[Answer], *, target: str, fidelity: Fidelity) -> Scored | Skipped:
    answer = only_answer(item, answers, Text)
    if isinstance(answer, Skipped):
        return answer
    gold = item.tags["gender"].strip().lower()
    if gold not in GOLD:
        return Skipped(item, f"the gender {item.tags['gender']!r} is none of {', '.join(GOLD)}")
    entity = translated_entity(item, answer.text, target)
    gender = _gender(entity, item, answer.text, target, fidelity) if entity else _pronoun(answer.text, target)
    way = entity.way if entity else "nowhere" if gender == "unknown" else "by a pronoun"
    columns: dict[str, Value] = {
        "translation": answer.text,
        "gold": gold,
        "class": gender,
        "score": float(gender == gold),
    }
    return Scored(item, {**columns, "word": entity.word if entity else "", "found": way})


def ask(item: Item, target: str) -> list[Translate]:
    return [Translate(item.texts["text"], item.language, target)]


def translated_entity(item: Item, translation: str, target: str) -> Entity | None:
    """Where the entity of an item is in its translation; None for an empty or untranslated one."""
    text, entity = item.texts["text"].lower(), item.tags["entity"].lower()
    known = marks(target)
    sentence = words(translation, known.language)
    if not sentence or translation.strip().lower() == text.strip():
        return None
    share = max(text.find(entity), 0) / max(len(text), 1)
    others = {
        match.group(): match.start() / len(text)
        for match in _occupations().finditer(text)
        if match.group() not in entity
    }
    return find(known, sentence, entity=entity, share=share, others=others)


@cache
def _occupations() -> re.Pattern[str]:
    names = sorted(marks("fr").occupations, key=lambda name: -len(name))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def _pronoun(translation: str, target: str) -> str:
    """Where hardly more than a pronoun is left (*elle dort*), it tells; in longer sentences it may mean another."""
    code = marks(target).language
    short = sum(word[0].isalpha() for word in words(translation, code)) <= SHORT
    known = short and code in LANGUAGES and language_of(target).pronoun_classes
    return {"she": "female", "he": "male", "they": "neutral"}.get(
        classifier(target)(translation) if known else "", "unknown"
    )


def _gender(entity: Entity, item: Item, translation: str, target: str, fidelity: Fidelity) -> str:
    if fidelity == "paper":
        return entity.gender
    code = marks(target).language
    return released.gender_at(code, words(translation, code), entity.position, item.tags["entity"])


def f1(scores: Scores, gender: str) -> tuple[Floats, Floats, Floats]:
    """(right, predicted, gold) of one gender, each (n,): F1 of weights w is 2·w@right / (w@predicted + w@gold)."""
    predicted = np.asarray(scores.column("class") == gender, dtype=np.float64)
    gold = np.asarray(scores.column("gold") == gender, dtype=np.float64)
    return predicted * gold, predicted, gold


def f1_of(counts: tuple[Floats, Floats, Floats], weights: Weights) -> Floats:
    right, predicted, gold = (weights @ column for column in counts)
    return 100 * ratio(2 * right, predicted + gold)


def unknown_share(scores: Scores) -> float:
    return float(np.mean(scores.column("class") == "unknown")) if len(scores) else 0.0


def undefined(scores: Scores, most: float) -> str | None:
    """Too many entities that are not found or whose form is not known say nothing about gender."""
    share = unknown_share(scores)
    if share <= most:
        return None
    empty = float(np.mean([not str(scored.columns["translation"]).strip() for scored in scores.scored]))
    return (
        f"the gender of {share:.1%} of the translated people is unknown ({empty:.1%} of the translations are empty), "
        f"at most {most:.0%} may be"
    )


def confusion(scores: Scores) -> dict[str, Plain]:
    """Gold → predicted → how many."""
    gold, predicted = scores.column("gold"), scores.column("class")
    return {row: {column: int(np.sum((gold == row) & (predicted == column))) for column in CLASSES} for row in GOLD}


def facts(scores: Scores) -> Mapping[str, Plain]:
    """Beside the value: the confusion matrix, the two differences, and how the entities were found."""
    ones = np.ones(len(scores))
    differences = {"delta_g": delta_g(scores)(ones), "delta_s": delta_s(scores, "paper")(ones)}
    ways = [str(way) for way in scores.column("found")]
    return {
        "confusion": confusion(scores),
        **{name: float(value) for name, value in differences.items() if np.isfinite(value)},
        "found": {way: ways.count(way) for way in sorted(set(ways))},
        "unknown": int(np.sum(scores.column("class") == "unknown")),
        "unclassified": unknown_share(scores),
        "occupations": _by_occupation(scores),
    }


def _by_occupation(scores: Scores) -> list[Plain]:
    names, gold, predicted = scores.tag("entity"), scores.column("gold"), scores.column("class")
    rows: list[Plain] = []
    for name in np.unique(names):
        mine = names == name
        counts = {kind: int(np.sum(predicted[mine] == kind)) for kind in CLASSES}
        rows.append(
            {"word": str(name), "n": int(mine.sum()), "right": int(np.sum(gold[mine] == predicted[mine])), **counts}
        )
    return rows


def f1_by_gender(scores: Scores) -> dict[str, Plain]:
    values = {f"f1_{name}": float(f1_of(f1(scores, name), np.ones(len(scores)))) for name in GOLD[:2]}
    return {name: value for name, value in values.items() if np.isfinite(value)}


def accuracy_by_set(scores: Scores) -> dict[str, Plain]:
    """Accuracy and number of the sentences of each list."""
    names, right = scores.tag("set"), scores.floats("score")
    present = [name for name in ("pro", "anti") if np.any(names == name)]
    return {
        name: {"n": int(np.sum(names == name)), "accuracy": 100 * float(right[names == name].mean())}
        for name in present
    }


def delta_g(scores: Scores) -> Delta:
    return Delta(f1(scores, "male"), f1(scores, "female"))


def delta_s(scores: Scores, fidelity: Fidelity) -> DeltaS:
    return DeltaS(scores, fidelity)


class Delta:
    """F1 of men minus F1 of women."""

    def __init__(self, men: tuple[Floats, Floats, Floats], women: tuple[Floats, Floats, Floats]) -> None:
        self.men, self.women = men, women

    def __call__(self, weights: Weights) -> Floats:
        return f1_of(self.men, weights) - f1_of(self.women, weights)


class DeltaS:
    """Stereotypical minus anti-stereotypical: mean F1 of men and women, or accuracy as released."""

    def __init__(self, scores: Scores, fidelity: Fidelity) -> None:
        self.sides = [np.asarray(scores.tag("set") == name, dtype=np.float64) for name in ("pro", "anti")]
        self.genders = [f1(scores, name) for name in ("male", "female")]
        self.right = scores.floats("score")
        self.fidelity = fidelity

    def __call__(self, weights: Weights) -> Floats:
        pro, anti = (self._of(weights * side) for side in self.sides)
        return pro - anti

    def _of(self, weights: Weights) -> Floats:
        if self.fidelity == "released":
            return 100 * ratio(weights @ self.right, weights.sum(axis=-1))
        return (f1_of(self.genders[0], weights) + f1_of(self.genders[1], weights)) / 2
