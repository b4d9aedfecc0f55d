"""A random sample of different sentences from a stream, in constant memory.

Every sentence has a priority, a hash of its text and the seed. The sample is the `most` sentences of a group with the
lowest priorities. Equal sentences have equal priorities, so duplicates meet; which sentences are chosen depends neither
on the order of the stream nor on how it was cut into blocks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from babelance.build._matching import SURPLUS, Match

DUPLICATE = "duplicate of a kept sentence"
NOTHING_YET = 1 << 64
"""Above every priority."""


@dataclass(slots=True)
class Sample:
    """The best of each group so far. At most twice as many as wanted are held, then the worse half goes."""

    most: int
    kept: dict[str, dict[int, Match]] = field(default_factory=dict)
    bounds: dict[str, int] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)

    def add(self, group: str, matches: Iterable[Match]) -> None:
        held, bound = self.kept.setdefault(group, {}), self.bounds.get(group, NOTHING_YET)
        for match in matches:
            known = held.get(match.priority)
            if known is None and match.priority >= bound:
                self.left[SURPLUS] += 1
                continue
            self.left[DUPLICATE] += known is not None
            # The first line of equal ones stays, whichever block came first.
            held[match.priority] = match if known is None or match.line < known.line else known
        if len(held) > 2 * self.most:
            self._prune(group)

    def groups(self) -> dict[str, list[Match]]:
        """At most `most` of each group, best first."""
        for group in self.kept:
            self._prune(group)
        return {group: [held[priority] for priority in sorted(held)] for group, held in self.kept.items()}

    def _prune(self, group: str) -> None:
        held = self.kept[group]
        order = sorted(held)
        for priority in order[self.most :]:
            del held[priority]
        if len(order) > self.most:
            self.left[SURPLUS] += len(order) - self.most
            self.bounds[group] = order[self.most]


def equal(groups: Mapping[str, list[Match]]) -> dict[str, list[Match]]:
    """As many of each group as the smallest has."""
    least = min(map(len, groups.values()))
    return {group: matches[:least] for group, matches in groups.items()}


def same_lengths(groups: Mapping[str, list[Match]]) -> dict[str, list[Match]]:
    """As many of each group in every band of lengths; a band is 10 % wide, in characters."""
    bands = {group: _banded(matches) for group, matches in groups.items()}
    shared = set.intersection(*(set(one) for one in bands.values()))
    counts = {band: min(len(one[band]) for one in bands.values()) for band in shared}
    return {
        group: [match for band in sorted(counts) for match in one[band][: counts[band]]] for group, one in bands.items()
    }


def _banded(matches: Iterable[Match]) -> dict[int, list[Match]]:
    bands: dict[int, list[Match]] = {}
    for match in matches:
        bands.setdefault(int(math.log(len(match.text)) / math.log(1.1)), []).append(match)
    return bands
