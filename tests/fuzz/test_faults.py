"""Every verb that writes, with a full disk, a damaged answer store, and killed at any moment: one line; the next try
gives what the first would have given."""

from __future__ import annotations

import contextlib
import io
import os
import random
import resource
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from babelance.cli import main
from tests.fuzz import seeds

FAKE = ("-m", "fake:random#3", "--draws", "100")
VERBS: dict[str, tuple[str, ...]] = {
    "run": ("run", *FAKE, "-d", "p.csv", "--measures", "cps", "-l", "en", "-o", "out"),
    "audit": ("audit", *FAKE, "-d", "p.csv", "--measures", "cps,s-jsd", "-l", "en", "-o", "out"),
    "compare": ("compare", "fake:random#1", "fake:random#2", "-d", "p.csv", "--measures", "cps", "-l", "en", "--json"),
    "languages": ("compare", "languages", *FAKE, "-l", "de,sw", "--limit", "20", "-o", "out"),
    "rank": ("rank", *FAKE, "-m", "vec:v.vec", "-d", "q.json", "--measures", "mac", "-l", "en", "-o", "out"),
    "replay": (
        "replay",
        "cps|fidelity:paper|m:fake:random|d:p.csv@1#{}|l:en|n:3/3|ci:wilson.95|seed:0|v:0.1.0",
        "--json",
    ),
    "record": ("record", "s.csv", "-d", "p.csv", "-l", "en", "-o", "answers.jsonl"),
    "report": ("report", "earlier", "-o", "report.html"),
    "markdown": ("report", "earlier", "-f", "markdown", "-o", "report.md"),
    "build mbe": ("build", "mbe", "c.tsv", "-l", "de", "-o", "mbe.jsonl"),
    "build utterances": ("build", "utterances", "-l", "fi", "-o", "fi.jsonl"),
    "build names": ("build", "names", "-d", "names.csv", "-l", "de", "-o", "n.jsonl"),
    "study options": ("study", "options", *FAKE, "-d", "p.csv", "-l", "en", "--set", "fidelity=released", "--json"),
}
STORED = ("run", "audit", "compare", "languages", "rank", "replay", "study options")
"""Verbs that ask models, and so read and write the answer store."""
WRITTEN = [verb for verb in VERBS if verb not in ("compare", "replay", "study options")]
MOMENTS = 2
"""How often each verb is killed."""
CHANGING = {"run.json", "report.html"}
"""Files with the time in them, or with such a file inside."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setenv("BABELANCE_STORE", str(tmp_path / "store.sqlite"))
    (tmp_path / "tmp").mkdir()
    material = {
        "p.csv": seeds.csv(), "s.csv": seeds.SCORES, "v.vec": vectors(), "q.json": seeds.queries(),
        "c.tsv": b"He sings.\tEr singt.\nShe sings.\tSie singt.\nThe man reads.\tDer Mann liest.\n"
                 b"The woman reads.\tDie Frau liest.\n",
        "names.csv": b"more,less\nJohn sings.,Mary sings.\n",
        "earlier/results.jsonl": seeds.results(), "earlier/run.json": seeds.run(),
    }  # fmt: skip
    for name, content in material.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def vectors() -> bytes:
    words = ["she", "her", "he", "him", "office", "boss", "kitchen", "garden"]
    return "".join(f"{word} {len(word)} {number} 1\n" for number, word in enumerate(words)).encode()


def run(words: tuple[str, ...]) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of a command in this process."""
    from babelance.datasets import find

    out, said, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["babelance", *(word.replace("{}", find("p.csv").fingerprint("en")[:8]) for word in words)]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            main()
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), said.getvalue()
    finally:
        sys.argv = before
    return 0, out.getvalue(), said.getvalue()


def outputs(folder: Path, before: set[Path]) -> dict[str, bytes]:
    """What a command has written, but for the store and what tells the time."""
    fresh = {path for path in folder.rglob("*") if path.is_file()} - before
    kept = [path for path in fresh if path.name not in CHANGING and not path.name.startswith("store.sqlite")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


@contextlib.contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file may grow beyond so many bytes: writing fails as it does on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_works_when_nothing_is_wrong(verb: str, folder: Path) -> None:
    code, out, said = run(VERBS[verb])
    assert code in (0, 3), said
    assert out or verb in WRITTEN


@pytest.mark.parametrize("room", [100])
@pytest.mark.parametrize("verb", [*dict.fromkeys([*WRITTEN, *STORED])])
def test_a_full_disk_is_one_line_and_the_next_try_is_as_the_first(verb: str, room: int, folder: Path) -> None:
    before = {path for path in folder.rglob("*") if path.is_file()}
    with full_disk(room):
        code, _, said = run(VERBS[verb])
    assert code == 2, said
    assert "Traceback" not in said and "internal error" not in said
    again = run(VERBS[verb])[:2], outputs(folder, before)
    for path in [folder / name for name in again[1]]:
        path.unlink()
    assert (run(VERBS[verb])[:2], outputs(folder, before)) == again


@pytest.mark.parametrize("damage", ["garbage", "cut", "folder"])
@pytest.mark.parametrize("verb", STORED)
def test_a_damaged_store_is_one_line(verb: str, damage: str, folder: Path) -> None:
    store = folder / "store.sqlite"
    if damage == "folder":
        store.mkdir()
    elif damage == "garbage":
        store.write_bytes(random.Random(0).randbytes(9000))
    else:
        assert run(VERBS[verb])[0] in (0, 3)
        store.write_bytes(store.read_bytes()[:5000])
        for beside in folder.glob("store.sqlite-*"):
            beside.unlink()
    code, _, said = run(VERBS[verb])
    assert code == 2 and "answer store" in said
    assert "Traceback" not in said and "internal error" not in said


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_that_was_killed_gives_the_same_when_it_is_run_again(verb: str, folder: Path) -> None:
    before = {path for path in folder.rglob("*") if path.is_file()}
    code, out, _ = run(VERBS[verb])
    wanted = outputs(folder, before)
    rng = random.Random(verb)
    for moment in range(MOMENTS):
        shutil.rmtree(folder / "out", ignore_errors=True)
        for path in (*(folder / name for name in wanted), *folder.glob("store.sqlite*")):
            path.unlink(missing_ok=True)
        kill_after(rng.uniform(0.001, 0.15) * (moment + 1), VERBS[verb])
        assert run(VERBS[verb])[:2] == (code, out)
        found = outputs(folder, before)
        assert {name: found.get(name) for name in wanted} == wanted


def kill_after(seconds: float, words: tuple[str, ...]) -> None:
    """Run the command in a copy of this process, which is killed without a word."""
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            run(words)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
