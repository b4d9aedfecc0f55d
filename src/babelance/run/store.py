"""Answers on disk, by content: what a model once said is never asked again.

One SQLite file in WAL mode. The key is (fingerprint of the model, content of the query); a model's fingerprint covers
its weights, tokenizer and number format. Answers are written in one transaction per window, so a run that is killed
loses at most the window in flight, and two runs may share the file.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from platformdirs import user_cache_path

from babelance.core.codec import decode, encode, key
from babelance.core.errors import StoreError
from babelance.core.query import Answer, Query

# Answers are appended and only their small index is written all over, since keys are random. Stores of earlier versions
# keep the answers in the index itself (WITHOUT ROWID); they are read and written with the same words, only slower.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS models (id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL);
CREATE TABLE IF NOT EXISTS answers (model INTEGER NOT NULL, query BLOB NOT NULL, answer BLOB NOT NULL,
                                    PRIMARY KEY (model, query));
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
_AT_ONCE = 500
_TUNED = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    f"cache_size=-{64 * 1024}",  # 64 MB, where the usual 2 MB hold less than one window of a large store
    f"mmap_size={2**30}",
    "wal_autocheckpoint=8192",  # 32 MB: pages that are written again and again go to the file once
)


def default_path() -> Path:
    """`BABELANCE_STORE`, or a file in the platform's cache folder."""
    named = os.environ.get("BABELANCE_STORE")
    return Path(named) if named else user_cache_path("babelance") / "answers.sqlite"


class Store:
    """`with Store(path) as store:` — opening it shows whether it can be written, before anything is computed."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path is not None else default_path()
        self._ids: dict[str, int] = {}
        self._keys: dict[Query, bytes] = {}
        with self._trouble("open"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=120, isolation_level=None)
            for setting in _TUNED:
                self._database.execute(f"PRAGMA {setting}")
            self._database.executescript(_SCHEMA)
            with self._transaction():
                self._database.execute("INSERT OR REPLACE INTO facts VALUES ('format', '1')")

    def get(self, fingerprint: str, queries: Sequence[Query]) -> dict[Query, Answer]:
        """The answers that are there."""
        # What is asked for is what will be put if it is not there: keys are made once.
        self._keys = {query: key(query) for query in queries}
        wanted = {name: query for query, name in self._keys.items()}
        answers: dict[Query, Answer] = {}
        with self._trouble("read"):
            model = self._model(fingerprint)
            for keys in _chunks(sorted(wanted), _AT_ONCE):
                marks = ",".join("?" * len(keys))
                rows = self._database.execute(
                    f"SELECT query, answer FROM answers WHERE model = ? AND query IN ({marks})", [model, *keys]
                )
                answers.update((wanted[name], decode(blob)) for name, blob in rows)
        return answers

    def put(self, fingerprint: str, answers: Iterable[tuple[Query, Answer]]) -> None:
        """All of these, or none: one transaction."""
        self.put_encoded(fingerprint, ((query, encode(answer)) for query, answer in answers))

    def put_encoded(self, fingerprint: str, blobs: Iterable[tuple[Query, bytes]]) -> None:
        """The same for answers that came encoded from another machine."""
        # In the order of the keys: neighbours share pages.
        rows = sorted((self._keys.get(query) or key(query), blob) for query, blob in blobs)
        with self._trouble("write"), self._transaction():
            model = self._model(fingerprint)
            self._database.executemany(
                "INSERT OR IGNORE INTO answers VALUES (?, ?, ?)", [(model, name, blob) for name, blob in rows]
            )

    def fact(self, name: str) -> Any:
        """Something remembered beside the answers (the health of a model on a dataset, say), or None."""
        with self._trouble("read"):
            row = self._database.execute("SELECT value FROM facts WHERE name = ?", [name]).fetchone()
        return json.loads(row[0]) if row else None

    def remember(self, name: str, value: Any) -> None:
        with self._trouble("write"), self._transaction():
            self._database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", [name, json.dumps(value)])

    def count(self) -> int:
        with self._trouble("read"):
            return int(self._database.execute("SELECT COUNT(*) FROM answers").fetchone()[0])

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _model(self, fingerprint: str) -> int:
        if fingerprint not in self._ids:
            self._database.execute("INSERT OR IGNORE INTO models (fingerprint) VALUES (?)", [fingerprint])
            row = self._database.execute("SELECT id FROM models WHERE fingerprint = ?", [fingerprint]).fetchone()
            self._ids[fingerprint] = int(row[0])
        return self._ids[fingerprint]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _trouble(self, verb: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"Cannot {verb} the answer store {self.path}: {error}. Answers written before are safe. "
                "Free some space or name another file with BABELANCE_STORE, then run the same command again."
            ) from error


def _chunks(values: list[bytes], size: int) -> Iterator[list[bytes]]:
    return (values[start : start + size] for start in range(0, len(values), size))
