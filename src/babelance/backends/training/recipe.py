"""How to train: how long, in what steps, when to stop; and how the learning rate rises and falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from babelance.core.errors import InputError

Precision = Literal["auto", "float32", "bfloat16"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train. `warm_up` counts steps, or is a share of all steps if below 1; `patience` is how many epochs
    without a better score are waited for (None: all epochs are trained), once the score is `enough` (None: any is).
    `precision` is that of matrix products; weights are float32. `auto` is bfloat16 on graphics cards that have it.

    With `until` training stops at the first epoch, from the `at_least`-th on, that has this score, and keeps its
    weights: nobody knows how long that takes, so the learning rate does not fall."""

    epochs: int = 5
    batch: int = 32
    rate: float = 2e-5
    warm_up: float = 0.06
    clip: float = 1.0
    decay: float = 0.0
    epsilon: float = 1e-8
    seed: int = 0
    patience: int | None = None
    enough: float | None = None
    save_seconds: float = 60.0
    precision: Precision = "auto"
    until: float | None = None
    at_least: int = 1

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.batch < 1:
            raise InputError(f"Epochs and batch must be at least 1, not {self.epochs} and {self.batch}.")
        if not 0 < self.rate < 1:
            raise InputError(f"The learning rate lies between 0 and 1, not {self.rate}. Usual is 2e-5.")
        if self.warm_up < 0 or self.clip <= 0:
            raise InputError(f"Warm-up must not be negative and clip above 0, not {self.warm_up} and {self.clip}.")


def rate_factor(step: int, steps: int, warm_up: float) -> float:
    """What the learning rate is multiplied with at a step (from 0): up in a line, then down to 0 in a line."""
    rising = rising_steps(steps, warm_up)
    if step < rising:
        return (step + 1) / (rising + 1)
    return max(0.0, (steps - step) / max(steps - rising, 1))


def rising_steps(steps: int, warm_up: float) -> float:
    """Steps before the full rate: a number, or a share of all."""
    return warm_up * steps if warm_up < 1 else min(warm_up, steps)
