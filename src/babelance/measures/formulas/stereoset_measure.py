"""What the three scores of StereoSet have in common: they ask the same queries about the same items.

s is the mean log-probability of the filler's sub-words, put back from left to right (a causal model: of the whole
sentence). Intersentence items (`task`) are scored the same way; the authors trained a next-sentence head for them
instead. Intervals redraw target terms, and words that stand for the blank of several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import Ability, Answer, Fill
from babelance.core.scale import Resample
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.formulas import stereoset


@dataclass(frozen=True)
class StereoSetMeasure:
    fidelity: Literal["paper", "released"] = "paper"
    task: stereoset.Task = "intrasentence"

    fields: ClassVar[frozenset[str]] = frozenset({"context", "stereotype", "anti", "unrelated"})
    resample: ClassVar[Resample] = Resample(cluster="target")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    example: ClassVar[Example] = stereoset.STEREOSET_EXAMPLE

    @property
    def asks(self) -> frozenset[Ability]:
        return stereoset.stereoset_abilities(self.fidelity)

    def ask(self, item: Item) -> list[Fill]:
        return stereoset.ask_stereoset(item, fidelity=self.fidelity, task=self.task)

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        return stereoset.score_stereoset(item, answers)

    def shared_words(self, scores: Scores) -> list[frozenset[str]]:
        return stereoset.stereoset_fillers(scores)
