"""Finds the lines of a block that belong to exactly one group.

The lines are Arrow strings and the words of a group one RE2 pattern: lines never become Python objects, and most are
passed over after one look. A block is matched by itself, so blocks may be matched anywhere and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pandas.util import hash_array

from babelance.build.material.given_names import GivenNames
from babelance.build.material.groups import Groups
from babelance.text.parallel import Block, Sides
from babelance.text.words import plain, re2_pattern

Mask = NDArray[np.bool_]
Places = NDArray[np.intp]

UNDECODABLE = "not UTF-8"
MISSING = "a column is missing"
NO_WORD = "no word of any group"
SEVERAL = "words of several groups"
DOUBTFUL = "beside another name, or a capitalised word that may be one"
EMPTY = "the other side is empty"
TOO_LONG = "too long"
SURPLUS = "surplus"


SCHEMA = pa.schema([("priority", pa.uint64()), ("line", pa.int64()), ("text", pa.string()), ("source", pa.string())])
"""Sentences of one group. `priority` is a hash of the text and the seed: the lowest ones are the sample."""


@dataclass(slots=True)
class BlockMatches:
    """What a block holds: sentences by group, and how many lines left for which reason."""

    lines: int
    matches: dict[str, pa.Table] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)
    strangers: Counter[str] = field(default_factory=Counter)
    """Capitalised words that raised doubts about the group of a line."""


@dataclass(frozen=True)
class Matcher:
    """`longest` is in characters, of either side. With `names` a line may belong to a group by a name alone."""

    groups: Groups
    spaced: bool
    seed: int
    longest: int
    names: GivenNames | None = None

    @cached_property
    def _patterns(self) -> dict[str, str]:
        return {
            group: re2_pattern(words, names=self._names(group), spaced=self.spaced)
            for group, words in self.groups.items()
        }

    @cached_property
    def _every_word(self) -> str:
        names = [name for group in self.groups for name in self._names(group)]
        return re2_pattern([word for words in self.groups.values() for word in words], names=names, spaced=self.spaced)

    @cached_property
    def _words_alone(self) -> dict[str, str]:
        return {group: re2_pattern(words, spaced=self.spaced) for group, words in self.groups.items()}

    def _names(self, group: str) -> frozenset[str]:
        return self.names.groups.get(group, frozenset()) if self.names else frozenset()

    def match(self, block: Block, bounds: Mapping[str, int]) -> BlockMatches:
        """Only matches with a priority below the bound of their group are handed back; the rest is counted."""
        sides = block.sides()
        matches = BlockMatches(len(sides.source))
        places = np.flatnonzero(_usable(sides, self._any(sides.source), matches))
        sources = sides.source.take(pa.array(places))
        hits = {group: _mask(pc.match_substring_regex(sources, pattern=p)) for group, p in self._patterns.items()}
        single = np.sum(list(hits.values()), axis=0) == 1
        matches.left[SEVERAL] += int(np.sum(~single))
        for group, hit in hits.items():
            chosen = np.flatnonzero(hit & single)
            chosen = chosen[self._names_nobody_else(group, sources.take(pa.array(chosen)), matches)]
            self._keep(places[chosen], group, sides, matches, block.first, bounds.get(group))
        return matches

    def _names_nobody_else(self, group: str, sources: pa.Array, matches: BlockMatches) -> Mask:
        """Which of the lines of a group name nobody else, as far as can be told."""
        undoubted: Mask = np.ones(len(sources), dtype=np.bool_)
        if self.names is None or not self._names(group):
            return undoubted
        by_word = _mask(pc.match_substring_regex(sources, pattern=self._words_alone[group]))
        for index, text in enumerate(sources.to_pylist()):
            doubts = self.names.silent_names if by_word[index] else self.names.strangers
            strangers = doubts(text, group)
            undoubted[index] = not strangers
            matches.strangers.update(set(strangers))
        matches.left[DOUBTFUL] += int(np.sum(~undoubted))
        return undoubted

    def _any(self, sources: pa.Array) -> Mask:
        """Which lines have a word of some group: one pass over all lines, so that few are looked at again."""
        return _mask(pc.match_substring_regex(sources, pattern=self._every_word))

    def words(self, group: str, sources: pa.ChunkedArray) -> list[str]:
        """The first word of the group in each of these texts, which must have one."""
        extracted = pc.extract_regex(sources, pattern=self._patterns[group])
        return [plain(word) for word in pc.struct_field(extracted, "word").to_pylist()]

    def _keep(
        self, places: Places, group: str, sides: Sides, matches: BlockMatches, first: int, bound: int | None
    ) -> None:
        sources, targets = (_trim(side, places) for side in (sides.source, sides.target))
        fitting = self._fitting_lines(sources, targets, matches)
        priorities = self._priorities(targets)
        below = fitting if bound is None else fitting & (priorities < np.uint64(bound))
        rows = pa.Table.from_arrays([pa.array(priorities), pa.array(places + first), targets, sources], schema=SCHEMA)
        matches.matches[group] = rows.filter(pa.array(below))
        matches.left[SURPLUS] += int(fitting.sum()) - len(matches.matches[group])

    def _fitting_lines(self, sources: pa.Array, targets: pa.Array, matches: BlockMatches) -> Mask:
        """Without lines that have nothing or too much on one side."""
        lengths = pc.utf8_length(sources).to_numpy(), pc.utf8_length(targets).to_numpy()
        empty = lengths[1] == 0
        long = ~empty & (np.maximum(*lengths) > self.longest)
        matches.left[EMPTY] += int(empty.sum())
        matches.left[TOO_LONG] += int(long.sum())
        fitting: Mask = ~(empty | long)
        return fitting

    def _priorities(self, texts: pa.Array) -> NDArray[np.uint64]:
        """SipHash with the seed as its key: the same on every machine."""
        values = texts.to_numpy(zero_copy_only=False)
        return np.asarray(hash_array(values, hash_key=f"{self.seed:016d}", categorize=False), dtype=np.uint64)


def _usable(sides: Sides, matched: Mask, matches: BlockMatches) -> Mask:
    """Counts every line without a word or a side, under the first reason that it has."""
    null = ~_mask(pc.and_(sides.source.is_valid(), sides.target.is_valid()))
    usable: Mask = np.ones(matches.lines, dtype=np.bool_)
    for reason, mask in ((UNDECODABLE, sides.undecodable), (MISSING, null), (NO_WORD, ~matched)):
        matches.left[reason] += int(np.sum(usable & mask))
        usable &= ~mask
    return usable


def _trim(side: pa.Array, places: Places) -> pa.Array:
    return pc.utf8_trim_whitespace(side.take(pa.array(places)))


def _mask(values: pa.Array) -> Mask:
    """Null is no."""
    mask: Mask = values.fill_null(False).to_numpy(zero_copy_only=False).astype(np.bool_)
    return mask
