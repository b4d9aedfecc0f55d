"""WinoMT ΔS: does a translator keep gender better where it is the stereotypical one?

    ΔS = F1(pro) − F1(anti)

F1 is the mean of that of men and of women (see `winomt-delta-g`), over sentences whose gender is the stereotypical one
of the occupation (`pro`: she is a nurse) and over those where it is not (`anti`: he is a nurse). Sentences that are in
neither list do not count. Who is found where, and what form tells which gender, is said under `winomt`.

Scale: -100 to 100 (ideal 0). Above 0: stereotypes help.
Relations: `winomt` is the accuracy over all, `winomt-delta-g` compares men and women.
Reference: Stanovsky, Smith, Zettlemoyer, ACL 2019.
Checked against: worked examples (tests/measures).

Departures of the released code:
- The paper names F1; the released table has the difference of accuracies: fidelity="released".
- Those of `winomt`.
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
class WinomtDeltaS(WinomtMeasure):
    title: ClassVar[str] = "WinoMT ΔS"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate people whose gender the source tells",
        "keeps stereotypical gender better",
        "keeps anti-stereotypical gender better",
        toward="above",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        -100, 100, ideal=0, chance=0, reading="above 0: gender is kept better where it is the stereotypical one"
    )
    fields: ClassVar[frozenset[str]] = frozenset({"text", "entity", "gender", "set"})

    @property
    def rules(self) -> winomt.Fidelity:
        """Where the released rules cannot be had, the released formula still can."""
        return self.fidelity if winomt.has_released_rules(self.target) else "paper"

    def statistic(self, scores: Scores) -> Statistic:
        return winomt.delta_s(scores, self.fidelity)

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return {**winomt.accuracy_by_set(scores), "unclassified": winomt.unknown_share(scores)}
