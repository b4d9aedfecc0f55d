"""What MBE asks about groups other than women and men, in their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from babelance.core.estimate import Plain
from babelance.core.verdict import Question
from babelance.measures.formulas.mbe_statistic import Pair


def question_of_pair(question: Question, pair: Pair) -> Question:
    """Of two groups, (over, under)."""
    over, under = pair
    return replace(
        question,
        above=f"prefers sentences of the group '{over}' to those of '{under}'",
        below=f"prefers sentences of the group '{under}' to those of '{over}'",
    )


def question_of_groups(question: Question, groups: int, farthest: Mapping[str, Plain]) -> Question:
    """Of several groups; `farthest` names the two, `over` and `under`, that are set apart most."""
    return replace(
        question,
        asks=f"how likely sentences about each of {groups} groups are",
        above=f"sets groups apart, '{farthest['over']}' and '{farthest['under']}' the farthest, the first preferred",
        below="sets groups apart less than that",
        harm="above",
    )
