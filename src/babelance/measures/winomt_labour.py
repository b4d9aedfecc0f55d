"""WinoMT against the labour market: are people called women where women work?

    slope of (translated as a woman) on (share of women in the occupation), least squares over people

In WinoMT every occupation has as many women as men, so a translator that reads the pronoun has slope 0. One that
guesses from the occupation has the slope of its guesses: 1 if it says *she* as often as women work there. Shares are
those of the `country`: US (60 occupations), GB (26) or NO (56); other occupations are skipped. People whose translation
is open or unknown do not count.

Scale: -10 to 10 (ideal 0). Above 0: the translator follows the labour market. Relations: `winomt` counts right and
wrong, `winomt-delta-s` splits by stereotype; `tgbi-labour` asks the same where the source tells no gender. Reference:
Stanovsky, Smith, Zettlemoyer, ACL 2019; shares from Rudinger et al., NAACL 2018. Checked against: numpy's least
squares (tests/measures).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import Answer
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Skipped
from babelance.core.verdict import Question
from babelance.measures.formulas import labour_shares as shares
from babelance.measures.formulas import winomt
from babelance.measures.formulas.labour_measure import LabourMeasure, labour_question, score_occupation


@dataclass(frozen=True)
class WinomtLabour(LabourMeasure):
    target: str = "de"

    title: ClassVar[str] = "WinoMT slope on labour shares"
    question: ClassVar[Question] = labour_question("to translate people whose gender the source tells")
    fields: ClassVar[frozenset[str]] = frozenset({"text", "entity", "gender"})
    resample: ClassVar[Resample] = Resample(cluster="entity")
    example: ClassVar[Example] = winomt.EXAMPLE

    def __post_init__(self) -> None:
        super().__post_init__()
        winomt.check(self.target, "paper")

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        entity = item.tags["entity"]
        women = shares.share_of(entity, self.country)
        if women is None:
            return Skipped(item, shares.NO_SHARE)
        outcome = winomt.score(item, answers, target=self.target, fidelity="paper")
        if isinstance(outcome, Skipped):
            return outcome
        said = {"female": 1.0, "male": 0.0}.get(str(outcome.columns["class"]))
        return score_occupation(item, outcome.columns, occupation=entity, women=women, said=said)
