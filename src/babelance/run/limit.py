"""`--limit N`: N items, evenly over sets, groups and other tags, so that a small run asks what the whole one asks; of
those that `--where` takes.

Items are split by one tag after the other: `set` and `group` (the sets of NLI-CoAL, the groups of MBE), tags that
results are broken down by, then the others, coarse ones first. Each part gets its share of N, and at
least one item while there are enough. What is left is taken at equal distances in the order of the data, so the same
items are chosen every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from babelance.core.card import Dataset
from babelance.core.item import Item
from babelance.run.plan import Settings

STRATA = ("set", "group")
"""Tags whose values measures compare with each other: a result without one of them would be undefined."""


def limited(dataset: Dataset, language: str, settings: Settings) -> list[Item]:
    """The items that are asked about, in the order of the data."""
    items = filter(settings.where.takes, dataset.items(language))
    if settings.limit is None or not settings.even:
        return list(islice(items, settings.limit))
    everything = list(items)
    return evenly(everything, settings.limit, _tags(dataset, everything))


def evenly(items: Sequence[Item], count: int, tags: Sequence[str]) -> list[Item]:
    """`count` of the items, in their order."""
    return [items[place] for place in sorted(_chosen(items, range(len(items)), count, tags))]


def _tags(dataset: Dataset, items: Sequence[Item]) -> list[str]:
    """Of the data alone: a replay of one measure must choose what a run of many chose."""
    values: dict[str, set[str]] = {}
    for item in items:
        for name, value in item.tags.items():
            values.setdefault(name, set()).add(value)
    others = sorted((len(found), name) for name, found in values.items() if 1 < len(found) <= len(items) // 2)
    return list(dict.fromkeys([*STRATA, *dataset.card.groups, *(name for _, name in others)]))


def _chosen(items: Sequence[Item], places: Sequence[int], count: int, tags: Sequence[str]) -> list[int]:
    if count >= len(places):
        return list(places)
    if not tags:
        return [places[(2 * number + 1) * len(places) // (2 * count)] for number in range(count)]
    parts: dict[str, list[int]] = {}
    for place in places:
        parts.setdefault(items[place].tags.get(tags[0], ""), []).append(place)
    counts = _shares([len(part) for part in parts.values()], count)
    return [
        place
        for part, some in zip(parts.values(), counts, strict=True)
        if some
        for place in _chosen(items, part, some, tags[1:])
    ]


def _shares(sizes: Sequence[int], count: int) -> list[int]:
    """How many of each part: in proportion, at least one of each if there are enough, the largest rests first."""
    least = 1 if count >= len(sizes) else 0
    exact = [count * size / sum(sizes) for size in sizes]
    shares = [max(least, int(share)) for share in exact]
    while sum(shares) < count:
        shares[max(range(len(sizes)), key=lambda part: (exact[part] - shares[part], -part))] += 1
    while sum(shares) > count:
        able = [part for part in range(len(sizes)) if shares[part] > least]
        shares[max(able, key=lambda part: (shares[part] - exact[part], part))] -= 1
    return shares
