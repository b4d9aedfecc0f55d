"""The file of the answer store: its tables, how SQLite is set for them, and which formats can be read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from babelance.core.errors import StoreError

# Answers are appended and only their small index is written all over, since keys are random. Stores of earlier versions
# keep the answers in the index itself (WITHOUT ROWID); they are read and written with the same words, only slower.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS models (id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL);
CREATE TABLE IF NOT EXISTS answers (model INTEGER NOT NULL, query BLOB NOT NULL, answer BLOB NOT NULL, checksum BLOB,
                                    PRIMARY KEY (model, query));
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum BLOB) WITHOUT ROWID;
"""
FORMAT = "2"
_EARLIER = ("1",)
_TABLES = frozenset({"models", "answers", "facts"})
_TUNED = (
    "journal_mode=WAL",
    "synchronous=NORMAL",
    f"cache_size=-{64 * 1024}",  # 64 MB, where the usual 2 MB hold less than one window of a large store
    f"mmap_size={2**30}",
    "wal_autocheckpoint=8192",  # 32 MB: pages that are written again and again go to the file once
)


def tune(database: sqlite3.Connection) -> None:
    for setting in _TUNED:
        database.execute(f"PRAGMA {setting}")


def check(database: sqlite3.Connection, path: Path) -> None:
    """Before anything is written: someone else's database, or a later version's, stays as it is."""
    tables = {str(name) for [name] in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return
    if not tables & _TABLES:
        raise StoreError(f"{path} is a database of something else. Name another file with BABELANCE_STORE.")
    columns = "SELECT CAST(value AS TEXT) FROM facts WHERE name = 'format'"
    row = database.execute(columns).fetchone() if "facts" in tables else ("1",)
    if row and row[0] not in (FORMAT, *_EARLIER):
        raise StoreError(
            f"The answer store {path} has the format {row[0]!r}, which this version does not know: a later "
            "version wrote it, or it is damaged. Update babelance, or name another file with BABELANCE_STORE."
        )


def create_tables(database: sqlite3.Connection) -> None:
    database.executescript(_SCHEMA)


def upgrade(database: sqlite3.Connection) -> None:
    """Gives tables of format 1, which have no checksums, a column for them."""
    for table in ("answers", "facts"):
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        if "checksum" not in columns:
            database.execute(f"ALTER TABLE {table} ADD COLUMN checksum BLOB")
    database.execute("INSERT OR REPLACE INTO facts (name, value) VALUES ('format', ?)", [FORMAT])
