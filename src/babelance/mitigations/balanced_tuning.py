"""Balanced fine-tuning: a translator into English is trained on pairs in which women and men are equally frequent.

A pair whose English names one gender that its source does not tell (Hungarian *ő*) is trained on with *she* and with
*he*; with `they` also with *they*, or with *they* alone. All other pairs stay, so that what the source tells is kept
and the rest is not forgotten.

Reference: Saunders and Byrne, ACL 2020 (small balanced sets); Zmigrod et al., ACL 2019, and Lu et al., 2020
(counterfactual augmentation).
Checked against: worked examples (tests/mitigations).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from babelance.core.mitigation import Example, Tell
from babelance.core.option import Flag
from babelance.languages.reading.pronouns import classifier
from babelance.languages.reading.told import teller
from babelance.mitigations.translators.example import LANGUAGE, translator_example, write_pairs
from babelance.mitigations.translators.further_pairs import Intervention, PairTuning, tune_pairs
from babelance.text.english_pronouns import neutral, swap_genders
from babelance.text.translation_pairs import Pair

Say = Literal["both", "they", "all"]
KEPT, BALANCED = "as they are", "open in the source, one gender in English"


@dataclass(frozen=True)
class BalancedTuning:
    """Train a translator on pairs with as many women as men, or with they. For translators into English.

    --corpus is a parallel corpus: TSV (English first), TMX, OPUS zip, or EN,XX: two files line by line.

    Example: babelance mitigate balanced-tuning -m opus-mt-tr-en -l tr -c en-tr.tsv.gz -o tr-en-balanced
    """

    language: Annotated[str, LANGUAGE] = ""
    say: Annotated[
        Say, Flag("What open sources are trained to become: both (she and he alike), they, or all three.")
    ] = "both"
    tuning: PairTuning = field(default_factory=PairTuning)

    title: ClassVar[str] = "Balanced fine-tuning of a translator"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        counts: Counter[str] = Counter()
        change = Intervention(
            "balanced-tuning", self.language, lambda pair: self.balance(pair, counts), {"say": self.say}, counts
        )
        return tune_pairs(model, corpus, out, change, self.tuning, tell=tell)

    def balance(self, pair: Pair, counts: Counter[str]) -> list[Pair]:
        """What stands for a pair in training."""
        if teller(self.language)(pair.source) != "open" or classifier("en")(pair.target) not in ("she", "he"):
            counts[KEPT] += 1
            return [pair]
        counts[BALANCED] += 1
        either = [pair, Pair(pair.source, swap_genders(pair.target))]
        they = [Pair(pair.source, neutral(pair.target))]
        return {"both": either, "they": they, "all": [*either, *they]}[self.say]

    @classmethod
    def example(cls, folder: Path) -> Example:
        tuning = PairTuning(epochs=1, held_out=2)
        return translator_example(cls("tr", tuning=tuning), folder, corpus=(write_pairs(folder),), kind="seq2seq")


mitigation = BalancedTuning
