"""Every verb that writes a file leaves the earlier one as it was if the disk is full, and follows no links."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from pathlib import Path
from typing import NoReturn

import pytest
from typer.testing import CliRunner, Result

from babelance.cli.app import app
from babelance.core import files
from babelance.core.errors import StoreError

WORDS: dict[str, list[str]] = {
    "report": ["report", "{run}", "--out", "{out}/report.html"],
    "report markdown": ["report", "{run}", "--format", "markdown", "--out", "{out}/report.md"],
    "audit": ["audit", "-m", "fake:random", "-d", "babel-pairs", "-l", "de", "--measures", "cps", "--limit", "20",
              "--draws", "100", "--out", "{out}"],
    "run": ["run", "-m", "fake:random", "-d", "babel-pairs", "-l", "de", "--measures", "cps", "--limit", "20",
            "--draws", "100", "--out", "{out}"],
    "compare languages": ["compare", "languages", "-m", "fake:random", "-l", "de,fi", "--draws", "100", "--limit", "40",
                          "--out", "{out}"],
    "ledger": ["ledger", "{run}", "{other}", "--draws", "100", "--out", "{out}"],
    "rank": ["rank", "-m", "fake:random", "-m", "fake:random#1", "-d", "babel-words", "-l", "en", "--measures",
             "weat,rnd", "--draws", "100", "--out", "{out}"],
    "record": ["record", "{scores}", "--data", "{pairs}", "--language", "de", "--measure", "cps", "--out",
               "{out}/answers.jsonl"],
    "build utterances": ["build", "utterances", "-l", "tr", "-o", "{out}/u.jsonl", "--lines", "{out}/u.txt"],
    "build names": ["build", "names", "-d", "{pairs}", "-l", "de", "-o", "{out}/n.jsonl"],
    "build translated": ["build", "translated", "-d", "{pairs}", "-m", "fake:random", "-l", "de", "-o",
                         "{out}/t.jsonl"],
    "build pairs": ["build", "pairs", "-d", "{stereoset}", "-l", "en", "-o", "{out}/p.jsonl"],
    "build mbe": ["build", "mbe", "{corpus}", "-l", "de", "-o", "{out}/m.jsonl"],
}  # fmt: skip


def invoke(words: list[str], **places: Path) -> Result:
    named = {name: str(place) for name, place in places.items()}
    return CliRunner().invoke(app, [word.format(**named) for word in words])


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What the verbs read."""
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "pairs.csv").write_text(
        "more,less\n" + "".join(f"John ran {n} miles,Mary ran {n} miles\n" for n in range(9))
    )
    scores = "sent_more_score,sent_less_score\n" + "-1,-2\n" * 9
    (folder / "scores.csv").write_text(scores)
    (folder / "corpus.tsv").write_text(
        "".join(f"{'She' if n % 2 else 'He'} saw {n}.\t{'Sie' if n % 2 else 'Er'} sah {n}.\n" for n in range(60)),
        encoding="utf-8",
    )
    row = {"context": "A BLANK ran.", "stereotype": "A x ran.", "anti": "A y ran.", "unrelated": "A z ran."}
    rows = [row | {"id": str(n), "task": "intrasentence", "axis": "gender", "target": "t"} for n in range(5)]
    (folder / "stereoset.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    run = ["run", "-d", "babel-pairs", "-l", "de", "--measures", "cps", "--limit", "20", "--draws", "100"]
    os.environ["BABELANCE_STORE"] = str(folder / "store.sqlite")
    for number in (1, 2):
        assert invoke([*run, "-m", f"fake:random#{number}", "--out", f"{folder}/{number}"]).exit_code == 0
    return {
        "pairs": folder / "pairs.csv", "scores": folder / "scores.csv", "corpus": folder / "corpus.tsv",
        "stereoset": folder / "stereoset.jsonl", "run": folder / "1", "other": folder / "2",
    }  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.name != ".lock"}


