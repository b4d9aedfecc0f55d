"""Answers on disk: found again to the bit, safe from kills, shared by two runs, honest about trouble."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from babelance.core.errors import StoreError
from babelance.core.query import Embed, Query, Text, Translate, Unanswered
from babelance.run.executors.local import answer_all
from babelance.run.store import Store

WRITER = """
import sys
from babelance.core.query import Embed, Text
from babelance.run.store import Store
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Store(path) as store:
    for start in range(count):
        texts = [f"{name if i % 2 else 'both'} {start} {i}" for i in range(20)]
        store.put("model", [(Embed(text), Text("one")) for text in texts])
"""


def numbers(count: int) -> list[tuple[Query, Text]]:
    return [(Embed(str(i)), Text(str(i / 3))) for i in range(count)]


def test_answers_are_found_again_by_model_and_content(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite") as store:
        store.put("one", numbers(1200))
    with Store(tmp_path / "a.sqlite") as store:
        found = store.get("one", [query for query, _ in numbers(1300)])
        assert found == dict(numbers(1200))
        assert store.get("other", [query for query, _ in numbers(5)]) == {}


def test_a_store_of_an_earlier_version_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE answers (model INTEGER NOT NULL, query BLOB NOT NULL, answer BLOB NOT NULL, "
            "PRIMARY KEY (model, query)) WITHOUT ROWID"
        )
    with Store(path) as store:
        store.put("one", numbers(30))
        store.put("one", numbers(40))
        assert store.get("one", [query for query, _ in numbers(50)]) == dict(numbers(40))
        assert store.count() == 40


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def cut() -> object:
        yield from numbers(3)
        raise RuntimeError("killed")

    with Store(tmp_path / "a.sqlite") as store:
        with pytest.raises(RuntimeError):
            store.put("one", cut())  # type: ignore[arg-type]
        assert store.count() == 0


def test_two_processes_write_one_store_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name, "40"], env=os.environ) for name in ("x", "y")
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with Store(path) as store:
        assert store.count() == 40 * (10 + 2 * 10)


def test_a_read_only_store_is_refused_before_anything_is_computed() -> None:
    """Root may write everything, so the store is opened by a child that gives up its rights."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "a.sqlite"
    Store(path).close()
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        assert _refusal_without_rights(path) == "read-only store refused, next step named"
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def _refusal_without_rights(path: Path) -> str:
    reader, writer = os.pipe()
    if not os.fork():
        if os.getuid() == 0:
            os.setuid(65534)
        try:
            Store(path)
            said = "opened"
        except StoreError as error:
            named = "BABELANCE_STORE" in str(error) and "readonly" in str(error)
            said = "read-only store refused, next step named" if named else str(error)
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as words:
        said = words.read()
    os.wait()
    return said


def test_a_store_that_cannot_be_made_is_refused_with_the_next_step(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="name another file with BABELANCE_STORE"):
        Store(tmp_path / "file" / "a.sqlite")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_text("these are not answers, they are words" * 40)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(tmp_path / "a.sqlite")


def test_a_full_disk_loses_nothing_that_was_written(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite") as store:
        store.put("one", numbers(100))
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreError, match=r"full.*Free some space"):
            store.put("one", [(Embed(f"long {i}" * 50), Unanswered("x" * 4000)) for i in range(200)])
        assert store.get("one", [query for query, _ in numbers(100)]) == dict(numbers(100))


def test_only_missing_queries_are_asked(tmp_path: Path) -> None:
    asked: list[Query] = []

    class Counting:
        id = fingerprint = "counting"

        def answer(self, queries: list[Query]) -> object:
            asked.extend(queries)
            return (Text("one") for _ in queries)

    queries = [Translate(str(i), "hu", "en") for i in range(4)]
    with Store(tmp_path / "a.sqlite") as store:
        job = SimpleNamespace(model=Counting())
        answer_all(job, store, queries[:2])  # type: ignore[arg-type]
        answer_all(job, store, queries)  # type: ignore[arg-type]
    assert asked == queries
