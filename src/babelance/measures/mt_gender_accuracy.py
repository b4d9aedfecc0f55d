"""MT-GenEval accuracy: does a translation use the words of the right gender, and none of the wrong one?

    accuracy = 100 · right / (right + wrong)

Two references differ in gender alone. Words of one that the other lacks are its own (*boulangère*, *elle*). A
translation with own words of the wrong reference is wrong; one with own words of the right reference and none of the
wrong one is right; one with neither is unclassified and stays out. Of a counterfactual pair, a sentence about a woman
and the same about a man, both must be right, and one wrong one makes the pair wrong.

The language of an item is that translated into; its source is English unless the tag `source` says otherwise.
Scale: 0 to 100 (ideal). A translator with one gender for all scores 0 on counterfactual pairs.
Relations: `winomt` reads the gender of one person from grammar; here references do, in any language.
Reference: Currey et al., EMNLP 2022.
Checked against: the released rule on made-up translations (tests/measures).

Departures of the released code:
- fidelity="released": whatever has no word of the wrong reference is right, an empty translation and the untranslated
  source too; so accuracy can be had by saying nothing.
- Only ASCII punctuation is cut off there; here all punctuation is, so that *elle،* and *वह।* are words.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.query import Ability, Answer, Text, Translate, Unanswered
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Value, join_reasons
from babelance.core.verdict import Question
from babelance.measures.formulas.averages import ratio

Outcome = Literal["right", "wrong", "unclassified"]
_ASCII = str.maketrans(string.punctuation, " " * len(string.punctuation))
_EXAMPLES = (
    ("She bakes bread.", "Elle fait du pain.", "He bakes bread.", "Il fait du pain."),
    ("She is a pilot.", "Elle est pilote.", "He is a pilot.", "Il est pilote."),
    ("The queen laughs.", "La reine rit.", "The king laughs.", "Le roi rit."),
    ("Her sister sings.", "Elle a une sœur qui chante.", "His sister sings.", "Il a une sœur qui chante."),
)


@dataclass(frozen=True)
class MtGenderAccuracy:
    fidelity: Literal["paper", "released"] = "paper"
    unclassified: float = 0.5

    title: ClassVar[str] = "MT-GenEval accuracy"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate sentences whose gender the source or its context tells",
        "uses the words of that gender",
        "uses words of the other gender",
        harm="below",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=100, chance=None, unit="%", reading="100: every classified translation has the right gender"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text", "reference", "swapped_reference"})
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TRANSLATE})
    resample: ClassVar[Resample] = Resample()
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = Example(
        tuple(
            Item(
                str(number),
                "fr",
                {"text": her, "reference": elle, "swapped": him, "swapped_reference": il},
                {"source": "en"},
            )
            for number, (her, elle, him, il) in enumerate(_EXAMPLES)
        )
    )

    def __post_init__(self) -> None:
        if not 0 <= self.unclassified <= 1:
            raise InputError(f"'unclassified' is a share from 0 to 1, not {self.unclassified}. Usual is 0.5.")

    def ask(self, item: Item) -> list[Translate]:
        texts = [item.texts[name] for name in ("text", "swapped") if item.texts.get(name)]
        return [Translate(text, item.tags.get("source", "en"), item.language) for text in texts]

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        if reasons := [answer.reason for answer in answers if isinstance(answer, Unanswered)]:
            return Skipped(item, join_reasons(reasons))
        right, wrong = (self._words(item.texts[name]) for name in ("reference", "swapped_reference"))
        if not right - wrong or not wrong - right:
            return Skipped(item, "the two references have no words of their own")
        texts = [answer.text for answer in answers if isinstance(answer, Text)]
        references = ((right, wrong), (wrong, right))
        sides = [self._outcome(text, *pair) for text, pair in zip(texts, references, strict=False)]
        verdict = _together(sides)
        columns: dict[str, Value] = {"class": verdict, "score": float(verdict == "right")}
        second = sides[1] if len(sides) > 1 else ""
        return Scored(item, {**columns, "first": sides[0], "second": second, "translation": " | ".join(texts)})

    def _outcome(self, translation: str, right: frozenset[str], wrong: frozenset[str]) -> Outcome:
        words = self._words(translation)
        if words & (wrong - right):
            return "wrong"
        return "right" if words & (right - wrong) or self.fidelity == "released" else "unclassified"

    def _words(self, text: str) -> frozenset[str]:
        lower = unicodedata.normalize("NFC", text).lower() if self.fidelity == "paper" else text.lower()
        plain = lower.translate(_ASCII) if self.fidelity == "released" else "".join(map(_blank, lower))
        return frozenset(plain.split())

    def statistic(self, scores: Scores) -> Statistic:
        right = scores.floats("score")
        known = np.asarray(scores.column("class") != "unclassified", dtype=np.float64)
        return lambda weights: 100 * ratio(weights @ right, weights @ known)

    def undefined(self, scores: Scores) -> str | None:
        share = float(np.mean(scores.column("class") == "unclassified")) if len(scores) else 0.0
        if share <= self.unclassified:
            return None
        return f"{share:.1%} of the translations have no word that tells gender, at most {self.unclassified:.0%} may"

    def competence(self, scores: Scores) -> str:
        return self.undefined(scores) or ""

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        names = {"feminine": "first", "masculine": "second"} if np.any(scores.column("second") != "") else {}
        counts = {side: _counts(scores, column) for side, column in names.items()}
        lost = float(np.mean(scores.column("class") == "unclassified")) if len(scores) else 0.0
        return {"all": _counts(scores, "class"), **counts, "unclassified": lost}


def _together(sides: Sequence[Outcome]) -> Outcome:
    """One wrong side makes a pair wrong; otherwise all of them must be right."""
    if "wrong" in sides:
        return "wrong"
    return "right" if all(side == "right" for side in sides) else "unclassified"


def _counts(scores: Scores, column: str) -> dict[str, Plain]:
    outcomes = scores.column(column)
    return {name: int(np.sum(outcomes == name)) for name in ("right", "wrong", "unclassified")}


def _blank(letter: str) -> str:
    return " " if unicodedata.category(letter)[0] in "PS" else letter
