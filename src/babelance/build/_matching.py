"""Finds the lines of a block that belong to exactly one group.

The lines are Arrow strings and the words of a group one RE2 pattern, so that most lines are passed over without ever
becoming Python objects. A block is matched by itself: blocks may be matched anywhere and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pandas.util import hash_array

from babelance.build._groups import Groups
from babelance.text.parallel import Block, Sides
from babelance.text.words import plain, re2_pattern

Mask = NDArray[np.bool_]
Places = NDArray[np.intp]

UNDECODABLE = "not UTF-8"
MISSING = "a column is missing"
NO_WORD = "no word of any group"
SEVERAL = "words of several groups"
EMPTY = "the other side is empty"
TOO_LONG = "too long"
SURPLUS = "surplus"


class Match(NamedTuple):
    """A sentence of one group. `priority` is a hash of its text and the seed: the lowest ones are the sample."""

    priority: int
    line: int
    text: str
    source: str


@dataclass(slots=True)
class Found:
    """What a block holds: matches by group, and how many lines left for which reason."""

    lines: int
    matches: dict[str, list[Match]] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Matcher:
    """`longest` is in characters, of either side."""

    groups: Groups
    spaced: bool
    seed: int
    longest: int

    @cached_property
    def _patterns(self) -> dict[str, str]:
        return {group: re2_pattern(words, spaced=self.spaced) for group, words in self.groups.items()}

    def match(self, block: Block, bounds: Mapping[str, int]) -> Found:
        """Only matches with a priority below the bound of their group are handed back; the rest is counted."""
        sides = block.sides()
        found = Found(len(sides.source))
        hits = {group: _mask(pc.match_substring_regex(sides.source, pattern=p)) for group, p in self._patterns.items()}
        times = np.sum(list(hits.values()), axis=0)
        usable = _usable(sides, times, found)
        for group, hit in hits.items():
            places = self._fitting(np.flatnonzero(hit & usable), sides, found)
            self._keep(places, group, sides, found, block.first, bounds.get(group))
        return found

    def words(self, group: str, sources: list[str]) -> list[str]:
        """The first word of the group in each of these texts, which must have one."""
        found = pc.extract_regex(pa.array(sources, pa.string()), pattern=self._patterns[group])
        return [plain(word) for word in found.field("word").to_pylist()]

    def _fitting(self, places: Places, sides: Sides, found: Found) -> Places:
        """Without lines that have nothing or too much on one side."""
        source, target = (_trimmed(side, places) for side in (sides.source, sides.target))
        lengths = pc.utf8_length(source).to_numpy(), pc.utf8_length(target).to_numpy()
        empty = lengths[1] == 0
        long = ~empty & (np.maximum(*lengths) > self.longest)
        found.left[EMPTY] += int(empty.sum())
        found.left[TOO_LONG] += int(long.sum())
        kept: Places = places[~(empty | long)]
        return kept

    def _keep(self, places: Places, group: str, sides: Sides, found: Found, first: int, bound: int | None) -> None:
        priorities = self._priorities(_trimmed(sides.target, places))
        below = slice(None) if bound is None else priorities < np.uint64(bound)
        chosen = places[below]
        rows = zip(
            priorities[below].tolist(),
            (chosen + first).tolist(),
            _trimmed(sides.target, chosen).to_pylist(),
            _trimmed(sides.source, chosen).to_pylist(),
            strict=True,
        )
        found.matches[group] = [Match(*row) for row in rows]
        found.left[SURPLUS] += len(places) - len(chosen)

    def _priorities(self, texts: pa.Array) -> NDArray[np.uint64]:
        """SipHash with the seed as its key: the same on every machine."""
        values = texts.to_numpy(zero_copy_only=False)
        return np.asarray(hash_array(values, hash_key=f"{self.seed:016d}", categorize=False), dtype=np.uint64)


def _usable(sides: Sides, times: NDArray[Any], found: Found) -> Mask:
    """Counts every line that is not of exactly one group, under the first reason that it has."""
    null = ~_mask(pc.and_(sides.source.is_valid(), sides.target.is_valid()))
    reasons = [(UNDECODABLE, sides.undecodable), (MISSING, null), (NO_WORD, times == 0), (SEVERAL, times > 1)]
    usable: Mask = np.ones(found.lines, dtype=np.bool_)
    for reason, mask in reasons:
        found.left[reason] += int(np.sum(usable & mask))
        usable &= ~mask
    return usable


def _trimmed(side: pa.Array, places: Places) -> pa.Array:
    return pc.utf8_trim_whitespace(side.take(pa.array(places)))


def _mask(values: pa.Array) -> Mask:
    """Null is no."""
    mask: Mask = values.fill_null(False).to_numpy(zero_copy_only=False).astype(np.bool_)
    return mask
