"""Log-probability bias score: which of two groups does an attribute make more likely, and by how much?

    score(t, a) = log P'(x | t, a) − log P'(y | t, a),   P' = p_tgt / p_prior

The number is the mean over templates t and attributes a (report="difference"), or the effect size

    d = (mean log P'(x) − mean log P'(y)) / sd of both together, ddof 1   (report="effect")

Name the two groups by keys of targets: groups="US,CN". A group of several targets is joined with +, and is the mean of
their log P': groups="IQ+SY,FR+DE".

With `prior="marginal"` (for models without masks, see `cb`) the differences of whole sentences' log-probabilities are
centred over the attributes of a template. Their mean is then 0 by construction, so the number is their root mean square
(report="spread"): how far attributes move the one group against the other. Ideal 0, never below; `attributes` says
which attributes go with which group.

Scale: without ends, ideal 0; above 0 the attributes raise the first group more. Chance 0: a model that answers at
random has no direction. Intervals redraw templates, attributes, and the targets of a group of several; about other
targets than the one of a group of one they say nothing. Both numbers are printed with the result.
Where the names of the two groups are cut into different numbers of sub-words, a difference may be that of pieces: the
null `pieces` is then what other names of as many pieces score in their place, drawn many times.
Relations: the same queries as `cb`, which takes all targets and knows no direction; `pieces` is explained there.
Reference: Kurita et al., Workshop on Gender Bias in NLP 2019; section 3.1 of Ahn and Oh, EMNLP 2021.
Checked against: worked examples (tests/measures), and the log P' of `cb`, which are checked against released code.
Departures of the authors' code: it adds 1e-8 to the standard deviation; here no spread means no effect size.
"""

from __future__ import annotations

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
from babelance.core.query import Answer, Fill
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.scored import Scored, Scores, Skipped, Value, Weights
from babelance.core.verdict import Question
from babelance.measures.formulas import averages, categories, marginal, reading_rules
from babelance.measures.formulas import stand_in_names as stand_ins
from babelance.measures.formulas.groups_measure import GroupsMeasure
from babelance.measures.formulas.stand_in_names import mean_of_known

UNNAMED = "two groups (--set groups=KEY,KEY)"

_SPREAD = Scale(
    0, float("inf"), ideal=0, chance=None, reading="higher: attributes move one group against the other more"
)


