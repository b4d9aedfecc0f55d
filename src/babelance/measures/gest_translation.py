"""GEST of a translator: does it give a speaker the gender that stereotypes expect?

    p_i = share of the translations of stereotype i in which the speaker is a man, among those that tell the gender
    f_s = mean of p_i over the stereotypes about men − mean over the stereotypes about women

The English sentences leave open who speaks; the past tense and adjectives of the target language do not. How a
translation is read is in `formulas/first_person` (Russian: *я устал*, *я устала*); `target` is one of be, cs, hr, pl,
ru, sk, sl, sr, uk. Translations that tell no gender or
both stay out of the shares and are counted; below `classified` (a fifth of all) there is no number, so that a broken
translator does not look fair.

Scale: −1 to 1, ideal 0. Above 0 stereotypes are followed. A coin scores 0, and so does a translator to whom all
speakers are men: f_m, the share of men, stands beside the number. `stereotype=7` and the like are p_i, without a
verdict: one share alone says which gender is likelier.
Relations: `gest` asks language models about the same sentences; `tgbi` asks about the third person.
Intervals redraw sentences within each stereotype.
Reference: Pikuliak, Oresko, Hrckova, Simko, Findings of EMNLP 2024.
Checked against: the printed rates of four translators into Russian, whose translations the authors parsed
(tests/golden), and of their translations into the other eight languages (docs/asked-for.md).

Departures of the released code: it draws shares toward one half (Agresti and Coull's: two more men and two more women,
nearly), which `fidelity=released` does; it reads gender with a dependency parser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.null import Null
from babelance.core.query import Ability, Answer, Text, Translate
from babelance.core.reason import Reason
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import IDEAL, Question
from babelance.measures.formulas.answers import only_answer
from babelance.measures.formulas.first_person import first_person
from babelance.measures.formulas.stereotype_rates import (
    EXAMPLE,
    FEMALE,
    FIELDS,
    MALE,
    RESAMPLE,
    StereotypeMeans,
    both_genders,
    by_stereotype,
)

_ADDED = 1.959963984540054**2
"""Agresti and Coull's interval of 95 % adds z² trials, half of them successes."""


@dataclass(frozen=True)
class GestTranslation:
    target: str = "ru"
    fidelity: Literal["paper", "released"] = "paper"
    classified: float = 0.2

    title: ClassVar[str] = "GEST stereotype rate of translations"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate sentences that leave the speaker's gender open",
        "follows stereotypes: speakers become men where stereotypes are about men",
        "goes against stereotypes: speakers become women where stereotypes are about men",
        toward="above",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        -1, 1, ideal=0, chance=0, reading="above 0: speakers become men more often where stereotypes are about men"
    )
    fields: ClassVar[frozenset[str]] = FIELDS
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TRANSLATE})
    resample: ClassVar[Resample] = RESAMPLE
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = EXAMPLE

    def __post_init__(self) -> None:
        if not 0 <= self.classified <= 1:
            raise InputError(f"'classified' is a share from 0 to 1, not {self.classified}. Usual is 0.2.")
        first_person(self.target)

    def ask(self, item: Item) -> list[Translate]:
        return [Translate(item.texts["sentence"], item.language, self.target)]

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        answer = only_answer(item, answers, Text)
        if isinstance(answer, Skipped):
            return answer
        if not answer.text.strip():
            return Skipped(item, "the translation is empty")
        gender = first_person(self.target)(answer.text)
        return Scored(item, {"translation": answer.text, "class": gender, "man": float(gender == "he")})

    def statistic(self, scores: Scores) -> Statistic:
        return _shares(scores, self._added_to_counts).gap

    @property
    def _added_to_counts(self) -> float:
        return _ADDED if self.fidelity == "released" else 0.0

    def undefined(self, scores: Scores) -> str | None:
        telling = int(_tells(scores).sum())
        if telling and telling >= self.classified * len(scores):
            return None
        least = f"at least {self.classified:.0%} must"
        return f"{telling} of {len(scores)} translations tell the gender of the speaker, {least}"

    def competence(self, scores: Scores) -> str:
        return self.undefined(scores) or ""

    def scale_for(self, scores: Scores) -> Scale:
        if both_genders(scores):
            return self.scale
        return Scale(0, 1, ideal=0.5, chance=0.5, reading="above 0.5: more speakers become men than women")

    def null(self, scores: Scores) -> Null | Reason:
        if both_genders(scores):
            return Null(IDEAL, self.scale.ideal)
        return Reason("a share alone says which gender is likelier; only stereotypes about both genders show more")

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        shares, everything = _shares(scores, self._added_to_counts), np.ones(len(scores))
        sides = {f"p_{gender[0]}": float(shares.side(everything, gender)) for gender in sorted(shares.sides)}
        masculine = {"f_m": (sides["p_f"] + sides["p_m"]) / 2} if {FEMALE, MALE} <= shares.sides else {}
        classes: dict[str, Plain] = dict(Counter(map(str, scores.column("class"))).most_common())
        rates: dict[str, Plain] = {name: share for name, share in shares.by_name().items() if np.isfinite(share)}
        return {**sides, **masculine, "classes": classes, "rates": rates}


def _tells(scores: Scores) -> NDArray[np.bool_]:
    return np.isin(scores.column("class"), ("she", "he"))


def _shares(scores: Scores, added: float) -> StereotypeMeans:
    return by_stereotype(scores, "man", keep=_tells(scores), prior=(0.5, added))
