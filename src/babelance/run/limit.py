"""`--limit N`: N items, evenly over sets, groups and other tags, so that a small run asks what the whole one asks; of
those that `--where` takes.

Items are split by one tag after the other: `set` and `group` (the sets of NLI-CoAL, the groups of MBE), tags that
results are broken down by, then the others, coarse ones first. Each part gets its share of N, and at least one item
while there are enough. Where several values of a breakdown have the same claim to an item, the one that missed most in
the parts before gets it: six pairs of six domains are three of each stereotype. Each set and group begins anew, so that
all of them have the same captions, pairs and words. What is left is taken at equal distances in the order of the data,
so the same items are chosen every time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice

from babelance.core.card import Dataset
from babelance.core.item import Item
from babelance.run.plan import Settings

STRATA = ("set", "group")
"""Tags whose values measures compare with each other: a result without one of them would be undefined."""

Missed = defaultdict[str, Fraction]
"""Value of a tag → how many items more an exact share would have given it so far."""


def choose_items(dataset: Dataset, language: str, settings: Settings) -> list[Item]:
    """The items that are asked about, in the order of the data."""
    items = filter(settings.where.takes, dataset.items(language))
    if settings.limit is None or not settings.even:
        return list(islice(items, settings.limit))
    everything = list(items)
    return evenly(everything, settings.limit, _tags(dataset, everything), dataset.card.groups)


def evenly(items: Sequence[Item], count: int, tags: Sequence[str], breakdowns: Sequence[str] = ()) -> list[Item]:
    """`count` of the items, in their order; of `breakdowns`, what rounding took from a value is remembered."""
    missed = {tag: Missed(Fraction) for tag in breakdowns if tag not in STRATA}
    return [items[index] for index in sorted(_choose(items, range(len(items)), count, tags, missed))]


def _tags(dataset: Dataset, items: Sequence[Item]) -> list[str]:
    """The tags to spread a limit over. They depend on the data alone, so that a replay of one measure chooses the same
    items as a run of many."""
    values: dict[str, set[str]] = {}
    for item in items:
        for name, value in item.tags.items():
            values.setdefault(name, set()).add(value)
    others = sorted((len(kinds), name) for name, kinds in values.items() if 1 < len(kinds) <= len(items) // 2)
    return list(dict.fromkeys([*STRATA, *dataset.card.groups, *(name for _, name in others)]))


def _choose(
    items: Sequence[Item],
    places: Sequence[int],
    count: int,
    tags: Sequence[str],
    missed: dict[str, Missed],
) -> list[int]:
    if count >= len(places):
        return list(places)
    if not tags:
        return [places[(2 * number + 1) * len(places) // (2 * count)] for number in range(count)]
    tag, finer = tags[0], tags[1:]
    parts: dict[str, list[int]] = {}
    for index in places:
        parts.setdefault(items[index].tags.get(tag, ""), []).append(index)
    counts = _shares({value: len(part) for value, part in parts.items()}, count, missed.get(tag, Missed(Fraction)))
    chosen = []
    for value, part in parts.items():
        if counts[value]:
            anew = {name: Missed(Fraction) for name in missed} if tag in STRATA else missed
            chosen += _choose(items, part, counts[value], finer, anew)
    return chosen


def _shares(sizes: Mapping[str, int], count: int, missed: Missed) -> dict[str, int]:
    """How many of each part: in proportion, at least one of each if there are enough, the largest rests first, of equal
    ones the part that has missed most; what it misses now is added there."""
    least = 1 if count >= len(sizes) else 0
    whole = sum(sizes.values())
    exact = {part: Fraction(count * size, whole) for part, size in sizes.items()}
    shares = {part: max(least, int(share)) for part, share in exact.items()}

    def rest(part: str) -> tuple[Fraction, Fraction]:
        return exact[part] - shares[part], missed[part]

    while sum(shares.values()) < count:
        shares[max(shares, key=rest)] += 1
    while sum(shares.values()) > count:
        able = [part for part in reversed(shares) if shares[part] > least]
        shares[min(able, key=rest)] -= 1
    for part in shares:
        missed[part] += exact[part] - shares[part]
    return shares
