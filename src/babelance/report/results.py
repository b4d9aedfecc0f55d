"""What a run left behind, read back: estimates, scored items and facts about the run.

A killed run may have left only some of the files, or half a line. What can be read is kept; `notes` has the rest.
Datasets are named without the hash of their content, which differs between languages; signatures keep it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from babelance.core.conclusion import Conclusion, conclusion_from
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Plain, Result, Undefined, from_record
from babelance.core.json_lines import lines_of
from babelance.core.parquet import read_batches
from babelance.core.paths import is_file
from babelance.core.sheet import RANKING, Sheet, read_sheet
from babelance.core.untrusted import as_type, parse_json, read_object
from babelance.report.labels import dataset

FILES = ("results.jsonl", "scored.parquet", "run.json")
CHECKED = (*FILES, "embeddings.parquet")
TEXTS = ("measure", "model", "data", "item", "language", "skipped", "tags", "texts", "detail")
"""Columns of scored.parquet that are text, whatever the measure."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Examination:
    """What was seen of a model on some data before the first number."""

    unknown: float = 0
    notes: list[str] = field(default_factory=list)
    facts: dict[str, str | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facts:
    """The parts of run.json that are read; others may be there."""

    complete: bool | None = None
    seconds: float | None = None
    babelance: str | None = None
    python: str | None = None
    platform: str | None = None
    threads: str | int | None = None
    packages: dict[str, str | None] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)
    settings: dict[str, float | str | None] = field(default_factory=dict)
    jobs: list[dict[str, Any]] = field(default_factory=list)
    health: dict[str, Examination] = field(default_factory=dict)


@dataclass(frozen=True)
class Results:
    """`scored` has one row per item and measure, and no rows if the file is missing. `ranking` is of word vectors that
    were measured in the same run."""

    directory: Path
    estimates: tuple[Result, ...] = ()
    scored: pd.DataFrame = field(default_factory=pd.DataFrame)
    run: Mapping[str, Plain] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ranking: Sheet | None = None

    @classmethod
    def read(cls, directory: Path) -> Results:
        """Everything readable in `directory`; an error only if there is nothing at all."""
        if not any(is_file(directory / name) for name in FILES):
            raise InputError(
                f"No results in '{directory}': it has none of {', '.join(FILES)}. "
                f"Make them with: babelance run … --out '{directory}'"
            )
        notes: list[str] = []
        estimates: list[Result] = _read(directory / FILES[0], lambda path: _estimates(path, notes), [], notes)
        scored = _read(directory / FILES[1], lambda path: _read_scored(path, estimates), pd.DataFrame(), notes)
        run: dict[str, Plain] = _read(directory / FILES[2], _run, {}, notes)
        if run.get("complete") is False:
            notes.append("The run stopped before its end: these are the results it had. Running it again resumes it.")
        notes += changed_files(directory, run)
        ranking = _ranking(directory, notes)
        return cls(directory, tuple(estimates), scored, run, tuple(notes), ranking)

    @classmethod
    def read_whole(cls, directory: Path, *, incomplete: bool, warn: Callable[[str], object]) -> Results:
        """What a run left behind; refused if something is missing, unless that was allowed. Its notes are warned of."""
        results = cls.read(directory)
        if not incomplete:
            results.require_complete(unless="--incomplete")
        for note in results.notes:
            warn(f"{directory}: {note}")
        return results

    def require_complete(self, *, unless: str) -> None:
        """Raise unless everything that the run wrote, and was to write, is here; `unless` names the way around."""
        if problems := [*self.notes, *unsigned_files(self.directory, self.run)]:
            raise InputError(
                f"The results in '{self.directory}' are not complete: {' '.join(problems)} "
                f"To use what is there all the same: {unless}."
            )

    @cached_property
    def conclusion(self) -> Conclusion | None:
        """What the run says as a whole; None for a run that was written before conclusions were."""
        record = self.run.get("conclusion")
        return conclusion_from(record) if isinstance(record, dict) else None

    @cached_property
    def overall(self) -> list[Result]:
        """Results over all items of a dataset and language."""
        return [result for result in self.estimates if result.about.group is None]

    @cached_property
    def grouped(self) -> list[Result]:
        """Results of one group of items each."""
        return [result for result in self.estimates if result.about.group is not None]

    @cached_property
    def undefined(self) -> list[Undefined]:
        return [result for result in self.estimates if isinstance(result, Undefined)]

    @cached_property
    def defined(self) -> list[Estimate]:
        return [result for result in self.estimates if isinstance(result, Estimate)]

    def names(self, noun: str) -> list[str]:
        """The different values of `measure`, `model`, `data` or `language`, in the order of the files."""
        named = [str(getattr(result.about, noun)) for result in self.estimates]
        rows = [str(name) for name in self.scored[noun].unique()] if noun in self.scored else []
        return unique([*named, *rows])

    def rows(self, measure: str) -> pd.DataFrame:
        """The items of one measure, with only the columns that it filled."""
        if "measure" not in self.scored:
            return pd.DataFrame()
        mine = self.scored[self.scored["measure"] == measure]
        return mine.dropna(axis="columns", how="all")


