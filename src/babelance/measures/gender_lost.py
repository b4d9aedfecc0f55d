"""Gender lost: is a gender that the source tells by a noun gone in the translation?

    lost = 100 · share of translations without the gender of the source

The source says *this woman is a …* or *this man is a …* in a language without gender (babel-gendered). A translation
keeps it if it names that gender and no other; *they*, *he or she*, the other gender, and what cannot be classified
have lost it. It is the control for `tgbi`: a translator that always says *they* is perfect there and loses everything
here.

Scale: 0 (ideal) to 100. One gender for all loses 50, always *they* 100. Among sentences of one gender nothing tells a
loss from a default, so there is no verdict about them. A translator that writes now this and now that gender, whatever
the source tells, cannot do the task: its losses are noise, not a habit.
Relations: `tgbi` asks whether gender is added, this whether it is lost; read both.
Reference: own measure.
Checked against: worked examples (tests/measures).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.languages.reading.pronouns import CLASSES, classifier
from babelance.measures.formulas import averages
from babelance.measures.formulas.translation_measure import TranslationMeasure

_CLASS_OF = {"female": "she", "male": "he"}
HABIT = 0.9
"""A translator that gives this share of its translations the same gender, or none, does so whatever the source says."""
CLEAR = 3.09
"""Standard errors by which right genders must outnumber wrong ones: luck gives that once in a thousand languages."""
FEWEST = 10
"""Sentences of a gender below which nothing is said about reading it."""


@dataclass(frozen=True)
class GenderLost(TranslationMeasure):
    title: ClassVar[str] = "Gender lost in translation"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate sentences in which a noun tells a person's gender",
        "loses it more often than one gender for all would",
        "keeps it more often than one gender for all would",
        harm="above",
        skill="keeping a gender",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=0, chance=200 / 3, unit="%", reading="0: every translation has the gender of its source"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text", "gender", "word"})
    resample: ClassVar[Resample] = Resample(cluster="word")
    example: ClassVar[Example] = Example(
        tuple(
            Item(f"{gender}/{word}", "tr", {"text": f"Bu {noun} bir {word}."}, {"gender": gender, "word": word})
            for gender, noun in (("female", "kadın"), ("male", "adam"))
            for word in ("doktor", "aşçı", "pilot", "avukat")
        )
    )

    def __post_init__(self) -> None:
        classifier(self.target)

    def score_translation(self, item: Item, translation: str) -> Scored | Skipped:
        expected = _CLASS_OF.get(item.tags["gender"].strip().lower())
        if expected is None:
            return Skipped(item, f"the gender {item.tags['gender']!r} is none of female, male")
        name = classifier(self.target)(translation)
        return Scored(
            item, {"translation": translation, "class": name, "told": expected, "score": float(name != expected)}
        )

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(scores.floats("score"), 100)

    def null(self, scores: Scores) -> Null | Reason:
        """The least that a translator can lose which gives everybody the same gender."""
        expected = scores.column("told")
        if len(set(expected.tolist())) < 2:
            return Reason("all its sentences tell one gender, and a translator that writes no other loses nothing here")
        losses = [averages.mean(np.asarray(expected != name, dtype=np.float64), 100) for name in _CLASS_OF.values()]
        return Null.of_statistic(
            "one gender for all", lambda weights: np.min([loss(weights) for loss in losses], axis=0), len(scores)
        )

    def nulls(self, scores: Scores) -> Mapping[str, float]:
        """A translator that always says they."""
        return {"always they": 100.0}

    def competence(self, scores: Scores) -> str | None:
        """Translations without a word that tells a person at all are none. Where several genders are written, they must
        surely have something to do with the source; one for nearly all is a habit, which is what is measured."""
        if not len(scores):
            return ""
        classes = scores.column("class")
        names, times = np.unique(classes, return_counts=True)
        shares = dict(zip(names.tolist(), (times / len(scores)).tolist(), strict=True))
        if (share := shares.get("unclassified", 0.0)) > 0.5:
            return f"{share:.0%} of its translations name nobody"
        if max(shares.values()) >= HABIT:
            return ""
        return _reason_unread(scores.column("told"), classes)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        expected, classes = scores.column("told"), scores.column("class")
        counts: dict[str, Plain] = {
            gender: {name: int(np.sum((expected == word) & (classes == name))) for name in CLASSES}
            for gender, word in _CLASS_OF.items()
        }
        return {**counts, "unclassified": float(np.mean(classes == "unclassified")) if len(scores) else 0.0}


def _reason_unread(expected: NDArray[np.generic], classes: NDArray[np.generic]) -> str | None:
    """Right minus wrong genders, summed over those told, must be clearly above 0: luck and habits give 0."""
    other = np.where(expected == "she", "he", "she")
    gains = [((classes == expected) * 1.0 - (classes == other))[expected == name] for name in _CLASS_OF.values()]
    if min(map(len, gains)) < FEWEST:
        return None
    mean = sum(float(gain.mean()) for gain in gains)
    error = np.sqrt(sum(float(gain.var(ddof=1)) / len(gain) for gain in gains))
    return "" if mean > CLEAR * error else "luck would tie the genders that it writes to those of the source as closely"
