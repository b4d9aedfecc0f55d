"""Results on disk: `results.jsonl`, `scored.parquet`, `run.json`. Rows are spooled as they come; files appear complete.

A run that stops half-way keeps what it has: `finish` is called either way, and files are put in place atomically.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from babelance._version import __version__
from babelance.core.errors import StoreError
from babelance.core.estimate import Estimate, Plain, Result, to_record
from babelance.core.model import Health
from babelance.core.scored import Scored, Skipped
from babelance.run.plan import Job, Plan
from babelance.stats.multiple import benjamini_hochberg, holm

_FIXED = ("measure", "model", "data", "item", "language", "skipped", "tags", "texts", "detail")
_ROWS_AT_ONCE = 20_000
_PACKAGES = ("numpy", "scipy", "torch", "transformers", "tokenizers", "scikit-learn", "pandas", "pyarrow")


@dataclass
class Output:
    """One output folder. `keep` takes outcomes as they come, `finish` writes the three files."""

    folder: Path
    started: float = field(default_factory=time.time)
    _types: dict[str, pa.DataType] = field(default_factory=dict)
    _health: dict[str, dict[str, Plain]] = field(default_factory=dict)
    _spool: IO[str] | None = None

    def __post_init__(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._spool = self._spool_path.open("w", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"Cannot write to the output folder {self.folder}: {error}.") from error

    def keep(self, job: Job, measure: str, outcomes: Sequence[Scored | Skipped]) -> None:
        assert self._spool is not None
        for outcome in outcomes:
            row = _row(job, measure, outcome)
            for name, value in row.items():
                if name not in _FIXED:
                    self._types[name] = _wider(self._types.get(name), value)
            self._spool.write(json.dumps(row, ensure_ascii=False) + "\n")

    def note(self, job: Job, health: Health) -> None:
        """What was seen of the model on this data."""
        seen = {"unknown": health.unknown, "notes": list(health.notes), "facts": dict(health.facts)}
        self._health[f"{job.model.id} on {job.data} {job.language}"] = seen  # type: ignore[assignment]

    def finish(self, results: Sequence[Result], plan: Plan, *, complete: bool) -> None:
        try:
            self._write_lines("results.jsonl", (json.dumps(to_record(one), ensure_ascii=False) for one in results))
            self._write_scored()
            seconds = round(time.time() - self.started, 3)
            facts = environment(plan) | {"seconds": seconds, "complete": complete, "health": dict(self._health)}
            self._write_lines("run.json", [json.dumps(facts, indent=2, ensure_ascii=False)])
        except OSError as error:
            raise StoreError(
                f"Cannot write results to {self.folder}: {error}. The answers are in the store: free some space and "
                "run the same command again."
            ) from error

    @property
    def _spool_path(self) -> Path:
        return self.folder / ".scored.spool"

    def _write_lines(self, name: str, lines: Iterator[str] | Sequence[str]) -> None:
        fresh = self.folder / f".{name}.new"
        with fresh.open("w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        fresh.replace(self.folder / name)

    def _write_scored(self) -> None:
        assert self._spool is not None
        self._spool.close()
        schema = pa.schema([*((name, pa.string()) for name in _FIXED), *sorted(self._types.items())])
        fresh = self.folder / ".scored.parquet.new"
        with pq.ParquetWriter(fresh, schema, compression="zstd") as writer:
            for rows in _batches(self._spool_path):
                writer.write_table(pa.Table.from_pylist([_fitted(row, self._types) for row in rows], schema=schema))
        fresh.replace(self.folder / "scored.parquet")
        self._spool_path.unlink()


def adjusted(results: Sequence[Result]) -> list[Result]:
    """The same results; p-values of a family (one measure and model over languages and groups) adjusted for its
    size."""
    families: dict[tuple[str, str], list[int]] = {}
    for index, result in enumerate(results):
        families.setdefault((result.about.measure, result.about.model), []).append(index)
    done = list(results)
    for members in families.values():
        raw = [getattr(results[index], "p", None) for index in members]
        for index, p_holm, p_bh in zip(members, holm(raw), benjamini_hochberg(raw), strict=True):
            one = done[index]
            if isinstance(one, Estimate) and p_holm is not None and p_bh is not None:
                done[index] = replace(one, extra={**one.extra, "p_holm": p_holm, "p_bh": p_bh, "family": len(members)})
    return done


def environment(plan: Plan) -> dict[str, Plain]:
    """What a reader needs to trust or repeat the run."""
    return {
        "babelance": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "arguments": list(sys.argv[1:]),
        "threads": os.environ.get("OMP_NUM_THREADS") or os.cpu_count(),
        "settings": {
            "level": plan.settings.level,
            "draws": plan.settings.draws,
            "seed": plan.settings.seed,
            "limit": plan.settings.limit,
        },
        "jobs": [
            {
                "model": job.model.id,
                "fingerprint": job.model.fingerprint,
                "data": job.data,
                "language": job.language,
                "measures": list(job.measures),
            }
            for job in plan.jobs
        ],
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _row(job: Job, measure: str, outcome: Scored | Skipped) -> dict[str, Any]:
    item = outcome.item
    row: dict[str, Any] = {
        "measure": measure,
        "model": job.model.id,
        "data": job.data,
        "item": item.id,
        "language": item.language,
        "skipped": outcome.reason if isinstance(outcome, Skipped) else None,
        "tags": json.dumps(dict(item.tags), ensure_ascii=False),
        "texts": json.dumps(dict(item.texts), ensure_ascii=False),
        "detail": None,
    }
    if isinstance(outcome, Skipped):
        return row
    row["detail"] = json.dumps(dict(outcome.detail), ensure_ascii=False) if outcome.detail else None
    columns = {name: _plain(value) for name, value in outcome.columns.items() if not isinstance(value, np.ndarray)}
    return row | columns


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _wider(known: pa.DataType | None, value: Any) -> pa.DataType:
    mine = pa.bool_() if isinstance(value, bool) else pa.int64() if isinstance(value, int) else pa.float64()
    mine = pa.string() if isinstance(value, str) else mine
    if known is None or known == mine:
        return mine
    return pa.string() if pa.string() in (known, mine) else pa.float64()


def _fitted(row: Mapping[str, Any], types: Mapping[str, pa.DataType]) -> dict[str, Any]:
    """Values as the type of their column: a number in a column of strings is printed."""
    as_text = {name for name, kind in types.items() if kind == pa.string()}
    return {name: str(value) if name in as_text and value is not None else value for name, value in row.items()}


def _batches(path: Path) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            rows.append(json.loads(line))
            if len(rows) == _ROWS_AT_ONCE:
                yield rows
                rows = []
    if rows:
        yield rows
