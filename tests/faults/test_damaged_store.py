"""A damaged store never changes a number: what does not match its checksum is asked again, and counted."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from babelance.api import execute
from babelance.core.errors import StoreError
from babelance.core.estimate import Result
from babelance.core.query import Text, Translate
from babelance.run.pipeline import Hooks
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store


def run(store: Path, warned: list[str] | None = None, *, processes: int | None = None) -> tuple[Result, ...]:
    settings = Settings(draws=100, limit=20)
    plan = make_plan(models=["fake:random"], data=["babel-pairs"], measures=["cps", "aul"], languages=["de"],
                     settings=settings)  # fmt: skip
    return execute(plan, store=store, hooks=Hooks(warn=(warned or []).append), processes=processes).results


def changed(store: Path, sql: str, *values: object) -> None:
    with sqlite3.connect(store) as database:
        database.execute(sql, values)


@pytest.mark.parametrize("how", ["flipped", "cut", "swapped", "other model", "not bytes"])
def test_a_damaged_answer_is_asked_again_and_counted(tmp_path: Path, how: str) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.put("m", [(Translate(text, "de", "en"), Text(text * 2)) for text in ("a", "bb", "ccc")])
    damage = {
        "flipped": "UPDATE answers SET answer = x'7b7d00' WHERE query = (SELECT min(query) FROM answers)",
        "cut": "UPDATE answers SET answer = substr(answer, 1, 20)",
        "swapped": "UPDATE answers SET answer = (SELECT answer FROM answers ORDER BY query LIMIT 1)",
        "other model": "UPDATE models SET fingerprint = 'other'",
        "not bytes": "UPDATE answers SET answer = 7",
    }[how]
    changed(path, damage)
    with Store(path) as store:
        queries = [Translate(text, "de", "en") for text in ("a", "bb", "ccc")]
        found = {} if how == "other model" else store.get("m", queries)
        assert all(found[query] == Text(query.text * 2) for query in queries if query in found)
        if how == "other model":
            assert store.get("other", queries) == {}
        assert store.damaged == {"flipped": 1, "swapped": 2}.get(how, 3)
        assert "damaged and have been asked again" in str(store.note)
        store.put("m", [(query, Text("-1.5")) for query in queries if query not in found])
        again = store.get("m", queries)
        assert len(again) == 3


def test_a_thousand_flipped_bytes_change_no_number_and_raise_nothing_but_words(tmp_path: Path) -> None:
    clean = tmp_path / "clean.sqlite"
    wanted = run(clean)
    with sqlite3.connect(clean) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = clean.read_bytes()
    rng, told, refused = random.Random(7), 0, 0
    for number in range(40):
        damaged = bytearray(content)
        for _ in range(25):
            damaged[rng.randrange(100, len(damaged))] ^= 1 << rng.randrange(8)
        path = tmp_path / f"{number}.sqlite"
        path.write_bytes(damaged)
        warned: list[str] = ["-"]
        try:
            assert run(path, warned) == wanted
            told += len(warned) - 1
        except StoreError as error:
            assert "answer store" in str(error)
            refused += 1
        path.unlink()
    assert told + refused > 20


def test_a_damaged_fact_is_worked_out_again(tmp_path: Path) -> None:
    wanted = run(tmp_path / "s.sqlite")
    changed(tmp_path / "s.sqlite", "UPDATE facts SET value = '[99.5, 0.1]' WHERE name LIKE 'guessed %'")
    warned = ["-"]
    assert run(tmp_path / "s.sqlite", warned) == wanted
    assert "2 stored answers" in warned[1]


def test_other_processes_tell_of_damage_too(tmp_path: Path) -> None:
    wanted = run(tmp_path / "s.sqlite")
    changed(tmp_path / "s.sqlite", "UPDATE answers SET answer = x'00'")
    warned = ["-"]
    assert run(tmp_path / "s.sqlite", warned, processes=1) == wanted
    assert "damaged and have been asked again" in warned[1]


@pytest.mark.parametrize("version", ["3", "1.5", "banana"])
def test_a_store_of_an_unknown_format_is_refused_and_not_relabelled(tmp_path: Path, version: str) -> None:
    Store(tmp_path / "s.sqlite").close()
    changed(tmp_path / "s.sqlite", "UPDATE facts SET value = ? WHERE name = 'format'", version)
    with pytest.raises(StoreError, match=f"format '{version}', which this version does not know.*Update babelance"):
        Store(tmp_path / "s.sqlite")
    with sqlite3.connect(tmp_path / "s.sqlite") as database:
        assert database.execute("SELECT value FROM facts WHERE name = 'format'").fetchone() == (version,)


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "photos.sqlite") as database:
        database.execute("CREATE TABLE photos (name TEXT)")
    with pytest.raises(StoreError, match="a database of something else"):
        Store(tmp_path / "photos.sqlite")
    with sqlite3.connect(tmp_path / "photos.sqlite") as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]


def test_answers_without_a_checksum_are_asked_again_and_give_way(tmp_path: Path) -> None:
    """A store of format 1, as earlier versions left it."""
    with sqlite3.connect(tmp_path / "s.sqlite") as database:
        database.executescript(
            "CREATE TABLE models (id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL);"
            "CREATE TABLE answers (model INTEGER NOT NULL, query BLOB NOT NULL, answer BLOB NOT NULL,"
            " PRIMARY KEY (model, query));"
            "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
            "INSERT INTO facts VALUES ('format', '1'); INSERT INTO models VALUES (1, 'm');"
        )
        from babelance.core.codec import encode, key

        query, stale = Translate("a", "de", "en"), Text("-1")
        database.execute("INSERT INTO answers VALUES (1, ?, ?)", [key(query), encode(stale)])
    with Store(tmp_path / "s.sqlite") as store:
        assert store.get("m", [query]) == {}
        assert (store.damaged, store.note) == (0, None)
        store.put("m", [(query, Text("-2.0"))])
        assert store.get("m", [query]) == {query: Text("-2.0")}
        assert store.count() == 1


def test_answers_of_one_run_end_with_it(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        store.put("one run 7 x", [(Translate("a", "de", "en"), Text("-1.0"))])
        assert store.get("one run 7 x", [Translate("a", "de", "en")])
    with Store(tmp_path / "s.sqlite") as store:
        assert store.count() == 0
