"""Runs that are cut off, damaged or stopped are not compared without a word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from babelance.api import execute
from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.run.plan import Settings, make_plan


def run(out: Path, model: str) -> Path:
    settings = Settings(draws=100, limit=30, nulls=False, by=())
    languages = ["de", "fi", "sw"]
    plan = make_plan(models=[model], data=["babel-pairs"], measures=["cps"], languages=languages, settings=settings)
    execute(plan, out=out)
    return out


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    return run(tmp_path / "a", "fake:random#1"), run(tmp_path / "b", "fake:random#2")


def cut(folder: Path) -> None:
    """The last line is gone, and nothing in the file shows it."""
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").split("\n")
    (folder / "results.jsonl").write_text("\n".join([*lines[:-2], ""]), encoding="utf-8")


def break_a_line(folder: Path) -> None:
    text = (folder / "results.jsonl").read_text(encoding="utf-8")
    (folder / "results.jsonl").write_text(text[: len(text) // 2], encoding="utf-8")


def stop(folder: Path) -> None:
    facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    (folder / "run.json").write_text(json.dumps(facts | {"complete": False}), encoding="utf-8")


def lose_the_facts(folder: Path) -> None:
    (folder / "run.json").unlink()


DAMAGES = [(cut, "cut off or changed"), (break_a_line, "broken line"), (stop, "stopped before its end"),
           (lose_the_facts, "run.json is missing")]  # fmt: skip


def invoke(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.parametrize("verb", [("compare",), ("ledger",), ("meta", "agree")])
@pytest.mark.parametrize(("damage", "said"), DAMAGES)
def test_an_incomplete_run_is_refused_unless_that_was_asked_for(
    runs: tuple[Path, Path], verb: tuple[str, ...], damage: object, said: str
) -> None:
    damage(runs[1])  # type: ignore[operator]
    refused = invoke(*verb, *runs)
    assert isinstance(refused.exception, InputError)
    assert said in str(refused.exception) and "--incomplete" in str(refused.exception)
    allowed = invoke(*verb, *runs, "--incomplete")
    assert not isinstance(allowed.exception, InputError)
    assert said in " ".join(allowed.stderr.split())


def test_whole_runs_are_compared_without_a_note(runs: tuple[Path, Path]) -> None:
    result = invoke("compare", *runs, "--json", "--draws", "100")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 3
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--measures", "aul"), "--measures, --languages and --set are for models"),
        (("--languages", "de"), "--measures, --languages and --set are for models"),
        (("--data", "babel-pairs"), "--measures, --languages and --set are for models"),
        (("--set", "fidelty=released"), "--measures, --languages and --set are for models"),
        (("--by", "domian"), "cannot be broken down by 'domian'"),
        (("--where", "domian=work"), "no tag 'domian' for --where"),
    ],
)
def test_what_folders_of_runs_cannot_be_asked_is_told_when_they_are_compared(
    runs: tuple[Path, Path], words: tuple[str, str], said: str
) -> None:
    """It was left out without a word, also where it was mistyped."""
    outcome = invoke("compare", *runs, *words)
    assert outcome.exit_code != 0 and said in str(outcome.exception)
