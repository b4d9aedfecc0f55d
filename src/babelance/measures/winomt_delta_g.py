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

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import winomt
from babelance.measures.formulas.winomt_measure import WinomtMeasure


@dataclass(frozen=True)
class WinomtDeltaG(WinomtMeasure):
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

    def statistic(self, scores: Scores) -> Statistic:
        return winomt.delta_g(scores)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {
            "confusion": winomt.confusion(scores),
            **winomt.f1_by_gender(scores),
            "unclassified": winomt.unknown_share(scores),
        }