def unique(names: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(names))


def _read(path: Path, reader: Callable[[Path], T], empty: T, notes: list[str]) -> T:
    if not path.is_file():
        notes.append(f"{path.name} is missing: the run may not have finished. Running it again resumes it.")
        return empty
    try:
        return reader(path)
    except (OSError, ValueError, InputError) as error:
        notes.append(f"{path.name} cannot be read ({error}). Running it again writes it anew.")
        return empty


def _ranking(directory: Path, notes: list[str]) -> Sheet | None:
    if not is_file(directory / RANKING):
        return None
    return _read(directory / RANKING, lambda path: read_sheet(path.parent, path.name), None, notes)


def _estimates(path: Path, notes: list[str]) -> list[Result]:
    kept: list[Result] = []
    for number, line in lines_of(path.read_text(encoding="utf-8")):
        try:
            kept.append(_with_dataset_name(from_record(parse_json(line, path.name))))
        except InputError:
            notes.append(f"{path.name} has a broken line {number}: {line[:60]!r}. It was left out.")
    return kept


def changed_files(directory: Path, run: Mapping[str, Plain]) -> list[str]:
    """A note on each file that is not the one which `run.json` was written with: cut off, changed, or of another run.
    Files that are missing are no matter of this."""
    written = run.get("files")
    if not isinstance(written, Mapping):
        return []
    there = {name: digest for name, digest in written.items() if (directory / name).is_file() and name in CHECKED}
    return [
        f"{name} is not the file that run.json was written with: it was cut off or changed. Running it again writes it."
        for name, digest in there.items()
        if _sha256(directory / name) != digest
    ]


def unsigned_files(directory: Path, run: Mapping[str, Plain]) -> list[str]:
    """A note on each file that `run.json` has no hash of: whether it was changed, nobody can tell."""
    written = run.get("files")
    named = written if isinstance(written, Mapping) else {}
    return [
        f"{name} is not named in run.json, so that nobody can tell whether it was changed. Running it again writes it."
        for name in FILES[:2]
        if name not in named and (directory / name).is_file()
    ]


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _with_dataset_name(result: Result) -> Result:
    about = result.about
    return replace(result, about=replace(about, data=_dataset_name(about.data, str(about.signature.where))))


def _dataset_name(identity: str, where: str) -> str:
    """`crows-pairs@1 where axis=gender`: a part of a dataset must not look like the whole."""
    return f"{dataset(identity)} where {where}" if where else dataset(identity)


def _read_scored(path: Path, estimates: Iterable[Result]) -> pd.DataFrame:
    import pyarrow as pa

    table = pa.Table.from_batches(read_batches(path))
    known = (pa.string(), pa.large_string(), pa.null())
    if wrong := [column.name for column in table.schema if column.name in TEXTS and column.type not in known]:
        raise ValueError(f"the column '{wrong[0]}' is not text")
    rows = table.to_pandas()
    # All numbers of a run are of the same part of the data.
    where = next((str(result.about.signature.where) for result in estimates), "")
    named = {"data": lambda rows: rows["data"].map(lambda data: _dataset_name(data, where), na_action="ignore")}
    return rows.assign(**named) if "data" in rows else rows


def _run(path: Path) -> dict[str, Plain]:
    facts = read_object(path)
    as_type(facts, Facts, path.name)
    return facts
