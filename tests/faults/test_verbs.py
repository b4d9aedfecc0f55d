"""Every verb, with a full disk, with a damaged answer store, and killed: one line, and the next try gives what the
first would have given. Earlier files stay as they were, and no link is followed."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import resource
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import IO, NoReturn

import pytest

from babelance.backends.training.model_folder import UNFINISHED, only_training
from babelance.core import files
from babelance.core.errors import StoreError
from babelance.core.registry import MITIGATIONS
from babelance.datasets.reading import fetch
from babelance.studies import mitigation_search
from babelance.studies.mitigation_search_record import Tried
from tests.faults.verbs import CHANGING, ELSEWHERE, READING, VERBS, files_in, run, write_material
from tests.fuzz.command_line import verbs

TRAINING = [name for name, verb in VERBS.items() if verb.trains]
WRITING = [name for name, verb in VERBS.items() if verb.writes and not verb.trains and not verb.once]
ASKING = [name for name, verb in VERBS.items() if verb.asks]
ROOT = Path(__file__).parents[2]
ROOM = 100
"""Bytes that a file may have on a full disk."""


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("material")
    with contextlib.chdir(folder), pytest.MonkeyPatch.context() as patch:
        patch.setenv("BABELANCE_STORE", str(folder / "store.sqlite"))
        write_material(folder)
    for path in folder.glob("store.sqlite*"):
        path.unlink()
    return folder


@pytest.fixture
def folder(material: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with all that the verbs read, and no answer store yet."""
    folder = shutil.copytree(material, tmp_path / "work")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("BABELANCE_STORE", str(folder / "store.sqlite"))
    # Samples stand in for the datasets, whatever their checksums.
    monkeypatch.setenv("BABELANCE_MIRROR", str(folder / "mirror"))
    monkeypatch.setenv("BABELANCE_CACHE", str(folder / ".cache"))
    monkeypatch.setattr(fetch, "_examine", lambda path, file: fetch.FileStatus("ok", path, file.sha256))
    # Models as tiny as these know nothing, and nothing helps them; the search of a mitigation goes on all the same.
    monkeypatch.setattr(mitigation_search, "_look", lambda request, store: (None, ""))
    monkeypatch.setattr(Tried, "helps", True)
    monkeypatch.setattr(Tried, "is_affordable", lambda one, tolerance: one.bias is not None)
    some = {"sentence-debias": MITIGATIONS.get("sentence-debias")}
    monkeypatch.setattr(mitigation_search, "MITIGATIONS", SimpleNamespace(usable=lambda: some))
    return folder


def lasting(files: dict[str, bytes]) -> dict[str, bytes]:
    """Without what tells the time."""
    return {name: content for name, content in files.items() if Path(name).name not in CHANGING}


def is_one_line(said: str) -> bool:
    return (
        "Traceback" not in said and "internal error" not in said and said.strip().splitlines()[-1].startswith("error: ")
    )


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow: writing fails as it does on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("verb", VERBS)
def test_a_full_disk_is_one_line_and_the_next_try_is_as_the_first(verb: str, folder: Path) -> None:
    words = VERBS[verb].words
    before = files_in(folder)
    with full_disk():
        code, _, said = run(words)
    assert code == 2 and is_one_line(said), said
    assert {name: content for name, content in files_in(folder).items() if name in before} == before
    again = run(words)[:2], lasting(files_in(folder))
    assert again[0][0] in (0, 3)
    for name in set(again[1]) - set(before):
        (folder / name).unlink()
    for path in (*folder.glob("store.sqlite*"), folder / "out"):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    assert (run(words)[:2], lasting(files_in(folder))) == again


