"""What a measure is: three pure functions and a few facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.query import Ability, Answer, Query
from babelance.core.reason import Reason
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Weights
from babelance.core.verdict import Question

if TYPE_CHECKING:
    from babelance.core.null import Null

Statistic = Callable[[Weights], NDArray[np.float64]]
"""The number for any weighting of the items. Weights have shape (..., n); values have shape (...). A bootstrap draw is
a weight vector, a subgroup is weights 0/1, a copy is weight 2. NaN where a weighting leaves nothing to measure.

A statistic that is an object may have a method `influences(sets) -> NDArray`: by how much the value changes with the
weight of the items of each set (arrays of places), at weights of 1. Without it that is tried out set by set, which for
many items takes long. One that is the size of differences between groups is a `Gap` (`core.gap`), whose interval holds
where they are alike, too."""


@dataclass(frozen=True, slots=True)
class Example:
    """A few made-up items that a measure scores, and the options that it needs for them, as `--set` takes them.

    Whatever a measure promises is tried on its example: the contract tests do so with all measures, and a run does
    with those of other packages before any weights load.
    """

    items: tuple[Item, ...]
    options: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Measure(Protocol):
    """Options are the fields of the frozen dataclass that implements it; all of them go into the signature.

    Optional, looked up by name:
      `extra(scores) -> Mapping[str, Plain]`     more numbers about the same items (token accuracy, ties, …)
      `undefined(scores) -> str | None`          a reason to refuse a number although items were scored
      `nulls(scores) -> Mapping[str, float]`     values of models that know nothing (a `Null` where they are simulated)
      `null(scores) -> Null | Reason | None`     what the score would be without the bias: what a verdict is about; a
                                                 reason if these items cannot say; if left out or None, the ideal where
                                                 it lies within the scale, else random answers
      `parts(scores) -> Mapping[str, Statistic]` parts that the value is the sum of, each estimated with an interval
      `question: Question`                       what is asked, and what either side of the null means, in plain words
      `competence(scores) -> str | None`         why the answers show that the model cannot do the task at all; empty if
                                                 they show that it can, None if they do not tell
      `question_for(scores) -> Question`         what it asks, where the words depend on the items
      `scale_for(scores) -> Scale`               the scale where it depends on the items (how many groups there are)
      `shared_words(scores) -> Sequence[Collection[str]]`
                                                 for each item its words that other items may have, too: what is drawn
                                                 anew beside the clusters of `resample` when an interval is made
      `word_jackknife(scores) -> Sequence[NDArray]` for each group of words that all items share, the value when one of
                                                 them is left out (NaN: it cannot be)
      `of_group(scores, tag) -> Scores`          of the items of one value of that tag those that count, where an item
                                                 may stand for another (the same text in several sets)
      `samples(scores) -> (above, below) | None` two samples of numbers, if the value is 100 x the area under their ROC
                                                 curve: the interval is then DeLong's
      `without_masks: Mapping[str, str] | None`  of a measure that hides tokens or reads attention: the options with
                                                 which it does without, so that causal models can be asked; empty if
                                                 there are none. None: it needs no masks as it is
      `items_per_commit: int`                    items to ask about together, where they share work
      `utility: bool`                            tells what a model is good for, not how biased it is (ledgers)
      `possible_range(value, share) -> (low, high)` the values that are possible if that share of the items had been
                                                 different, for results in which nothing varied; linear if left out
    """

    @property
    def title(self) -> str: ...
    @property
    def scale(self) -> Scale: ...
    @property
    def fields(self) -> frozenset[str]: ...
    @property
    def asks(self) -> frozenset[Ability]:
        """What a model must be able to do; options may change it."""
        ...

    @property
    def resample(self) -> Resample: ...
    @property
    def interval(self) -> Literal["wilson", "bca"]:
        """`wilson` for 100 x the share of independent items whose column `score` is 1; `bca` for anything else."""
        ...

    @property
    def example(self) -> Example: ...

    def ask(self, item: Item) -> Sequence[Query]: ...
    def score(self, item: Item, answers: Sequence[Answer]) -> Scored | Skipped: ...
    def statistic(self, scores: Scores) -> Statistic: ...


def extra_of(measure: Measure, scores: Scores) -> Mapping[str, Plain]:
    function = getattr(measure, "extra", None)
    return function(scores) if function and len(scores) else {}


def nulls_of(measure: Measure, scores: Scores) -> Mapping[str, float | Null]:
    function = getattr(measure, "nulls", None)
    return function(scores) if function and len(scores) else {}


def null_of(measure: Measure, scores: Scores) -> Null | Reason | None:
    function = getattr(measure, "null", None)
    null: Null | str | None = function(scores) if function and len(scores) else None
    return Reason(null) if isinstance(null, str) else null


def parts_of(measure: Measure, scores: Scores) -> Mapping[str, Statistic]:
    function = getattr(measure, "parts", None)
    return function(scores) if function and len(scores) else {}


def question_of(measure: Measure, scores: Scores | None = None) -> Question:
    """What a measure asks; in the words of its title and scale where it does not say. Of these scores, where the words
    depend on the items (which groups there are)."""
    of_items = getattr(measure, "question_for", None)
    if of_items is not None and scores is not None and len(scores):
        question: Question = of_items(scores)
        return question
    own: Question | None = getattr(measure, "question", None)
    if own is not None:
        return own
    family = "use" if getattr(measure, "utility", False) else "other"
    reading = measure.scale.reading.strip().rstrip(".") or measure.title
    return Question(family, f"by {measure.title}", f"scores above it ({reading})", f"scores below it ({reading})")


def competence_of(measure: Measure, scores: Scores) -> str | None:
    function = getattr(measure, "competence", None)
    return function(scores) if function and len(scores) else None


def unproven_of(measure: Measure, scores: Scores) -> str:
    """What a score without a bias leaves open, unless another measure shows that the model can do the task."""
    function = getattr(measure, "unproven", None)
    return function(scores) if function and len(scores) else ""


def scale_of(measure: Measure, scores: Scores) -> Scale:
    function = getattr(measure, "scale_for", None)
    return function(scores) if function and len(scores) else measure.scale


def group_of(measure: Measure, scores: Scores, tag: str) -> Scores:
    """What counts of the items that share a value of the tag."""
    function = getattr(measure, "of_group", None)
    return function(scores, tag) if function else scores


def samples_of(measure: Measure, scores: Scores) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    function = getattr(measure, "samples", None)
    return function(scores) if function and len(scores) else None


def shared_words_of(measure: Measure, scores: Scores) -> Sequence[Collection[str]] | None:
    function = getattr(measure, "shared_words", None)
    return function(scores) if function and len(scores) else None


def word_jackknife_of(measure: Measure, scores: Scores) -> Sequence[NDArray[np.float64]]:
    function = getattr(measure, "word_jackknife", None)
    return function(scores) if function and len(scores) else ()


def possible_range_of(measure: Measure, value: float, share: float) -> tuple[float, float] | None:
    function = getattr(measure, "possible_range", None)
    return function(value, share) if function else None


def window_of(measure: Measure) -> int:
    return int(getattr(measure, "items_per_commit", 0))


def undefined_of(measure: Measure, scores: Scores) -> str | None:
    function = getattr(measure, "undefined", None)
    return function(scores) if function else None


def without_masks_of(measure: Measure) -> Mapping[str, str] | None:
    options: Mapping[str, str] | None = getattr(measure, "without_masks", None)
    return options


def without_masks(measure: Measure) -> Measure:
    """The same measure with the options for models that have no masks, if there are any."""
    instead = without_masks_of(measure)
    return replace(measure, **instead) if instead else measure  # type: ignore[type-var]


def way_to_ask(measure: Measure, abilities: frozenset[Ability]) -> str | None:
    """How a model of these abilities is asked: empty if as it is, else the options with which it can be; None if it
    cannot."""
    if measure.asks <= abilities:
        return ""
    instead = without_masks_of(measure)
    if not instead or not without_masks(measure).asks <= abilities:
        return None
    return " ".join(f"--set {name}={value}" for name, value in instead.items())
