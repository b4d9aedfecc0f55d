"""Jobs in several processes: the same results, files and errors as in one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pandas
import pytest

from babelance.api import execute
from babelance.core.errors import BabelanceError, InputError
from babelance.core.estimate import to_record
from babelance.core.model import Options
from babelance.run.pipeline import Hooks
from babelance.run.plan import Job, Plan, Settings, make_plan


@pytest.fixture
def small() -> Plan:
    return make_plan(
        models=["fake:random", "fake:random#1"],
        data=["babel-pairs"],
        measures=["cps", "s-jsd"],
        languages=["de", "sw"],
        model_options=Options(progress=lambda done, total: None),
        settings=Settings(limit=20, draws=100),
    )


def test_two_processes_give_the_results_and_files_of_one(small: Plan, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []

    def tell(job: Job, done: int, total: int) -> None:
        told.append((job.language, done, total))

    alone = execute(small, out=tmp_path / "alone", store=tmp_path / "alone.sqlite")
    both = execute(
        small, out=tmp_path / "both", store=tmp_path / "both.sqlite", hooks=Hooks(on_progress=tell), processes=2
    )  # fmt: skip
    assert [to_record(one) for one in both] == [to_record(one) for one in alone]
    files = [pandas.read_parquet(tmp_path / name / "scored.parquet") for name in ("alone", "both")]
    pandas.testing.assert_frame_equal(*files)
    assert told == [("de", 0, 4), ("sw", 1, 4), ("de", 2, 4), ("sw", 3, 4)]


def test_an_error_of_another_process_says_what_it_would_have_said_here(tmp_path: Path) -> None:
    vectors = tmp_path / "words.vec"
    vectors.write_text("2 2\nhe 1 0\nshe 0 1\n", encoding="utf-8")
    words = make_plan(models=[f"vec:{vectors}"], data=["babel-words"], measures=["mac"], languages=["de"])
    vectors.unlink()
    with pytest.raises(BabelanceError, match=r"words\.vec"):
        execute(words, store=tmp_path / "answers.sqlite", processes=1)


def test_no_processes_at_all_are_refused(small: Plan, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least 1, not 0"):
        execute(small, store=tmp_path / "answers.sqlite", processes=0)


def test_a_killed_process_costs_only_its_own_job(tmp_path: Path) -> None:
    """As the kernel does when memory runs out: SIGKILL, whenever a process asks this model."""
    killer = tmp_path / "kill.py"
    killer.write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n", encoding="utf-8")
    plan = make_plan(
        models=[f"cmd:{sys.executable} {killer}", "fake:random"],
        data=["babel-utterances"],
        measures=["tgbi"],
        languages=["hu", "fi"],
        settings=Settings(limit=4, draws=100, nulls=False),
    )
    out = tmp_path / "out"
    with pytest.raises(BabelanceError, match=r"2 of the jobs have no results.*was killed.*not enough memory"):
        execute(plan, out=out, store=tmp_path / "answers.sqlite", processes=2)
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text(encoding="utf-8").split("\n") if line]
    assert {(line["model"], line["language"]) for line in lines} == {("fake:random", "hu"), ("fake:random", "fi")}
    assert json.loads((out / "run.json").read_text(encoding="utf-8"))["complete"] is False