@pytest.mark.parametrize(
    "verb", ["ledger", "rank", "card", "card formats", "build utterances", "meta correlate", "meta inject"]
)
def test_files_of_one_command_appear_together_or_not_at_all(
    verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full when the last of them is written, the first time and over those of an earlier command."""
    words, settle, room = VERBS[verb].words, files.settle, [1000]

    def fill(file: IO[bytes]) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        settle(file)

    def written() -> dict[str, bytes]:
        return {name: content for name, content in files_in(folder).items() if not name.startswith("store.sqlite")}

    monkeypatch.setattr(files, "settle", fill)
    before = written()
    assert run(words)[0] in (0, 3)
    last = 1000 - room[0] - 1
    assert last > 0, "it writes several files"
    made = set(written()) - set(before)
    for name in made:
        (folder / name).unlink()
    for earlier in (set[str](), made):
        for name in earlier:
            (folder / name).write_bytes(b"of an earlier command")
        before, room[0] = written(), last
        code, _, said = run(words)
        assert code == 2 and is_one_line(said) and written() == before


@pytest.mark.parametrize("place", ["copying", "telling"])
def test_a_search_killed_at_its_end_goes_on_and_its_model_is_whole_or_not_there(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = VERBS["mitigate auto"].words
    code, out, _ = run(words)
    wanted = lasting(files_in(folder))
    assert code == 0 and "out/model/config.json" in wanted and '"chosen": "sentence-debias"' in out
    shutil.rmtree(folder / "out")

    def work() -> None:
        if place == "copying":
            kill_before_file(2, Path("out/model"), words, monkeypatch)
        else:
            monkeypatch.setattr("babelance.cli.mitigate._auto.write_text", lambda *_: os._exit(9))
            run(words)

    assert exit_code_of(work) == 9
    assert (folder / "out/model/config.json").is_file() == (place == "telling")
    assert not (folder / "out/auto.json").exists()
    assert run(words)[:2] == (code, out) and lasting(files_in(folder)) == wanted
    assert run(words)[0] == 2 and lasting(files_in(folder)) == wanted


def test_every_verb_is_here() -> None:
    there = {*VERBS, *ELSEWHERE, *READING}
    missing = {
        verb
        for verb in set(verbs()) - {"nonsense", ""}
        if not any(name == verb or name.startswith(f"{verb} ") for name in there)
    }
    # Published tables need datasets that a clone does not have; those that do without stand for the others here.
    assert not {verb for verb in missing if not verb.startswith("repro ")}
    assert all((ROOT / file).is_file() for file in ELSEWHERE.values())


@pytest.mark.parametrize("words", READING)
def test_verbs_that_only_read_need_no_room_and_no_store(words: str, folder: Path) -> None:
    before = run(words)[:2]
    assert before[0] in (0, 3)
    (folder / "store.sqlite").write_bytes(b"no store")
    with full_disk():
        assert run(words)[:2] == before


def test_the_doctor_needs_no_room_and_tells_of_a_damaged_store(folder: Path) -> None:
    (folder / "store.sqlite").write_bytes(random.Random(0).randbytes(9000))
    with full_disk():
        code, out, _ = run("doctor")
    assert code == 0 and "not a database" in " ".join(out.split())


@pytest.mark.parametrize("verb", WRITING)
def test_a_disk_that_fills_up_at_the_end_leaves_the_earlier_files_as_they_were(
    verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = earlier_files(folder, verb)

    def full(file: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "settle", full)
    code, _, said = run(VERBS[verb].words)
    assert code == 2 and "No space left on device" in " ".join(said.split())
    assert files_in(folder) == before


@pytest.mark.parametrize("verb", WRITING)
def test_a_kill_before_the_end_leaves_the_earlier_files_as_they_were(
    verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`os._exit` runs no `finally`, like `kill -9`: only hidden files may be left, and the next run is as the first."""
    before = earlier_files(folder, verb)

    def work() -> None:
        monkeypatch.setattr(files, "settle", lambda file: os._exit(9))
        run(VERBS[verb].words)

    assert exit_code_of(work) == 9
    assert files_in(folder) == before
    assert run(VERBS[verb].words)[0] in (0, 3)
    assert set(files_in(folder)) == set(before)


def earlier_files(folder: Path, verb: str) -> dict[str, bytes]:
    """After a first run, whose files are marked."""
    material = set(files_in(folder))
    code, _, said = run(VERBS[verb].words)
    assert code in (0, 3), said
    fresh = set(files_in(folder)) - material
    assert fresh
    for name in fresh if not VERBS[verb].adds else ():
        (folder / name).write_bytes(b"earlier " + (folder / name).read_bytes())
    return files_in(folder)


@pytest.mark.parametrize("verb", TRAINING)
def test_a_trained_model_appears_whole_or_not_at_all(verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when all but the last two of its files are in their places: a folder with `config.json` has all of it."""
    assert run(VERBS[verb].words)[0] in (0, 3)
    out = next(path.parent for path in sorted(folder.glob("out/**/model.safetensors")))
    out = out.parent if out.name == "model" else out
    wanted = lasting(files_in(out))
    place = len([path for path in out.iterdir() if path.name != "README.md"]) - 2
    shutil.rmtree(folder / "out")
    assert exit_code_of(partial(kill_before_file, place, out, VERBS[verb].words, monkeypatch)) == 9
    left = lasting(files_in(out))
    assert len(list(out.glob("[!.]*"))) == place and {name: wanted[name] for name in left} == left
    assert not {"config.json", "translator.json"} & set(left)
    assert run(VERBS[verb].words)[0] in (0, 3)
    assert lasting(files_in(out)) == wanted and not list(out.glob(".*"))


def kill_before_file(place: int, out: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before this file of the model, counted from 0, takes its place."""

    def counts(source: Path, target: Path) -> bool:
        return source.parent.name.startswith(".model-") and target.absolute().parent == out.absolute()

    end_at_move(place, monkeypatch, counts)
    run(words)


def end_at_move(
    place: int, monkeypatch: pytest.MonkeyPatch, counts: Callable[[Path, Path], bool] = lambda source, target: True
) -> None:
    """From here on, `os._exit` instead of this move of a file, counted from 0."""
    replace, moved = Path.replace, []

    def move(self: Path, target: Path) -> Path:
        if counts(self, target):
            moved.append(target)
            if len(moved) > place:
                os._exit(9)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", move)


def test_two_trainings_into_one_folder_are_an_error(folder: Path) -> None:
    with only_training(Path("out")):
        holder = exit_code_of(lambda: os._exit(run(VERBS["train nli"].words)[0]))
    assert holder == 2
    assert run(VERBS["train nli"].words)[0] == 0


def test_a_link_in_the_place_of_a_trained_model_is_replaced(folder: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (folder / "out").mkdir()
    (folder / "out" / UNFINISHED).symlink_to(precious)
    assert run(VERBS["train nli"].words)[0] == 0
    assert not list(precious.iterdir())


@pytest.mark.parametrize("verb", WRITING)
def test_links_are_replaced_not_followed(verb: str, folder: Path, tmp_path: Path) -> None:
    material = set(files_in(folder))
    run(VERBS[verb].words)
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    for name in set(files_in(folder)) - material:
        (folder / name).unlink()
        (folder / name).symlink_to(precious)
        (folder / f"{name}.partial").symlink_to(precious)
    code, _, said = run(VERBS[verb].words)
    assert code in (0, 3) or VERBS[verb].adds, said
    assert precious.read_text() == "keep me"


@pytest.mark.parametrize("verb", ASKING)
def test_damaged_answers_change_nothing_and_are_told(verb: str, folder: Path) -> None:
    code, out, said = run(VERBS[verb].words)
    assert code in (0, 3) and "damaged" not in said
    with sqlite3.connect(folder / "store.sqlite") as database:
        database.execute("UPDATE answers SET answer = CAST(answer || x'00' AS BLOB)")
    again = run(VERBS[verb].words)
    assert again[1] == out
    assert "were damaged and have been asked again" in " ".join(again[2].split())


@pytest.mark.parametrize("damage", ["garbage", "cut", "folder"])
@pytest.mark.parametrize("verb", ASKING)
def test_a_damaged_store_is_one_line(verb: str, damage: str, folder: Path) -> None:
    store = folder / "store.sqlite"
    if damage == "folder":
        store.mkdir()
    elif damage == "garbage":
        store.write_bytes(random.Random(0).randbytes(9000))
    else:
        assert run(VERBS[verb].words)[0] in (0, 3)
        store.write_bytes(store.read_bytes()[:5000])
        for beside in folder.glob("store.sqlite-*"):
            beside.unlink()
    code, _, said = run(VERBS[verb].words)
    assert code == 2 and "answer store" in " ".join(said.split()) and is_one_line(said)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_that_was_killed_gives_the_same_when_it_is_run_again(verb: str, folder: Path, material: Path) -> None:
    words = VERBS[verb].words
    code, out, _ = run(words)
    wanted = lasting(files_in(folder))
    for name in set(files_in(folder)) - set(files_in(material)):
        (folder / name).unlink()
    for path in (*folder.glob("store.sqlite*"), folder / "out"):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    moment = random.Random(verb).uniform(0.001, 0.15)

    def work() -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, moment)
        run(words)

    exit_code_of(work)
    assert run(words)[:2] == (code, out)
    files = files_in(folder)
    assert {name: files.get(name) for name in wanted} == wanted


def exit_code_of(work: Callable[[], None]) -> int:
    """Of a copy of this process that does this work; minus the signal that ended it."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


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
