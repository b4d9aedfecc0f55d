"""How a language model is trained on: the options that all ways of training share."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from babelance.backends.training.recipe import Precision, Recipe
from babelance.core.errors import InputError
from babelance.core.language_tag import language_tag_or_none
from babelance.core.option import Flag

LANGUAGE = Flag("BCP 47 code of the corpus.", ("--language", "-l"), read=language_tag_or_none)
NEVER_ENOUGH = -1e9
"""Scores are negative losses: patience counts from the first epoch on."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the language model is trained on; the defaults are those of Ahn and Oh, 2021, appendix B.

    `warm_up` counts steps, and is cut to a tenth of all steps in a training that is shorter than that. `held_out` is
    how many lines of the test part are kept for pseudo-perplexity.
    """

    epochs: Annotated[int, Flag("Passes over the corpus; the one with the lowest held-out loss is kept.")] = 2
    batch: Annotated[int, Flag("Sentences in a batch.")] = 16
    rate: Annotated[float, Flag("Learning rate.", ("--rate", "--lr"))] = 1e-4
    warm_up: Annotated[
        float, Flag("Steps until the full rate (at most a tenth of all); below 1, a share of all steps.")
    ] = 1000
    clip: float = 1.0
    epsilon: float = 1e-8
    length: Annotated[int, Flag("Most sub-words of a sentence; longer ones become several.")] = 128
    masked: float = 0.15
    patience: Annotated[int | None, Flag("Stop after so many epochs without a lower held-out loss.")] = 1
    seed: Annotated[int, Flag("Seed of everything random.")] = 0
    until: Annotated[
        float | None, Flag("Stop as soon as the held-out loss is so low (the learning rate does not fall then).")
    ] = None
    at_least: Annotated[int, Flag("Epochs before --until may stop it.")] = 1
    judge: Annotated[str | None, Flag("A file of text that judges epochs, instead of a part of the corpus.")] = None
    held_out: Annotated[int, Flag("Held-out sentences for pseudo-perplexity.")] = 200
    save_seconds: Annotated[float, Flag("Seconds between checkpoints.")] = 60.0
    precision: Annotated[
        Precision, Flag("Matrix products: auto (bfloat16 on graphics cards that have it), float32 or bfloat16.")
    ] = "auto"

    def __post_init__(self) -> None:
        if not 0 < self.masked < 1:
            raise InputError(f"The share of masked sub-words lies between 0 and 1, not {self.masked}. Usual is 0.15.")
        if self.length < 8 or self.held_out < 1:
            raise InputError(f"Length must be at least 8 and held-out at least 1, not {self.length}, {self.held_out}.")

    def recipe(self, steps: int) -> Recipe:
        same = {name: value for name, value in asdict(self).items() if name in Recipe.__slots__}
        warm_up = self.warm_up if self.warm_up < 1 else min(self.warm_up, steps // 10)
        until = None if self.until is None else -self.until
        return Recipe(**same | {"warm_up": warm_up, "until": until}, enough=NEVER_ENOUGH)
