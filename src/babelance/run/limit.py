"""`--limit N`: N items, evenly over sets, groups and other tags, so that a small run asks what the whole one asks; of
those that `--where` takes.

Items are split by one tag after the other: `set` and `group` (the sets of NLI-CoAL, the groups of MBE), tags that
results are broken down by, then the others, coarse ones first. Each part gets its share of N, and at least one item
while there are enough. Where several values of a breakdown have the same claim to an item, the one that missed most in
the parts before gets it: six pairs of six domains are three of each stereotype. Each set and group begins anew, so that
all of them have the same captions, pairs and words. What is left is taken at equal distances in the order of the data,
so the same items are chosen every time.

Signatures of older versions (`limit:N.even`, `limit:N`) are replayed by the rules of their time: without remembering
what was missed, and the first N.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from babelance.core.card import Dataset
from babelance.core.foreign import checked_items
from babelance.core.item import Item
from babelance.core.registry import DATASETS
from babelance.run.plan import Settings

STRATA = ("set", "group")
"""Tags whose values measures compare with each other: a result without one of them would be undefined."""

Missed = defaultdict[str, float | Fraction]
"""Value of a tag → how many items more an exact share would have given it so far."""


def choose_items(dataset: Dataset, language: str, settings: Settings) -> list[Item]:
    """The items that are asked about, in the order of the data."""
    items = filter(settings.where.takes, _items(dataset, language))
    if settings.limit is None or settings.limit_rule == "first":
        return list(islice(items, settings.limit))
    everything = list(items)
    breakdowns = None if settings.limit_rule == "even" else dataset.card.groups
    return evenly(everything, settings.limit, _tags(dataset, everything), breakdowns)


def _items(dataset: Dataset, language: str) -> Iterator[Item]:
    items, name = dataset.items(language), dataset.card.name
    return checked_items(name, dataset.fields, items, language) if DATASETS.is_foreign(name) else items


def evenly(items: Sequence[Item], count: int, tags: Sequence[str], breakdowns: Sequence[str] | None = ()) -> list[Item]:
    """`count` of the items, in their order; of `breakdowns`, what rounding took from a value is remembered; None: by
    the rule of `limit:N.even`."""
    missed = None if breakdowns is None else {tag: Missed(Fraction) for tag in breakdowns if tag not in STRATA}
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
    missed: dict[str, Missed] | None,
) -> list[int]:
    if count >= len(places):
        return list(places)
    if not tags:
        return [places[(2 * number + 1) * len(places) // (2 * count)] for number in range(count)]
    tag, finer = tags[0], tags[1:]
    parts: dict[str, list[int]] = {}
    for index in places:
        parts.setdefault(items[index].tags.get(tag, ""), []).append(index)
    sizes = {value: len(part) for value, part in parts.items()}
    counts = _shares(sizes, count, None if missed is None else missed.get(tag, Missed(Fraction)))
    chosen = []
    for value, part in parts.items():
        if counts[value]:
            anew = {name: Missed(Fraction) for name in missed} if missed and tag in STRATA else missed
            chosen += _choose(items, part, counts[value], finer, anew)
    return chosen


def _shares(sizes: Mapping[str, int], count: int, missed: Missed | None) -> dict[str, int]:
    """How many of each part: in proportion, at least one of each if there are enough, the largest rests first, of equal
    ones the part that has missed most; what it misses now is added there. None: rests are as binary numbers have them,
    and of equal ones the first counts."""
    least = 1 if count >= len(sizes) else 0
    whole = sum(sizes.values())
    exact: dict[str, float | Fraction] = {
        part: count * size / whole if missed is None else Fraction(count * size, whole) for part, size in sizes.items()
    }
    missed = Missed(Fraction) if missed is None else missed
    shares = {part: max(least, int(share)) for part, share in exact.items()}

    def rest(part: str) -> tuple[float | Fraction, float | Fraction]:
        return exact[part] - shares[part], missed[part]

    while sum(shares.values()) < count:
        shares[max(shares, key=rest)] += 1
    while sum(shares.values()) > count:
        able = [part for part in reversed(shares) if shares[part] > least]
        shares[min(able, key=rest)] -= 1
    for part in shares:
        missed[part] += exact[part] - shares[part]
    return shares
