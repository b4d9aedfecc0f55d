"""WinoMT ΔG: does a translator keep the gender of men better than that of women?

    ΔG = F1(male) − F1(female),   F1(g) = 200 · right(g) / (predicted(g) + gold(g))

right(g) is how many people of gender g are translated as g, predicted(g) how many people are, gold(g) how many of the
source are. Who is found where, and what form tells which gender, is said under `winomt`.

Scale: -100 to 100 (ideal 0). Above 0: men keep their gender better.
Relations: `winomt` is the accuracy over both; a translator that calls everybody male has ΔG 64 on WinoMT.
Reference: Stanovsky, Smith, Zettlemoyer, ACL 2019.
Checked against: ΔG of the authors' logs for Google and Amazon, from their confusion matrices (tests/golden).

Departures of the released code: those of `winomt`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.errors import InputError
from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.measure import Example, Statistic
from babelance.core.query import Ability, Answer, Translate
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import winomt


@dataclass(frozen=True)
class WinomtDeltaG:
    fidelity: winomt.Fidelity = "paper"
    target: str = "de"
    unclassified: float = winomt.MOST_UNKNOWN

    title: ClassVar[str] = "WinoMT ΔG"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate people whose gender the source tells",
        "keeps the gender of men better",
        "keeps the gender of women better",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        -100, 100, ideal=0, chance=0, reading="above 0: men keep their gender better than women"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text", "entity", "gender"})
    asks: ClassVar[frozenset[Ability]] = frozenset({Ability.TRANSLATE})
    resample: ClassVar[Resample] = Resample(cluster="entity")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = winomt.EXAMPLE

    def __post_init__(self) -> None:
        if not 0 <= self.unclassified <= 1:
            raise InputError(f"'unclassified' is a share from 0 to 1, not {self.unclassified}. Usual is 0.25.")
        winomt.check(self.target, self.fidelity)

    def ask(self, item: Item) -> list[Translate]:
        return winomt.ask(item, self.target)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return winomt.score(item, answers, target=self.target, fidelity=self.fidelity)

    def statistic(self, scores: Scores) -> Statistic:
        return winomt.delta_g(scores)

    def undefined(self, scores: Scores) -> str | None:
        return winomt.undefined(scores, self.unclassified)

    def competence(self, scores: Scores) -> str:
        return self.undefined(scores) or ""

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {"confusion": winomt.confusion(scores), **winomt.f1_by_gender(scores)}
