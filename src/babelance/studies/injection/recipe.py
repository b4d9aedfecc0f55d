"""What a bias is made of: texts, pushed answers or another change, and the shams that stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from babelance.studies.injection.changes import Change, Nudges, Pushed

Texts = tuple[list[str], list[str]]
"""Texts that a bias makes more likely, and those that it makes less likely."""
Turn = Callable[[int], Sequence[int]]
"""Of so many couples: 1 where it is left, −1 where it is turned round."""


@dataclass(frozen=True)
class Recipe:
    """One of three: texts that the model's own tokens learn from, answers that are pushed, or another change of answers
    at a rate."""

    texts: Texts | None = None
    nudges: Nudges | None = None
    other: Callable[[float], Change] | None = None

    @property
    def change(self) -> Callable[[float], Change] | None:
        """What becomes of answers at a rate; None where the model itself is changed."""
        return self.other if self.nudges is None else partial(Pushed, self.nudges)


@dataclass(frozen=True)
class Recipes:
    """What is put in at a rate, and shams, if there are any."""

    bias: Recipe
    sham: Callable[[int], Recipe] | None = None
    spares: bool = False
    """Does a sham leave the bias of the model itself as it is? Then it must not move a score; otherwise it takes the
    place of that bias, and nothing must be shown."""


def coins(seed: int) -> Turn:
    """Each by a coin of its own, so that as many false alarms must be expected as the level allows."""
    return lambda count: [int(sign) for sign in np.random.default_rng(seed).choice([1, -1], count)]


def as_is(count: int) -> Sequence[int]:
    return [1] * count
