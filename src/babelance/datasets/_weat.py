"""The public word sets of WEAT, where they come from, and the ten tests that are made of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from babelance.datasets.reading.pinned import Repository
from babelance.text.tables import read_text

REPOSITORY = Repository("dccuchile/wefe", "1998132a3e809481a7456d952f7473d191990946")

PINS = {
    "WEAT.json": ("1a4a448a1825b29c67a7ebb7733343084b015f5b8ed720b2d9e193840a3d49a1", 7255),
    "negative-words.txt": ("9d02f9384eac6ccc9c1ff74f7b6bfbd03ebf4d31f0c46ef637c008170f9af368", 50842),
    "positive-words.txt": ("4e4ae30dd8ac3462d3ebca81c1ac903d8c9193cbfd86621a1c1ac23b92a90ed9", 22393),
}
NAMES = ("WEAT.json", "positive-words.txt", "negative-words.txt")
PARTS = {
    "en": tuple(REPOSITORY.file(f"weat-words/{name}", f"wefe/datasets/data/{name}", *PINS[name]) for name in NAMES)
}

Query = tuple[tuple[str, str], tuple[str, str]]

QUERIES: dict[str, Query] = {
    "weat-1": (("flowers", "insects"), ("pleasant_5", "unpleasant_5a")),
    "weat-2": (("instruments", "weapons"), ("pleasant_5", "unpleasant_5a")),
    "weat-3": (("european_american_names_5", "african_american_names_5"), ("pleasant_5", "unpleasant_5b")),
    "weat-4": (("european_american_names_7", "african_american_names_7"), ("pleasant_5", "unpleasant_5b")),
    "weat-5": (("european_american_names_7", "african_american_names_7"), ("pleasant_9", "unpleasant_9")),
    "weat-6": (("male_names", "female_names"), ("career", "family")),
    "weat-7": (("math", "arts"), ("male_terms", "female_terms")),
    "weat-8": (("science", "arts_2"), ("male_terms_2", "female_terms_2")),
    "weat-9": (("mental_disease", "physical_disease"), ("temporary", "permanent")),
    "weat-10": (("young_people_names", "old_people_names"), ("pleasant_9", "unpleasant_9")),
}
"""The ten tests of Caliskan et al. (2017): two target sets, two attribute sets."""

_NAMES = dict.fromkeys(name for query in QUERIES.values() for pair in query for name in pair)
SAMPLE = (json.dumps({name: [f"{name}-1", f"{name}-2"] for name in _NAMES}), "; header\n\ngood\n", "; header\n\nbad\n")
"""Tiny files in the place of the three."""


def lists(paths: Sequence[Path]) -> dict[str, list[str]]:
    """All sets by name, words in the order of the files."""
    weat, positive, negative = paths
    return json.loads(read_text(weat)) | {"positive": _opinions(positive), "negative": _opinions(negative)}  # type: ignore[no-any-return]


def _opinions(path: Path) -> list[str]:
    """One word per line after a header of `;` lines; Latin-1, for the sake of one word."""
    lines = path.read_text(encoding="latin-1").split("\n")
    return [line.strip() for line in lines if line.strip() and not line.startswith(";")]
