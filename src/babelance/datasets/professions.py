"""320 English occupations with two scores from −1 (female) to 1 (male): by definition, and by stereotype.

`path("definitional_pairs.json")`, `path("equalize_pairs.json")` and `path("gender_specific_full.json")` are the other
lists of the repository.
Reference: Bolukbasi, Chang, Zou, Saligrama, Kalai, NeurIPS 2016.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample
from babelance.text.tables import read_text

REPOSITORY = Repository("tolga-b/debiaswe", "6bb03ee2a0d7214339e513ca71cd0a99069dc29c")

PINS = {
    "definitional_pairs.json": ("f2387fdd4ae4d956083ee7594f1401b1ba112914d40a99bb61d481de73db9614", 187),
    "equalize_pairs.json": ("b6e7dda64461e7828f8d184a51216a87aefcfc2b726d3691aa15b7acc2a1994c", 1247),
    "gender_specific_full.json": ("300068da1885e9dc8bf2235d987fd0cf5d0b08a6877a0a639ee0060a989bac1f", 19668),
    "professions.json": ("32cc82c7761e7cfb14e37e06dc1aa9f758bc8441f79ca7288996d3fc7c24639a", 8143),
}
FILES = {name: REPOSITORY.file(f"professions/{name}", f"data/{name}", *pin) for name, pin in PINS.items()}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for word, definition, stereotype in json.loads(read_text(paths[0])):
        scores = {"definition_score": str(definition), "stereotype_score": str(stereotype)}
        yield Item(word, language, {"word": word.replace("_", " ")}, scores)


dataset = Pinned(
    card=Card(
        name="professions",
        title="Occupations with gender and stereotype scores",
        version="1",
        languages=("en",),
        licence="MIT",
        citation="Bolukbasi et al., NeurIPS 2016",
        provenance="Words by the authors; the stereotype score is the mean of judgements by crowd workers in the "
        "United States.",
        files=tuple(FILES.values()),
        url=REPOSITORY.url,
        notes=("The file writes underscores for blanks; the id keeps them, the word does not.",),
    ),
    fields=frozenset({"word", "definition_score", "stereotype_score"}),
    parts={"en": (FILES["professions.json"],)},
    read=read,
    sample=Sample("en", ('[["bus_driver", 0.0, 0.5], ["nurse", 0.1, -0.7]]',)),
)


def scores() -> dict[str, tuple[float, float]]:
    """Word → (by definition, by stereotype); negative is female."""
    return {
        item.texts["word"]: (float(item.tags["definition_score"]), float(item.tags["stereotype_score"]))
        for item in dataset.items("en")
    }