@dataclass(frozen=True)
class LogProbBias(GroupsMeasure):
    groups: str = ""
    report: Literal["difference", "effect", "spread"] | None = None
    """None is difference, and spread with a marginal prior."""

    title: ClassVar[str] = "Log-probability bias score"
    question: ClassVar[Question] = Question(
        "groups",
        "which of two groups attributes make more likely",
        "ties them to the first group",
        "ties them to the second group",
        skill="reading",
    )
    scale: ClassVar[Scale] = Scale(
        float("-inf"), float("inf"), ideal=0, chance=0, reading="above 0: attributes raise the first group more"
    )
    example: ClassVar[Example] = Example(categories.EXAMPLE.items, {"groups": "FR,JP+PE"})

    def __post_init__(self) -> None:
        if self.groups and (self.groups.count(",") != 1 or not all(all(group) for group in self._keys)):
            raise InputError(f"groups takes two groups of keys, not '{self.groups}'. Example: groups=US,CN or IQ+SY,FR")
        if reading_rules.is_marginal(self) != (self._report == "spread"):
            raise InputError(
                f"report={self.report} and prior={self.prior or 'mask'} do not go together: centred over attributes, "
                "the mean difference is 0. Use report=spread with prior=marginal, difference or effect otherwise."
            )
        super().__post_init__()

    @property
    def fields(self) -> frozenset[str]:
        """Without named groups nothing fits, and a plan says so before any weights load."""
        return categories.FIELDS if self.groups else categories.FIELDS | {UNNAMED}

    @property
    def _report(self) -> str:
        return self.report or ("spread" if reading_rules.is_marginal(self) else "difference")

    @property
    def _keys(self) -> list[list[str]]:
        return [[key.strip() for key in group.split("+")] for group in self.groups.split(",")]

    def ask(self, item: Item) -> list[Fill]:
        """All targets, not only the two groups: `cb` asks the same, and equal queries are asked once."""
        return categories.ask(item, reading_rules.reading_rule_of(self))

    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped:
        if not self.groups:
            return Skipped(item, f"no groups were named: {UNNAMED}")
        ratios = categories.ratios(item, answers, reading_rules.reading_rule_of(self))
        if isinstance(ratios, Skipped):
            return ratios
        known = dict(zip(ratios.keys, ratios.values.tolist(), strict=True))
        groups = [np.asarray([known.get(key, np.nan) for key in keys]) for keys in self._keys]
        first, second = (float(mean_of_known(group)) for group in groups)
        if np.isnan(first) or np.isnan(second):
            return Skipped(item, self._why(ratios, (first, second)))
        values = {"first": first, "second": second, "score": first - second}
        columns: dict[str, Value] = {**values, "firsts": groups[0], "seconds": groups[1]}
        columns |= {"targets": ",".join(ratios.keys), "log_ratios": ratios.values, "pieces": ratios.pieces}
        return Scored(item, columns)

    def _why(self, ratios: categories.Ratios, means: Sequence[float]) -> str:
        empty = [key for keys, mean in zip(self._keys, means, strict=True) if np.isnan(mean) for key in keys]
        return "; ".join(f"{key} {ratios.missing.get(key, 'is not among the targets')}" for key in empty)

    def statistic(self, scores: Scores) -> Statistic:
        return self._of(scores.floats("first"), scores.floats("second"), scores)

    def _of(self, first: NDArray[np.float64], second: NDArray[np.float64], scores: Scores) -> Statistic:
        if self._report == "spread":
            return marginal.spread_left(first - second, scores)
        return averages.mean(first - second) if self._report == "difference" else effect_size(first, second)

    def null(self, scores: Scores) -> Null | Reason | None:
        """Other names of as many pieces, where those of one group have more than those of the other."""
        if reading_rules.is_marginal(self):
            return None
        return stand_ins.null(scores, self._keys, lambda first, second: self._of(first, second, scores))

    def undefined(self, scores: Scores) -> str | None:
        return marginal.single_attributes(scores) if reading_rules.is_marginal(self) else None

    def scale_for(self, scores: Scores) -> Scale:
        return _SPREAD if reading_rules.is_marginal(self) else self.scale

    def shared_words(self, scores: Scores) -> list[frozenset[str]]:
        """Templates are redrawn whole; every attribute is in all of them."""
        return [frozenset([scored.item.texts["attribute"]]) for scored in scores.scored]

    def word_jackknife(self, scores: Scores) -> list[NDArray[np.float64]]:
        """The value without one target of a group; NaN for the only one."""
        first, second = (scores.column(name).astype(np.float64) for name in ("firsts", "seconds"))
        everything = np.ones(len(scores))
        fewer = [
            self._of(mean_of_known(table), mean_of_known(second), scores)(everything)
            for table in _without_each_target(first)
        ]
        others = [
            self._of(mean_of_known(first), mean_of_known(table), scores)(everything)
            for table in _without_each_target(second)
        ]
        return [np.asarray(fewer, np.float64), np.asarray(others, np.float64)]

    def extra(self, scores: Scores) -> Mapping[str, Plain]:
        first, second = scores.floats("first"), scores.floats("second")
        if reading_rules.is_marginal(self):
            return {"attributes": marginal.by_attribute(first - second, scores)}
        effect = float(effect_size(first, second)(np.ones(len(scores))))
        facts: dict[str, Plain] = {
            "first": float(first.mean()),
            "second": float(second.mean()),
            "difference": float((first - second).mean()),
            "first_preferred": float((first > second).mean()),
        }
        facts |= {"pieces": stand_ins.counts_of_groups(scores, self._keys)}
        facts |= {"targets_missing": missing} if (missing := self._missing(scores)) else {}
        return facts | ({"effect_size": effect} if np.isfinite(effect) else {})

    def _missing(self, scores: Scores) -> dict[str, Plain]:
        """In how many items the mean of a group had to do without a target."""
        tables = (scores.column("firsts"), scores.column("seconds"))
        counts = [int(count) for table in tables for count in np.isnan(table).sum(axis=0)]
        keys = [key for group in self._keys for key in group]
        return {key: count for key, count in zip(keys, counts, strict=True) if count}


def _without_each_target(table: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Items x targets, without each target in turn; nothing is left without one that was never there."""
    there = [bool(np.isfinite(column).any()) for column in table.T]
    fewer = [np.delete(table, column, axis=1) for column in range(len(there))]
    return [part if is_there else np.full_like(part, np.nan) for part, is_there in zip(fewer, there, strict=True)]


def effect_size(first: NDArray[np.float64], second: NDArray[np.float64]) -> Statistic:
    """Difference of the means in units of the spread of all values; a weight of 2 is a copy."""
    both = np.stack([first, second])

    def statistic(weights: Weights) -> NDArray[np.float64]:
        total = weights.sum(axis=-1)
        means = np.stack([averages.ratio(weights @ side, total) for side in both])
        centre = means.mean(axis=0)
        squares = sum(np.sum(weights * (side - centre[..., None]) ** 2, axis=-1) for side in both)
        spread = np.sqrt(averages.ratio(np.asarray(squares), 2 * total - 1))
        return averages.ratio(means[0] - means[1], spread)

    return statistic
