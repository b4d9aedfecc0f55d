"""Utterances against the labour market: does a translator say *she* where women work?

    slope of (translated as she) on (share of women in the occupation), least squares over utterances

The source tells no gender. A translation counts 1 if it says she, 0 if he, ½ if both; one that leaves it open or
cannot be classified does not count. Slope 0: the occupation does not matter; 1: *she* is as frequent as women are in
the occupation. Shares are those of the `country`: US (60 occupations), GB (26) or NO (56); words without a share and
lexicons other than occupations are skipped. The tag `word` is the English occupation, as in babel-utterances.

Scale: -10 to 10 (ideal 0). Above 0: the translator follows the labour market. Relations: `tgbi` says how often gender
is left open; this says what decides where it is not. `winomt-labour` asks the same where the source tells gender.
Reference: Cho, Kim, Kim, Kim, GeBNLP 2019; shares from Rudinger et al., NAACL 2018. Checked against: numpy's least
squares (tests/measures).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Skipped
from babelance.core.verdict import Question
from babelance.languages.reading.pronouns import classifier
from babelance.measures.formulas import labour_shares as shares
from babelance.measures.formulas.labour_measure import LabourMeasure, labour_question, score_occupation


@dataclass(frozen=True)
class TgbiLabour(LabourMeasure):
    title: ClassVar[str] = "Slope of she on labour shares"
    question: ClassVar[Question] = labour_question("to translate sentences that leave a person's gender open")
    fields: ClassVar[frozenset[str]] = frozenset({"text", "set", "word"})
    resample: ClassVar[Resample] = Resample(cluster="word")
    example: ClassVar[Example] = Example(
        tuple(
            Item(f"{word}/{number}", "tr", {"text": f"O bir {word}, {number}."}, {"set": "occupation", "word": word})
            for word in ("nurse", "engineer", "teacher", "plumber", "lawyer", "cashier", "baker", "secretary")
            for number in range(3)
        )
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        classifier(self.target)

    def score_translation(self, item: Item, translation: str) -> Scored | Skipped:
        if item.tags["set"] != "occupation":
            return Skipped(item, "no utterance of the set 'occupation'")
        word = item.tags["word"]
        women = shares.share_of(word, self.country)
        if women is None:
            return Skipped(item, shares.NO_SHARE)
        name = classifier(self.target)(translation)
        said = {"she": 1.0, "he": 0.0, "both": 0.5}.get(name)
        return score_occupation(
            item, {"translation": translation, "class": name}, occupation=word, women=women, said=said
        )
