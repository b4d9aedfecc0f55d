"""What all formats have in common: the results of some runs over all items, with names, errors and distances."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.verdict import USE
from babelance.report.reading import ideal_is_inside
from babelance.report.results import Results
from babelance.stats.distributions import normal_quantile

SHARED_COLUMNS = frozenset({"measure", "model", "data", "item", "language", "skipped", "tags", "texts", "detail"})
"""The columns of `scored.parquet` that every measure has."""
_NOT_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Runs:
    """The folders of some runs, read."""

    folders: tuple[Results, ...]

    @classmethod
    def read(cls, folders: Sequence[Path], *, incomplete: bool = False) -> Runs:
        runs = tuple(map(Results.read, folders))
        for run in runs:
            if not incomplete:
                run.require_complete(unless="--incomplete")
        return cls(runs)

    @property
    def overall(self) -> list[Result]:
        return [result for run in self.folders for result in run.overall]

    @property
    def defined(self) -> list[Estimate]:
        return [result for result in self.overall if isinstance(result, Estimate)]

    @property
    def models(self) -> list[str]:
        return list(dict.fromkeys(result.about.model for result in self.overall))

    @property
    def time(self) -> float:
        """When the newest of them ended, in seconds since 1970: what is written twice is the same twice."""
        return max(_time_of_end(run.directory) for run in self.folders)

    @property
    def date(self) -> str:
        return datetime.fromtimestamp(self.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def one_model(self) -> str:
        """Formats about one model refuse several."""
        if len(self.models) != 1:
            raise InputError(
                f"This format is about one model, and these runs have {len(self.models)}: {', '.join(self.models)}. "
                "Choose one with --model."
            )
        return self.models[0]

    def only(self, model: str) -> Runs:
        """The same runs with the results of one model; it may be named without the hash of its content."""
        wanted = [name for name in self.models if model in (name, plain_model(name), _without_hash(name))]
        if not wanted:
            raise InputError(f"No results of '{model}'. There are: {', '.join(self.models)}.")
        return Runs(tuple(_with_models(run, set(wanted)) for run in self.folders))


def _with_models(run: Results, models: set[str]) -> Results:
    kept = tuple(result for result in run.estimates if result.about.model in models)
    rows = run.scored[run.scored["model"].isin(models)] if "model" in run.scored else run.scored
    return Results(run.directory, kept, rows, run.run, run.notes)


def _time_of_end(folder: Path) -> float:
    files = [folder / name for name in ("run.json", "results.jsonl")]
    return max((int(file.stat().st_mtime) for file in files if file.is_file()), default=0)


@dataclass(frozen=True, slots=True)
class Distance:
    """How far an estimate is from its ideal, with the interval that belongs to it."""

    value: float
    low: float
    high: float


def distance(estimate: Estimate) -> Distance | None:
    """Of measures whose ideal lies within their scale: there neither more nor less is better. None for others."""
    scale = estimate.about.scale
    if not ideal_is_inside(scale):
        return None
    ends = sorted(abs(end - scale.ideal) for end in (estimate.low, estimate.high))
    includes = estimate.low <= scale.ideal <= estimate.high
    return Distance(abs(estimate.value - scale.ideal), 0.0 if includes else ends[0], ends[1])


def standard_error(low: float, high: float, level: float) -> float:
    """Of an interval as wide as this one; other tools know no intervals."""
    return (high - low) / 2 / normal_quantile((1 + level) / 2)


def lower_is_better(result: Result) -> bool:
    """Where the ideal is an end of the scale. Where it lies within neither is; see `distance`."""
    scale = result.about.scale
    return scale.ideal == scale.low or (scale.ideal <= scale.low < scale.high)


def is_use(result: Result) -> bool:
    return result.verdict is not None and result.verdict.question.family == USE


def own_columns(row: Mapping[Any, Any]) -> dict[str, float | str]:
    """What a measure wrote down about an item, of a row of `scored.parquet`: numbers and labels that are there."""
    values = {str(name): value for name, value in row.items() if name not in SHARED_COLUMNS}
    numbers = {name: float(value) for name, value in values.items() if isinstance(value, int | float)}
    labels = {name: value for name, value in values.items() if isinstance(value, str)}
    return {name: value for name, value in numbers.items() if isfinite(value)} | labels


def _without_hash(model: str) -> str:
    """Of a served model `#` comes twice: before its name, and before the hash."""
    return model.rpartition("#")[0] or model


def plain_model(model: str) -> str:
    """`dir:models/bert#5f2c` → `bert`, `hf:org/bert@3f07` → `org/bert`, `openai:URL#my-llm#5f2c` → `my-llm`."""
    if model.startswith("openai:"):
        return _without_hash(model).partition("#")[2]
    name = model.partition("#")[0].partition("@")[0]
    prefix, _, rest = name.partition(":")
    if prefix == "dir":
        return Path(rest).name
    return rest if prefix in ("hf", "vec", "ct2", "json", "tsv", "fake") and rest else name


def data_name(data: str) -> str:
    """`crows-pairs@1` → `crows-pairs`; of a file of one's own, its name without the folder."""
    name = data.partition("@")[0]
    return Path(name).name if Path(name).is_absolute() or name.startswith(".") else name


def file_name(text: str) -> str:
    return _NOT_A_NAME.sub("-", text).strip("-.") or "unnamed"


def tasks(results: Sequence[Estimate]) -> Iterator[tuple[str, Estimate]]:
    """A name for each result that no other has: `cps_babel-pairs_de`, numbered where options differ."""
    taken: dict[str, int] = {}
    for result in results:
        name = file_name(f"{result.about.measure}_{data_name(result.about.data)}_{result.about.language}")
        taken[name] = taken.get(name, 0) + 1
        yield name if taken[name] == 1 else f"{name}_{taken[name]}", result


def stable_uuid(text: str) -> str:
    """An identifier in the form of a random one (version 4) that is the same for the same text."""
    digits = hashlib.sha256(text.encode()).hexdigest()
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"
