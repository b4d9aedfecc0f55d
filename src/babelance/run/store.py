"""Answers on disk, by content: what a model once said is never asked again.

One SQLite file in WAL mode. The key is (fingerprint of the model, content of the query); a model's fingerprint covers
its weights, tokenizer and number format. Answers are written in one transaction per window, so a run that is killed
loses at most the window in flight, and two runs may share the file.

Every answer and every fact has a checksum over itself and its key. What does not match (a flipped bit, a bad disk) is
as if it were not there: it is asked again, and counted in `damaged`. Answers of format 1 have no checksum and are asked
again as well. A file of a format that this version does not know is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from babelance.core.codec import decode, encode, key
from babelance.core.errors import StoreError
from babelance.core.model import ONE_RUN
from babelance.core.query import Answer, Query
from babelance.run import store_format

_AT_ONCE = 500


def default_path() -> Path:
    """`BABELANCE_STORE`, or a file in the platform's cache folder."""
    named = os.environ.get("BABELANCE_STORE")
    return Path(named) if named else user_cache_path("babelance") / "answers.sqlite"


class Store(AbstractContextManager["Store"]):
    """`with Store(path) as store:` — opening it shows whether it can be written, before anything is computed."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path is not None else default_path()
        self._ids: dict[str, int] = {}
        self._keys: dict[Query, bytes] = {}
        self.damaged = 0
        """Answers and facts that did not match their checksum; they were taken out and are asked again."""
        with self._trouble("open"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=120, isolation_level=None)
            store_format.tune(self._database)
            store_format.check(self._database, self.path)
            store_format.create_tables(self._database)
            with self._transaction():
                store_format.upgrade(self._database)

    def get(self, fingerprint: str, queries: Sequence[Query]) -> dict[Query, Answer]:
        """The answers that are there, whole."""
        # What is asked for is what will be put if it is not there: keys are made once.
        self._keys = {query: key(query) for query in queries}
        wanted = {name: query for query, name in self._keys.items()}
        answers: dict[Query, Answer] = {}
        broken: list[bytes] = []
        with self._trouble("read"):
            model = self._model(fingerprint)
            for name, blob, checksum in self._rows(model, sorted(wanted)):
                if checksum is None:
                    continue
                answer = _decode(blob) if checksum == _checksum(fingerprint, name, blob) else None
                if answer is None or name not in wanted:
                    broken.append(name)
                else:
                    answers[wanted[name]] = answer
        self._take_out(model, broken)
        return answers

    def _rows(self, model: int, names: list[bytes]) -> Iterator[tuple[bytes, bytes, bytes | None]]:
        for keys in _chunks(names, _AT_ONCE):
            marks = ",".join("?" * len(keys))
            yield from self._database.execute(
                f"SELECT query, answer, checksum FROM answers WHERE model = ? AND query IN ({marks})", [model, *keys]
            )

    def _take_out(self, model: int, names: Sequence[bytes]) -> None:
        self.damaged += len(names)
        if names:
            with self._trouble("write"), self._transaction():
                rows = [(model, name) for name in names]
                self._database.executemany("DELETE FROM answers WHERE model = ? AND query = ?", rows)

    def put(self, fingerprint: str, answers: Iterable[tuple[Query, Answer]]) -> None:
        """All of these, or none: one transaction."""
        self.put_encoded(fingerprint, ((query, encode(answer)) for query, answer in answers))

    def put_encoded(self, fingerprint: str, blobs: Iterable[tuple[Query, bytes]]) -> None:
        """The same for answers that came encoded from another machine."""
        # In the order of the keys: neighbours share pages.
        rows = sorted((self._keys.get(query) or key(query), blob) for query, blob in blobs)
        with self._trouble("write"), self._transaction():
            model = self._model(fingerprint)
            # What is there already without a checksum, of an earlier format, gives way.
            self._database.executemany(
                "INSERT INTO answers (model, query, answer, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
                "SET answer = excluded.answer, checksum = excluded.checksum WHERE checksum IS NULL",
                [(model, name, blob, _checksum(fingerprint, name, blob)) for name, blob in rows],
            )

    def fact(self, name: str) -> Any:
        """Something remembered beside the answers (the health of a model on a dataset, say), or None."""
        with self._trouble("read"):
            row = self._database.execute(
                "SELECT CAST(value AS BLOB), checksum FROM facts WHERE name = ?", [name]
            ).fetchone()
        if not row or row[1] is None:
            return None
        if row[1] != _checksum("fact", name.encode("utf-8", "surrogatepass"), row[0]):
            self.damaged += 1
            return None
        return json.loads(row[0])

    def remember(self, name: str, value: Any) -> None:
        text = json.dumps(value)
        checksum = _checksum("fact", name.encode("utf-8", "surrogatepass"), text.encode())
        with self._trouble("write"), self._transaction():
            self._database.execute(
                "INSERT OR REPLACE INTO facts (name, value, checksum) VALUES (?, ?, ?)", [name, text, checksum]
            )

    @property
    def note(self) -> str | None:
        """What the user should know about the file, if anything."""
        if not self.damaged:
            return None
        return f"{self.damaged} stored answers in {self.path} were damaged and have been asked again. Check the disk."

    def count(self) -> int:
        with self._trouble("read"):
            return int(self._database.execute("SELECT COUNT(*) FROM answers").fetchone()[0])

    def close(self) -> None:
        with suppress(sqlite3.Error):
            for fingerprint, model in self._ids.items():
                if fingerprint.startswith(ONE_RUN):
                    self._database.execute("DELETE FROM answers WHERE model = ?", [model])
                    self._database.execute("DELETE FROM models WHERE id = ?", [model])
            self._database.close()

    def __exit__(self, *raised: object) -> None:
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
        except sqlite3.OperationalError as error:
            raise StoreError(self._advice(verb, error)) from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise StoreError(
                f"Cannot {verb} the answer store {self.path}: {error}. The file is damaged, or none of ours. "
                "Move it away or name another one with BABELANCE_STORE; what it held is asked again."
            ) from error
        except (sqlite3.Error, OSError) as error:
            raise StoreError(self._advice(verb, error)) from error

    def _advice(self, verb: str, error: Exception) -> str:
        return (
            f"Cannot {verb} the answer store {self.path}: {error}. Answers written before are safe. "
            "Free some space or name another file with BABELANCE_STORE, then run the same command again."
        )


def _checksum(fingerprint: str, name: object, blob: object) -> bytes | None:
    """Over an answer, its query and its model: a row that slipped to another key does not match either.
    None if they are not even bytes, which matches nothing."""
    if not isinstance(blob, bytes) or not isinstance(name, bytes):
        return None
    digest = hashlib.blake2b(blob, digest_size=8)
    digest.update(name)
    digest.update(fingerprint.encode("utf-8", "surrogatepass"))
    return digest.digest()


def _decode(blob: bytes) -> Answer | None:
    """None for what this version cannot read."""
    try:
        return decode(blob)
    except (ValueError, KeyError, TypeError):
        return None


def _chunks(values: list[bytes], size: int) -> Iterator[list[bytes]]:
    return (values[start : start + size] for start in range(0, len(values), size))
