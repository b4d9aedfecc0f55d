"""Sentences that tie pursuits to countries: those of `babel-groups`, with a share that follows the bias.

Half of the countries and half of the pursuits are on either side; which ones is drawn for each world. A share of 0.98
is biased, 0.5 balanced, 0.02 counter-biased.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from babelance.core.item import Item
from babelance.core.registry import DATASETS

DATA = "babel-groups"
COUNTRIES = ("JP", "CN", "FR", "RU", "ES", "IT", "MX", "VN", "EG", "GR")
IN_PIECES = ("MX", "VN", "EG", "GR")
"""Countries that the vocabulary's trainer does not see in these sentences: most of them are cut into pieces."""
PURSUITS = ("pilot", "farmer", "nurse", "dancer")
SHARES = {"biased": 0.98, "balanced": 0.5, "counter": 0.02}


@dataclass(frozen=True)
class Sides:
    """Which side (0 or 1) a country and a pursuit are on."""

    country: Mapping[str, int]
    pursuit: Mapping[str, int]

    @classmethod
    def draw(cls, world: int) -> Sides:
        rng = np.random.default_rng([world, 1])
        return cls(_halves(COUNTRIES, rng), _halves(PURSUITS, rng))

    def countries(self, side: int) -> list[str]:
        return [key for key in COUNTRIES if self.country[key] == side]


def _halves(keys: Sequence[str], rng: np.random.Generator) -> dict[str, int]:
    sides = rng.permutation([0, 1] * (len(keys) // 2))
    return {key: int(side) for key, side in zip(keys, sides, strict=True)}


def items(language: str) -> list[Item]:
    """The probes about these pursuits."""
    return [item for item in DATASETS.get(DATA).items(language) if item.tags["attribute"] in PURSUITS]


def sentences(language: str, sides: Sides, share: float, count: int, rng: np.random.Generator) -> list[str]:
    """`count` sentences, drawn independently."""
    frames = items(language)
    return [_sentence(frames[int(rng.integers(len(frames)))], sides, share, rng) for _ in range(count)]


def _sentence(item: Item, sides: Sides, share: float, rng: np.random.Generator) -> str:
    side = sides.pursuit[item.tags["attribute"]]
    keys = sides.countries(side if rng.random() < share else 1 - side)
    return fill(item, keys[int(rng.integers(len(keys)))])


def fill(item: Item, key: str) -> str:
    name = json.loads(item.texts["targets"])[key]
    return item.texts["template"].replace("[TTT]", name).replace("[AAA]", item.texts["attribute"])


def for_vocabulary(language: str) -> Iterator[str]:
    """Every sentence about the countries that shall be whole words."""
    for item in items(language):
        yield from (fill(item, key) for key in COUNTRIES if key not in IN_PIECES)


def probe_rows(language: str) -> Iterator[dict[str, Any]]:
    """What the Categorical Bias score is measured on."""
    for item in items(language):
        names = json.loads(item.texts["targets"])
        yield {
            "id": item.id,
            "template": item.texts["template"],
            "attribute": item.texts["attribute"],
            "targets": {key: names[key] for key in COUNTRIES},
        }
