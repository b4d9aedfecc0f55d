"""Who is mentioned how often, and who shall be mentioned next: the one that was mentioned least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np


class Balancer(Protocol):
    """`rewrite` takes lines one after another and keeps count."""

    tally: Tally

    def rewrite(self, line: str) -> str: ...


@dataclass
class Tally:
    """Mentions before and after, and mentions that were left as they are, by reason."""

    rng: np.random.Generator
    before: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)

    def least(self, keys: Sequence[str]) -> str:
        """The one with the fewest mentions so far; of several, any."""
        fewest = min(self.after[key] for key in keys)
        some = [key for key in keys if self.after[key] == fewest]
        return some[int(self.rng.integers(len(some)))]

    def keep(self, key: str, reason: str) -> None:
        """A mention that stays."""
        self.before[key] += 1
        self.after[key] += 1
        self.left[reason] += 1

    def move(self, old: str, new: str) -> None:
        self.before[old] += 1
        self.after[new] += 1


def count_changes(balancer: Balancer, lines: Iterable[str]) -> dict[str, Any]:
    """What rewriting these lines does, for the record."""
    changed = sum(before != after for before, after in _rewrite_lines(balancer, lines))
    tally = balancer.tally
    keys = sorted(tally.before | tally.after)
    return {
        "lines_changed": changed,
        "before": {key: tally.before[key] for key in keys},
        "after": {key: tally.after[key] for key in keys},
        "left_alone": dict(tally.left),
    }


def _rewrite_lines(balancer: Balancer, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((line, balancer.rewrite(line)) for line in lines)