@pytest.mark.parametrize("verb", WORDS)
def test_a_full_disk_leaves_the_earlier_files_as_they_were(
    tmp_path: Path, places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    first = invoke(WORDS[verb], out=out, **places)
    assert first.exit_code in (0, 3), first.exception
    before = contents(out)
    assert before and all(before.values())
    # As a run that was killed half-way would be followed by another.
    for name in before:
        (out / name).write_bytes(b"earlier " + before[name])
    before = contents(out)

    def full(file: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "settle", full)
    failed = invoke(WORDS[verb], out=out, **places)
    assert isinstance(failed.exception, StoreError), failed.exception
    assert "No space left on device" in str(failed.exception)
    assert contents(out) == before


@pytest.mark.parametrize("verb", WORDS)
def test_a_kill_before_the_end_leaves_the_earlier_files_as_they_were(
    tmp_path: Path, places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """`os._exit` runs no `finally`, like `kill -9`: only hidden files may be left, and the next run is as the first."""
    out = tmp_path / "out"
    out.mkdir()
    invoke(WORDS[verb], out=out, **places)
    whole = set(contents(out))
    before = contents(out)
    if not os.fork():
        monkeypatch.setattr(files, "settle", lambda file: os._exit(9))
        invoke(WORDS[verb], out=out, **places)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 9
    left = {file.name: file.read_bytes() for file in out.iterdir() if not file.name.startswith(".")}
    assert left == before
    again = invoke(WORDS[verb], out=out, **places)
    assert again.exit_code in (0, 3), again.exception
    assert {file.name for file in out.iterdir() if not file.name.startswith(".")} == whole


@pytest.mark.parametrize("verb", WORDS)
def test_links_are_replaced_not_followed(tmp_path: Path, places: dict[str, Path], verb: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    invoke(WORDS[verb], out=out, **places)
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    for name in contents(out):
        (out / name).unlink()
        (out / name).symlink_to(precious)
        (out / f"{name}.partial").symlink_to(precious)
    again = invoke(WORDS[verb], out=out, **places)
    assert again.exit_code in (0, 3), again.exception
    assert precious.read_text() == "keep me"


ASKING: dict[str, list[str]] = {
    "run": ["run", "-m", "fake:random", "-d", "babel-pairs", "-l", "de", "--measures", "cps", "--limit", "20"],
    "compare": ["compare", "fake:random", "fake:random#1", "-d", "babel-pairs", "-l", "de", "--measures", "cps",
                "--limit", "20"],
    "compare runs": ["compare", "{run}", "{other}"],
    "ledger": ["ledger", "{run}", "{other}"],
    "rank": ["rank", "-m", "fake:random", "-m", "fake:random#1", "-d", "babel-words", "-l", "en", "--measures",
             "weat,rnd"],
    "compare languages": ["compare", "languages", "-m", "fake:random", "-l", "de,fi", "--limit", "40"],
    "study options": ["study", "options", "-m", "fake:random", "-d", "babel-pairs", "-l", "de", "--measures", "cps",
                      "--set", "fidelity=released"],
}  # fmt: skip


@pytest.mark.parametrize("verb", ASKING)
def test_a_damaged_store_changes_nothing_and_is_told(
    tmp_path: Path, places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.setenv("BABELANCE_STORE", str(tmp_path / "store.sqlite"))
    words = [*ASKING[verb], "--draws", "100", "--json"]
    first = invoke(words, **places)
    assert first.exit_code in (0, 3) and "damaged" not in first.stderr, first.exception
    with sqlite3.connect(tmp_path / "store.sqlite") as database:
        database.execute("UPDATE answers SET answer = CAST(answer || x'00' AS BLOB)")
    again = invoke(words, **places)
    assert again.stdout == first.stdout
    assert "were damaged and have been asked again" in " ".join(again.stderr.split())


def test_a_new_file_has_the_rights_of_any_new_file_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    files.write_text(tmp_path / "new", "x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "new").chmod(0o600)
    files.write_text(tmp_path / "new", "y")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600


def test_a_folder_in_the_place_of_the_file_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="folder': it is a folder"):
        files.write_text(tmp_path / "folder", "x")


def test_links_are_dropped_before_a_library_writes_into_a_folder(tmp_path: Path) -> None:
    precious, folder = tmp_path / "precious", tmp_path / "model"
    precious.write_text("keep me")
    folder.mkdir()
    (folder / "model.safetensors").symlink_to(precious)
    (folder / "config.json").write_text("{}")
    files.drop_links(folder)
    assert [file.name for file in folder.iterdir()] == ["config.json"]
    assert precious.read_text() == "keep me"
    files.drop_links(tmp_path / "nowhere")
