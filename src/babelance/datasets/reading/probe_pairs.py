"""Name-swapped pairs from the frames of a language; `babel-pairs` and `babel-controls` are made of them."""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.core.language import require
from babelance.datasets.reading.probes import Probe, short
from babelance.text.fill import GENDERS, fill

CONTROL = "control"


def pairs(probe: Probe) -> Iterator[Item]:
    return (item for item in _all(probe) if item.tags["domain"] != CONTROL)


def controls(probe: Probe) -> Iterator[Item]:
    return (item for item in _all(probe) if item.tags["domain"] == CONTROL)


def _all(probe: Probe) -> Iterator[Item]:
    for domain, lists in probe.section("pairs").items():
        for stereotype, frames in lists.items():
            yield from (_pair(probe, domain, stereotype, frame) for frame in frames)


def _pair(probe: Probe, domain: str, stereotype: str, frame: str) -> Item:
    control = domain == CONTROL
    more, less = _control_names(probe, frame) if control else _names(probe, frame, stereotype)
    texts = {"more": _sentence(probe, frame, more), "less": _sentence(probe, frame, less)}
    tags = {"axis": "gender", "domain": domain, "stereotype": "none" if control else stereotype}
    return Item(f"{domain}-{short(frame)}", probe.language.code, texts, tags | {"control": "yes" if control else "no"})


def _names(probe: Probe, frame: str, stereotype: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """(gender, name) of the stereotype, then of the other gender: a pair of the language's lists."""
    names = require(probe.language, "names")
    index = int(short(frame), 16) % len(names["female"])
    first, second = GENDERS if stereotype == "female" else GENDERS[::-1]
    return (first, names[first][index]), (second, names[second][index])


def _control_names(probe: Probe, frame: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Two neighbours of the same list; the frame decides which list and which comes first."""
    number = int(short(frame), 16)
    gender = GENDERS[number % 2]
    names = require(probe.language, "names")[gender]
    index = number // 2 % len(names)
    return (gender, names[index]), (gender, names[index - 1])


def _sentence(probe: Probe, frame: str, person: tuple[str, str]) -> str:
    gender, name = person
    return fill(frame, {"name": name}, probe.language, gender=gender)
