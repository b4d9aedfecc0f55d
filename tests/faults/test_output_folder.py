"""The folder of a run: whole or untouched, whatever fails; one run at a time; nothing half is left behind."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from babelance.api import execute
from babelance.core import files
from babelance.core.errors import ModelError, StoreError
from babelance.core.query import Answer, Query
from babelance.models.fake import Fake
from babelance.report.results import Results
from babelance.run.output import FILES, Output
from babelance.run.plan import Plan, Settings, make_plan
from tests.faults.waiting import SECONDS, wait_for, wait_for_the_end_of

START = "import babelance.cli as c; c.main()"


def plan(*models: str, data: str = "babel-pairs", **more: Any) -> Plan:
    settings = Settings(draws=100, limit=40, nulls=False)
    return make_plan(models=models, data=[data], measures=["cps"], languages=["de"], settings=settings, **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.name != ".lock"}


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The results of an earlier run."""
    execute(plan("fake:random"), out=tmp_path / "out", store=tmp_path / "store.sqlite")
    assert set(contents(tmp_path / "out")) == set(FILES)
    return tmp_path / "out"


def fails_at(job: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model breaks down in the job of this number, from 0."""
    answered: list[int] = []

    def answer(self: Fake, queries: Sequence[Query]) -> Iterator[Answer]:
        answered.append(1)
        if len(answered) > job:
            raise ModelError("it broke down")
        return (self._answer(query) for query in queries)

    monkeypatch.setattr(Fake, "answer", answer)


def test_a_run_that_fails_before_its_first_result_leaves_earlier_results_as_they_were(
    earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(earlier)
    fails_at(0, monkeypatch)
    with pytest.raises(ModelError, match="broke down"):
        execute(plan("fake:random#1"), out=earlier, store=tmp_path / "other.sqlite")
    assert contents(earlier) == before


def test_a_run_that_fails_later_keeps_what_it_has_and_says_that_it_is_not_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_at(1, monkeypatch)
    with pytest.raises(ModelError, match="broke down"):
        execute(plan("fake:random#1", "fake:random#2"), out=tmp_path / "out", store=tmp_path / "store.sqlite")
    results = Results.read(tmp_path / "out")
    assert {result.about.model for result in results.estimates} == {"fake:random#1"}
    assert results.run["complete"] is False
    assert set(contents(tmp_path / "out")) == set(FILES)


@pytest.mark.parametrize("number", [0, 1])
def test_a_full_disk_leaves_earlier_results_as_they_were(
    earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    before, written = contents(earlier), []

    def full(file: object) -> None:
        written.append(file)
        if len(written) > number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "settle", full)
    with pytest.raises(StoreError, match=r"No space left on device. What was there before is untouched"):
        execute(plan("fake:random#1"), out=earlier, store=tmp_path / "store.sqlite")
    assert contents(earlier) == before


def test_a_disk_that_is_full_while_items_are_spooled_leaves_earlier_results_as_they_were(
    earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from babelance.run.scored_file import ScoredFile

    def full(self: ScoredFile, *anything: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = contents(earlier)
    monkeypatch.setattr(ScoredFile, "add", full)
    with pytest.raises(StoreError, match="No space left on device"):
        execute(plan("fake:random#1"), out=earlier, store=tmp_path / "store.sqlite")
    assert contents(earlier) == before


def test_files_of_two_runs_are_noticed(earlier: Path, tmp_path: Path) -> None:
    """As a power cut between two of the three renamings would leave them."""
    run = (earlier / "run.json").read_bytes()
    execute(plan("fake:random#1"), out=earlier, store=tmp_path / "store.sqlite")
    assert Results.read(earlier).notes == ()
    (earlier / "run.json").write_bytes(run)
    assert "results.jsonl is not the file that run.json was written with" in " ".join(Results.read(earlier).notes)


def test_two_runs_into_one_folder_are_told_apart(earlier: Path, tmp_path: Path) -> None:
    before = contents(earlier)
    with Output(earlier), pytest.raises(StoreError, match=r"Another run is writing to .*--out"):
        execute(plan("fake:random#1"), out=earlier, store=tmp_path / "store.sqlite")
    assert contents(earlier) == before
    execute(plan("fake:random#1"), out=earlier, store=tmp_path / "store.sqlite")
    assert contents(earlier) != before


def test_what_a_killed_run_has_left_is_tidied_up(tmp_path: Path) -> None:
    left = tmp_path / "out" / ".unfinished-x"
    left.mkdir(parents=True)
    (left / "scored.spool").write_text("half")
    execute(plan("fake:random"), out=tmp_path / "out", store=tmp_path / "store.sqlite")
    assert set(contents(tmp_path / "out")) == set(FILES)


def test_links_in_the_folder_are_replaced_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("keep me")
    (tmp_path / "out").mkdir()
    for name in (*FILES, ".scored.spool", ".results.jsonl.new", "report.html.partial", ".unfinished-x"):
        (tmp_path / "out" / name).symlink_to(target)
    execute(plan("fake:random"), out=tmp_path / "out", store=tmp_path / "store.sqlite")
    assert target.read_text() == "keep me"
    assert not any((tmp_path / "out" / name).is_symlink() for name in FILES)


def test_a_lock_that_is_a_link_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("keep me")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".lock").symlink_to(target)
    with pytest.raises(StoreError, match="Cannot write to the output folder"):
        execute(plan("fake:random"), out=tmp_path / "out", store=tmp_path / "store.sqlite")
    assert target.read_text() == "keep me"


SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
ON_UTTERANCES = ("-d", "babel-utterances", "--measures", "tgbi", "--draws", "100")


def stop(tmp_path: Path, number: signal.Signals, *words: str, slow: str = "fi") -> None:
    """A command that writes to the folder `out` is stopped while its model (`MODEL`) translates from one language,
    without end: it says so, and nothing of it is left running."""
    (tmp_path / "slow.py").write_text(
        "import os, sys, time\n"
        f"if sys.argv[2] == '{slow}':\n"
        "    with open(sys.argv[1] + '.new', 'w') as file: file.write(str(os.getpid()))\n"
        "    os.rename(sys.argv[1] + '.new', sys.argv[1])\n"
        "    time.sleep(600)\n"
        "for line in sys.stdin: print('She is x.')\n"
    )
    model = f"cmd:{sys.executable} {tmp_path / 'slow.py'} {tmp_path / 'reached'} {{source}}"
    command = [model if word == "MODEL" else word for word in (*words, *ON_UTTERANCES, "--out", str(tmp_path / "out"))]
    process = subprocess.Popen(
        [sys.executable, "-c", START, *command],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )  # fmt: skip
    wait_for(tmp_path / "reached", process)
    process.send_signal(number)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 128 + number
    assert "Stopped." in said and "Traceback" not in said
    wait_for_the_end_of(int((tmp_path / "reached").read_text()))


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(("verb", "first", "then"), [("run", "tr", "fi"), ("audit", "fi", "tr")])
def test_a_stopped_run_leaves_partial_results_a_message_and_no_spool(
    tmp_path: Path, verb: str, first: str, then: str, number: signal.Signals
) -> None:
    """An audit goes through languages by their codes."""
    stop(tmp_path, number, verb, "-m", "MODEL", "-l", "tr,fi", slow=then)
    assert set(contents(tmp_path / "out")) == set(FILES)
    results = Results.read(tmp_path / "out")
    assert results.run["complete"] is False
    assert {result.about.language for result in results.estimates} == {first}


@pytest.mark.parametrize("number", SIGNALS)
def test_a_stopped_audit_in_processes_keeps_what_was_done_and_ends_them(tmp_path: Path, number: signal.Signals) -> None:
    stop(tmp_path, number, "audit", "-m", "MODEL", "-l", "tr,fi", "--processes", "2")
    left = set(contents(tmp_path / "out"))
    assert not left or (left == set(FILES) and Results.read(tmp_path / "out").run["complete"] is False)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_stopped_comparison_leaves_the_earlier_one_and_a_message(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "comparison.json").write_text("of an earlier comparison")
    stop(tmp_path, number, "compare", "fake:random", "MODEL", "-l", "fi")
    assert contents(tmp_path / "out") == {"comparison.json": b"of an earlier comparison"}


def test_results_have_a_line_each_whatever_their_groups_are_called(tmp_path: Path) -> None:
    """U+0085 and U+2028 are ends of lines for many readers."""
    kinds = ["a\u2028b", "c\u0085d", "e\u2029f"]
    rows = [{"more": f"he ran {n}", "less": f"she ran {n}", "kind": kinds[n % 3]} for n in range(12)]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = execute(plan("fake:random", data=str(tmp_path / "pairs.jsonl")), out=tmp_path / "out")
    text = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8")
    assert len(done) == 4 == len(text.splitlines())
    results = Results.read(tmp_path / "out")
    assert results.notes == ()
    assert {result.about.group for result in results.grouped} == {f"kind={kind}" for kind in kinds}
