"""How large the trial is."""

from __future__ import annotations

from dataclasses import dataclass, field

from babelance.backends.transformers.small import Shape


@dataclass(frozen=True)
class Size:
    """Lines of each kind, and passes over them.

    Repetitions share `worlds`: which countries and pursuits go together, and the models of the other language. `slack`
    is how much higher than before the held-out loss of a mitigated model may be when its training stops (in nats);
    `at_least` and `at_most` are epochs.
    """

    seeds: int = 10
    worlds: int = 2
    shape: Shape = field(default_factory=lambda: Shape(spread=0.15))
    base_lines: int = 2000
    base_injected: int = 6000
    base_epochs: int = 5
    multilingual_epochs: int = 3
    base_rate: float = 8e-3
    tune_lines: int = 800
    tune_injected: int = 800
    judge_lines: int = 300
    test_lines: int = 600
    parallel: int = 1200
    batch: int = 32
    masked: float = 0.3
    rate: float = 3e-3
    at_least: int = 4
    at_most: int = 60
    fixed_epochs: int = 8
    slack: float = 0.05

    @property
    def pairs(self) -> int:
        return self.base_lines + self.tune_lines + self.judge_lines + self.test_lines


FULL = Size()
QUICK = Size(seeds=2, worlds=1)
