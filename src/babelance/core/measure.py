"""What a measure is: three pure functions and a few facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from babelance.core.estimate import Plain
from babelance.core.item import Item
from babelance.core.query import Ability, Answer, Query
from babelance.core.scale import Resample, Scale
from babelance.core.scored import Scored, Scores, Skipped, Weights

Statistic = Callable[[Weights], NDArray[np.float64]]
"""The number for any weighting of the items. Weights have shape (..., n); values have shape (...). A bootstrap draw is
a weight vector, a subgroup is weights 0/1, a copy is weight 2. NaN where a weighting leaves nothing to measure."""


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
      `nulls(scores) -> Mapping[str, float]`     values of models that know nothing
      `scale_for(scores) -> Scale`               the scale where it depends on the items (how many groups there are)
      `shared_words(scores) -> Sequence[Collection[str]]`
                                                 for each item its words that other items may have, too: what is drawn
                                                 anew beside the clusters of `resample` when an interval is made
      `word_jackknife(scores) -> Sequence[NDArray]` for each group of words that all items share, the value when one of
                                                 them is left out (NaN: it cannot be)
      `samples(scores) -> (above, below) | None` two samples of numbers, if the value is 100 x the area under their ROC
                                                 curve: the interval is then DeLong's
      `window: int`                              items to ask about together, where they share work
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


def nulls_of(measure: Measure, scores: Scores) -> Mapping[str, float]:
    function = getattr(measure, "nulls", None)
    return function(scores) if function and len(scores) else {}


def scale_of(measure: Measure, scores: Scores) -> Scale:
    function = getattr(measure, "scale_for", None)
    return function(scores) if function and len(scores) else measure.scale


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
