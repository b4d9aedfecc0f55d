"""Results on disk: `results.jsonl`, `scored.parquet`, `run.json`. Rows are spooled as they come; files appear complete.
On request `embeddings.parquet` beside them.

A run that stops half-way keeps what it has: `finish` is called either way. `run.json` comes last and has the hashes of
the others, so that a reader sees whether they belong together.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from filelock import BaseFileLock

from babelance._version import __version__
from babelance.core.conclusion import conclusion_record
from babelance.core.errors import StoreError
from babelance.core.estimate import Plain, Result, to_record
from babelance.core.extras import installed_version
from babelance.core.files import new_mode, settle, write_lines, write_text
from babelance.core.folder_lock import lock_folder
from babelance.core.json_lines import json_line
from babelance.core.model import Health
from babelance.core.scored import Scored, Skipped
from babelance.run.embeddings_file import NAME as EMBEDDINGS
from babelance.run.embeddings_file import EmbeddingsFile
from babelance.run.plan import Job, Plan
from babelance.run.scored_file import ScoredFile
from babelance.stats.conclusions import conclude

_PACKAGES = ("numpy", "scipy", "torch", "transformers", "tokenizers", "scikit-learn", "pandas", "pyarrow")


FILES = ("results.jsonl", "scored.parquet", "run.json")
"""In the order in which they take their places: what `run.json` says about the others is true once it is there."""
_UNFINISHED = ".unfinished-"
_LOCK = ".lock"


@dataclass
class Output(AbstractContextManager["Output"]):
    """One output folder, locked while the run goes on. `keep` takes outcomes as they come, `finish` writes the three
    files, `close` gives the folder back.

    Everything is written into a hidden folder inside first. What an earlier run has left is replaced only when all
    three files are whole on disk, and only if there is something to show.
    """

    folder: Path
    embeddings: bool = False
    """Are vectors kept, too?"""
    started: float = field(default_factory=time.time)
    _health: dict[str, dict[str, Plain]] = field(default_factory=dict)
    _lock: BaseFileLock = field(init=False)
    _work: Path = field(init=False)
    _scored: ScoredFile = field(init=False)
    _vectors: EmbeddingsFile | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._lock = lock_folder(self.folder, self.folder / _LOCK, who="run", what="output folder")
        with self._trouble():
            self._tidy()
            self._work = Path(tempfile.mkdtemp(dir=self.folder, prefix=_UNFINISHED))
            self._scored = ScoredFile(self._work)
            self._vectors = EmbeddingsFile(self._work) if self.embeddings else None

    def keep(self, job: Job, measure: str, outcomes: Sequence[Scored | Skipped]) -> None:
        with self._trouble():
            self._scored.add(job, measure, outcomes)
            if self._vectors is not None:
                self._vectors.add(job, measure, outcomes)

    def note(self, job: Job, health: Health) -> None:
        """What was seen of the model on this data."""
        seen = {"unknown": health.unknown, "notes": list(health.notes), "facts": dict(health.facts)}
        self._health[f"{job.display_name} on {job.data} {job.language}"] = seen  # type: ignore[assignment]

    def finish(self, results: Sequence[Result], plan: Plan, *, complete: bool) -> None:
        """Put the three files in place. A run that stopped without any result leaves the folder as it was."""
        if not complete and not results:
            return
        with self._trouble():
            write_lines(self._work / FILES[0], (f"{json_line(to_record(result))}\n" for result in results))
            self._scored.finish()
            optional = [EMBEDDINGS] if self._vectors is not None and self._vectors.finish() else []
            hashes = {name: _sha256(self._work / name) for name in (*FILES[:2], *optional)}
            seconds = round(time.time() - self.started, 3)
            ended: dict[str, Plain] = {"seconds": seconds, "complete": complete, "files": dict(hashes)}
            facts = environment(plan) | ended | {"health": dict(self._health)}
            facts["conclusion"] = conclusion_record(conclude(results))
            write_text(self._work / FILES[2], json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
            for name in (FILES[1], *optional):
                with (self._work / name).open("rb+") as file:
                    settle(file)
            if not optional:  # what an earlier run has left belongs to nothing now
                (self.folder / EMBEDDINGS).unlink(missing_ok=True)
            for name in (*optional, *FILES):
                (self._work / name).chmod(new_mode())
                (self._work / name).replace(self.folder / name)

    def close(self) -> None:
        """Nothing is left but what `finish` has put in place."""
        with suppress(OSError):
            self._scored.close()
            if self._vectors is not None:
                self._vectors.close()
        self._tidy()
        self._lock.release()

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _tidy(self) -> None:
        """Remove what killed runs have left: whoever holds the lock is alone here."""
        for left in self.folder.glob(f"{_UNFINISHED}*"):
            if not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except (OSError, StoreError) as error:
            reason = error.__cause__ if isinstance(error, StoreError) else error
            raise StoreError(
                f"Cannot write results to {self.folder}: {reason}. What was there before is untouched. The answers are "
                "in the store: free some space and run the same command again."
            ) from error


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def environment(plan: Plan) -> dict[str, Plain]:
    """What a reader needs to trust or repeat the run."""
    return {
        "babelance": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: installed_version(name) for name in _PACKAGES},
        "arguments": list(sys.argv[1:]),
        "threads": os.environ.get("OMP_NUM_THREADS") or os.cpu_count(),
        "settings": {
            "level": plan.settings.level,
            "draws": plan.settings.draws,
            "seed": plan.settings.seed,
            "limit": plan.settings.limit,
            "where": str(plan.settings.where) or None,
        },
        "jobs": [
            {
                "model": job.model.id,
                "name": job.name,
                "fingerprint": job.model.fingerprint,
                "data": job.data,
                "language": job.language,
                "measures": list(job.measures),
            }
            for job in plan.jobs
        ],
    }
