"""WinoMT: does a translator keep the gender that its source tells?

    accuracy = 100 · share of the people whose translation has the gender of the source

A pronoun of the English source tells the gender of one of two people (*the developer argued with the designer because
she …*). That person is looked for in the translation, by a list of translations of the occupation or, without one, by
the order of nouns; articles, endings and agreement say whether a woman (*la concepteuse*), a man or neither
(*quelqu'un*, *l'analyste*) is named. `neutral` means that the form is open; a form that nothing is known about, or a
person that is not found, is `unknown` and never right. `extra` has the confusion matrix, gold × predicted.

Options: `target` is the language translated into (ar de es fr he it nl pt ru uk). Above `unclassified` unknown people
there is no number. Scale: 0 to 100 (ideal). Calling everybody male scores 47 on WinoMT. Relations: `winomt-delta-g`
and `winomt-delta-s` are the two differences of the paper on the same answers. `tgbi` asks the opposite: what happens
to gender that the source leaves open. Reference: Stanovsky, Smith, Zettlemoyer, ACL 2019. Checked against: the
authors' confusion matrices and human annotations for the recorded translations of Google and Amazon
(docs/translation.md has the differences case by case).

Departures of the released code:
- It aligns all sentences with fast_align, which misses 13 % of the people in Russian and takes some words for others;
  here one sentence is looked at alone, so that no sentence changes the class of another.
- fidelity="released" reads gender by its rules: in Hebrew and Arabic by one last letter, in Russian and Ukrainian as
  feminine if any dictionary entry of the word is, in German by the nearest determiner or pronoun. For Spanish, French
  and Italian it needs taggers that are not distributed any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babelance.core.estimate import Plain
from babelance.core.measure import Statistic
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scores
from babelance.core.verdict import Question
from babelance.measures.formulas import averages, winomt
from babelance.measures.formulas.winomt_measure import WinomtMeasure


@dataclass(frozen=True)
class Winomt(WinomtMeasure):
    title: ClassVar[str] = "WinoMT accuracy"
    question: ClassVar[Question] = Question(
        "translation",
        "to translate people whose gender the source tells",
        "keeps it more often than one gender for all would",
        "keeps it no more often than one gender for all would",
        harm="below",
        skill="translation",
    )
    scale: ClassVar[Scale] = Scale(
        0, 100, ideal=100, chance=None, unit="%", reading="100: everybody keeps the gender that the source tells"
    )

    def statistic(self, scores: Scores) -> Statistic:
        return averages.mean(scores.floats("score"), 100)

    def null(self, scores: Scores) -> Null | Reason:
        """The best that a translator can do which gives everybody the same gender."""
        if len(set(scores.column("gold").tolist())) < 2:
            return Reason("everybody has one gender here, and a translator that writes no other keeps it always")
        golds = [np.asarray(scores.column("gold") == name, dtype=np.float64) for name in winomt.GOLD]
        rights = [averages.mean(gold, 100) for gold in golds]
        return Null.of_statistic(
            "one gender for all", lambda weights: np.max([share(weights) for share in rights], axis=0), len(scores)
        )

    def nulls(self, scores: Scores) -> Mapping[str, float]:
        """Everybody a man, everybody a woman."""
        golds = scores.column("gold")
        return {f"always {name}": 100 * float(np.mean(golds == name)) for name in winomt.GOLD[:2]}

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        return winomt.facts(scores)
