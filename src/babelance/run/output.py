"""Results on disk: `results.jsonl`, `scored.parquet`, `run.json`. Rows are spooled as they come; files appear complete.

A run that stops half-way keeps what it has: `finish` is called either way, and files are put in place atomically.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from babelance._version import __version__
from babelance.core.conclusion import conclusion_record
from babelance.core.errors import StoreError
from babelance.core.estimate import Plain, Result, to_record
from babelance.core.model import Health
from babelance.core.scored import Scored, Skipped
from babelance.run.plan import Job, Plan
from babelance.run.scored_file import ScoredFile
from babelance.stats.conclusions import conclude

_PACKAGES = ("numpy", "scipy", "torch", "transformers", "tokenizers", "scikit-learn", "pandas", "pyarrow")


@dataclass
class Output:
    """One output folder. `keep` takes outcomes as they come, `finish` writes the three files."""

    folder: Path
    started: float = field(default_factory=time.time)
    _health: dict[str, dict[str, Plain]] = field(default_factory=dict)
    _scored: ScoredFile = field(init=False)

    def __post_init__(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._scored = ScoredFile(self.folder)
        except OSError as error:
            raise StoreError(f"Cannot write to the output folder {self.folder}: {error}.") from error

    def keep(self, job: Job, measure: str, outcomes: Sequence[Scored | Skipped]) -> None:
        self._scored.add(job, measure, outcomes)

    def note(self, job: Job, health: Health) -> None:
        """What was seen of the model on this data."""
        seen = {"unknown": health.unknown, "notes": list(health.notes), "facts": dict(health.facts)}
        self._health[f"{job.model.id} on {job.data} {job.language}"] = seen  # type: ignore[assignment]

    def finish(self, results: Sequence[Result], plan: Plan, *, complete: bool) -> None:
        try:
            self._write_lines(
                "results.jsonl", (json.dumps(to_record(result), ensure_ascii=False) for result in results)
            )
            self._scored.finish()
            seconds = round(time.time() - self.started, 3)
            facts = environment(plan) | {"seconds": seconds, "complete": complete, "health": dict(self._health)}
            facts["conclusion"] = conclusion_record(conclude(results))
            self._write_lines("run.json", [json.dumps(facts, indent=2, ensure_ascii=False)])
        except OSError as error:
            raise StoreError(
                f"Cannot write results to {self.folder}: {error}. The answers are in the store: free some space and "
                "run the same command again."
            ) from error

    def _write_lines(self, name: str, lines: Iterator[str] | Sequence[str]) -> None:
        fresh = self.folder / f".{name}.new"
        with fresh.open("w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        fresh.replace(self.folder / name)


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
