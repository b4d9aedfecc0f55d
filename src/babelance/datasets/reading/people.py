"""Parallel sentences about people of several groups of one axis: what `mbe` compares, all groups with all."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.probes import Babel, Probe

_FILE = files("babelance.datasets") / "data" / "people.toml"
PIVOT = "en"


@cache
def _material() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def people(axis: str, title: str) -> Babel:
    """The dataset `babel-sentences-AXIS`: every frame with the word of every group."""
    name = f"babel-sentences-{axis}"
    return Babel(
        card=Card(
            name=name,
            title=title,
            version="1",
            languages=tuple(sorted(_material()[axis])),
            licence="Apache-2.0",
            citation="The babelance authors",
            provenance="Written by the project in every language, side by side; not yet validated by native speakers.",
            notes=(
                "A parallel corpus in small: the group is that of a word on the English side (`build mbe --groups "
                f"{axis}` finds the same groups). One word for each group, so a score is about these words.",
            ),
            groups=(),
            validated=False,
        ),
        fields=frozenset({"text", "group", "source", "frame"}),
        make=_maker(axis),
    )


def _maker(axis: str) -> Callable[[Probe], Iterator[Item]]:
    def make(probe: Probe) -> Iterator[Item]:
        code, frames = probe.language.code, _material()["frames"]
        words, english = _material()[axis][code], _material()[axis][PIVOT]
        for number, (frame, pivot) in enumerate(zip(frames[code], frames[PIVOT], strict=True), 1):
            for group, word in words.items():
                texts = {"text": frame.format(word), "source": pivot.format(english[group])}
                yield Item(f"{number}/{group}", code, texts, {"group": group, "frame": str(number)})

    return make
