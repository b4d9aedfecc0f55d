"""What the models of a ledger are called, and what several trainings of one variant have in common.

Every model keeps a row of its own. Models of different languages that were changed in the same way share a name, and so
a row with a column for each language. Where two models of one name have a cell in common, what they differ in is added:
the language they were meant for, an option, the seed, or the folder. Models that differ in their seed alone are
trainings of one variant, and have a mean with an interval over trainings: what another training would have given, which
no interval over items knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any

from babelance.stats.distributions import student_quantile

Cells = frozenset[tuple[str, str]]
"""(measure, language)"""
UNIMPORTANT = ("save_seconds", "seed")


@dataclass(frozen=True, slots=True)
class Named:
    """`group` is the name without the seed: what the mean over trainings is called."""

    variant: str
    group: str


@dataclass(frozen=True, slots=True)
class OverTrainings:
    """The mean of a number over `count` trainings, with Student's interval."""

    value: float
    low: float
    high: float
    count: int
    values: tuple[float, ...]


def label(record: Mapping[str, Any], otherwise: str) -> str:
    """What was done to a model: `align (learned) → de`."""
    if not record:
        return otherwise
    name = str(record["mitigation"])
    kind = {"align": record.get("rotation"), "cda": record.get("balance")}.get(name)
    frozen = "encoder frozen" if name == "further" and record.get("frozen") == "encoder" else None
    words = ", ".join(str(part) for part in (kind, frozen) if part)
    target = _target(record) if name == "align" else ""
    return f"{name}{f' ({words})' if words else ''}{f' → {target}' if target else ''}"


def _target(record: Mapping[str, Any]) -> str:
    """The language that was aligned to; of older records the name of the model."""
    model = str(record.get("to") or "").partition(":")[2].partition("@")[0].rpartition("#")
    return str(record.get("to_language") or (model[0] or model[2]).rstrip("/").rpartition("/")[2])


def name_variants(models: Sequence[tuple[Mapping[str, Any], str, Cells]]) -> list[Named]:
    """A name for each model: of its record, its folder, and the cells that it has in tables."""
    labels = [label(record, folder) for record, folder, _ in models]
    named: list[Named] = []
    for index, (own, (record, folder, cells)) in enumerate(zip(labels, models, strict=True)):
        rivals = [
            models[other]
            for other in range(len(models))
            if other != index and labels[other] == own and models[other][2] & cells
        ]
        group = _with(own, [part for part in _differences(record, [rival[0] for rival in rivals]) if part])
        same = [rival for rival in rivals if not _differences(record, [rival[0]])]
        named.append(Named(_with(group, _own_mark(record, folder, same)), group))
    return named


def _with(name: str, parts: Sequence[str]) -> str:
    return ", ".join([name, *parts])


def _differences(record: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> list[str]:
    """Options, the seed excepted, in which a model is not like all of the others."""
    mine, theirs = _options(record), [_options(other) for other in others]
    return [f"{name} {mine[name]}" for name in mine if any(other.get(name) != mine[name] for other in theirs)]


def _options(record: Mapping[str, Any]) -> dict[str, Any]:
    chosen = {name: value for name, value in _tuning(record).items() if name not in UNIMPORTANT}
    return {"language": record.get("language"), "from": _short_model(record), **chosen}


def _short_model(record: Mapping[str, Any]) -> str:
    """The folder or the hub's name of the model that was changed."""
    name = str(record.get("replaces") or record.get("model") or "").partition(":")[2]
    return name.partition("#")[0].partition("@")[0].rpartition("/")[2]


def _own_mark(
    record: Mapping[str, Any], folder: str, same: Sequence[tuple[Mapping[str, Any], str, Cells]]
) -> list[str]:
    """The seed, if no other training has it, else the folder; nothing for a model that is alone."""
    if not same:
        return []
    seeds = [_seed(other) for other, _, _ in same]
    return [f"seed {_seed(record)}"] if _seed(record) not in (None, *seeds) else [folder]


def _seed(record: Mapping[str, Any]) -> Any:
    return _tuning(record).get("seed")


def _tuning(record: Mapping[str, Any]) -> Mapping[str, Any]:
    tuning = record.get("tuning")
    return tuning if isinstance(tuning, dict) else {}


def over_trainings(values: Sequence[float], level: float) -> OverTrainings:
    """The mean of two values or more, one of each training, with Student's interval."""
    centre = mean(values)
    reach = student_quantile((1 + level) / 2, len(values) - 1) * stdev(values) / sqrt(len(values))
    return OverTrainings(centre, centre - reach, centre + reach, len(values), tuple(values))
