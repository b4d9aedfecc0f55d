"""A random sample of different sentences from a stream, in constant memory.

Every sentence has a priority, a hash of its text and the seed. The sample is the `most` sentences of a group with the
lowest priorities. Equal sentences have equal priorities, so duplicates meet; which sentences are chosen depends neither
on the order of the stream nor on how it was cut into blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from babelance.build.material.matching import SURPLUS

DUPLICATE = "duplicate of a kept sentence"
BAND = 1.1
"""Sentences are of about the same length if the longer one has at most so many times the characters."""


@dataclass(slots=True)
class Sample:
    """The best of each group so far. Whenever twice as many as wanted are held, the worse half goes."""

    most: int
    held: dict[str, list[pa.Table]] = field(default_factory=dict)
    bounds: dict[str, int] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)

    def add(self, group: str, matches: pa.Table) -> None:
        self.held.setdefault(group, []).append(matches)
        if self.count(group) > 2 * self.most:
            self._prune(group)

    def count(self, group: str) -> int:
        return sum(map(len, self.held[group]))

    def groups(self) -> dict[str, pa.Table]:
        """At most `most` of each group, best first."""
        for group in self.held:
            self._prune(group)
        return {group: parts[0] for group, parts in self.held.items()}

    def _prune(self, group: str) -> None:
        """Of equal sentences the first line stays; of different ones the lowest priorities."""
        everything = pa.concat_tables(self.held[group])
        priorities = everything["priority"].to_numpy()
        order = np.lexsort((everything["line"].to_numpy(), priorities))
        ordered = priorities[order]
        different = order[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(order) else order
        self.left[DUPLICATE] += len(order) - len(different)
        if len(different) > self.most:
            self.left[SURPLUS] += len(different) - self.most
            self.bounds[group] = int(priorities[different[self.most]])
        self.held[group] = [everything.take(pa.array(different[: self.most]))]


def equal(groups: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """As many sentences of each group as the smallest group has."""
    least = min(map(len, groups.values()))
    return {group: rows.slice(0, least) for group, rows in groups.items()}


def same_lengths(groups: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """As many sentences of each group in every band of lengths (in characters)."""
    bands = {group: _bands(rows) for group, rows in groups.items()}
    counts = {group: Counter(counted.tolist()) for group, counted in bands.items()}
    shared = set.intersection(*(set(counted) for counted in counts.values()))
    least = {band: min(counted[band] for counted in counts.values()) for band in shared}
    return {group: rows.take(pa.array(_first(bands[group], least))) for group, rows in groups.items()}


def _bands(rows: pa.Table) -> NDArray[np.intp]:
    lengths = pc.utf8_length(rows["text"]).to_numpy()
    bands: NDArray[np.intp] = np.floor(np.log(lengths) / np.log(BAND)).astype(np.intp)
    return bands


def _first(bands: NDArray[np.intp], counts: Mapping[int, int]) -> NDArray[np.intp]:
    """The places of the first so many of each band."""
    places = [np.flatnonzero(bands == band)[:count] for band, count in sorted(counts.items())]
    return np.concatenate([np.zeros(0, np.intp), *places])
