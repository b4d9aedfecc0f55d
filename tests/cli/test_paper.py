"""`babelance paper`: commands that exist, with the user's model in place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from babelance.cli.app import app, build_app
from babelance.core.errors import InputError
from babelance.studies.paper_steps import PAPERS, by_hand, commands


@pytest.mark.parametrize("name", PAPERS)
def test_every_step_is_a_command_with_options_that_there_are(name: str) -> None:
    steps = [
        step
        for language in PAPERS[name].languages
        for make in (commands, by_hand)
        for step in make(PAPERS[name], models=["fake:random", "b"], language=language, out="o")
    ]
    whole = get_command(build_app())
    for step in steps:
        command = whole
        while hasattr(command, "commands") and step[0] in command.commands:
            command, step = command.commands[step[0]], step[1:]
        known = {flag for parameter in command.params for flag in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in step if word.startswith("-")} <= known


def test_it_prints_what_is_needed_and_carries_it_out(tmp_path: Path, mirror: Path) -> None:
    words = ["paper", "nli-coal", "-m", "fake:nli", "-l", "en", "-o", str(tmp_path / "o")]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert "fake:nli: can be asked; whether it knows the language" in shown.stdout
    assert "needs the dataset nli-coal: here" in shown.stdout and "1. babelance run -m fake:nli" in shown.stdout
    assert not (tmp_path / "o").exists()
    with pytest.raises(InputError, match="The paper has no 'de'"):
        CliRunner().invoke(app, [*words[:5], "de"], catch_exceptions=False)
    with pytest.raises(InputError, match=r"One language at a time, not 'en,ja'.*It has: en, ja, zh"):
        CliRunner().invoke(app, [*words[:5], "en,ja"], catch_exceptions=False)


def test_a_model_that_cannot_do_what_a_paper_asks_is_named_and_not_run(tmp_path: Path, mirror: Path) -> None:
    words = ["paper", "nli-coal", "-m", "fake:masked", "-o", str(tmp_path / "o")]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0 and "fake:masked: can be asked" not in shown.stdout and "nli-coal" in shown.stdout
    with pytest.raises(InputError, match="Not every model can do what the paper asks"):
        CliRunner().invoke(app, [*words, "--run"], catch_exceptions=False)
    assert not (tmp_path / "o").exists()


def test_corpora_to_be_downloaded_are_told_with_their_address(
    tmp_path: Path, mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BABELANCE_CACHE", str(tmp_path))
    shown = CliRunner().invoke(app, ["paper", "mbe", "-m", "fake:random", "-l", "ja"])
    assert "opus:TED2020: to be downloaded from https://" in shown.stdout
    assert "GlobalVoices/v2017q3/moses/en-jp.txt.zip" in shown.stdout


def test_a_trial_takes_few_items_of_every_run() -> None:
    steps = commands(PAPERS["mbe"], models=["a"], language="ja", out="o", limit=9)
    limited = [step for step in steps if step[-2:] == ["--limit", "9"]]
    assert {step[0] for step in limited} == {"run", "study"}
    assert [step[1] for step in limited if step[0] == "study"] == ["pairs"]
    assert all(step[-2:] == ["--limit", "9"] for step in steps if step[0] == "run")


def test_a_trial_takes_few_items_of_a_translator_too() -> None:
    steps = commands(PAPERS["mt-bias"], models=["a"], language="hi", out="o", limit=9)
    assert [step[:2] for step in steps if step[-2:] == ["--limit", "9"]] == [["study", "translator"]]


def test_english_has_the_tables_that_english_is_in() -> None:
    steps = [" ".join(step) for step in commands(PAPERS["cb"], models=["a"], language="en", out="o")]
    assert any("cb-table-5" in step for step in steps) and not any("cb-table-2" in step for step in steps)
    assert not by_hand(PAPERS["cb"], models=["a"], language="en", out="o"), "nothing is aligned to itself"


def test_training_is_printed_and_never_carried_out() -> None:
    trained = [step[:2] for step in by_hand(PAPERS["nli-coal"], models=["a"], language="ja", out="o")]
    assert ["train", "nli"] in trained and ["meta", "bias-control"] in trained
    assert not any(step[:2] in trained for step in commands(PAPERS["nli-coal"], models=["a"], language="ja", out="o"))


@pytest.mark.parametrize("name", PAPERS)
def test_no_command_is_named_twice(name: str) -> None:
    paper, language = PAPERS[name], PAPERS[name].languages[0]
    steps = [
        *commands(paper, models=["a"], language=language, out="o"),
        *by_hand(paper, models=["a"], language=language, out="o"),
    ]
    assert len(steps) == len(set(map(tuple, steps)))


def test_tables_3_to_6_of_the_mbe_paper_have_their_steps() -> None:
    steps = {
        language: [" ".join(step) for step in commands(PAPERS["mbe"], models=["a", "b"], language=language, out="o")]
        for language in ("de", "ja", "en")
    }
    assert any(step.startswith("study pairs -m a -m b -l ja") for step in steps["ja"])
    assert any(step.startswith("study names -m a -m b") for step in steps["ja"])
    assert not any("study pairs" in step for step in steps["de"])
    assert steps["en"][-1].startswith("repro mbe-table-3") and not any("opus" in step for step in steps["en"])


def test_the_numbers_of_a_paper_about_translation_stand_beside_those_of_a_run(tmp_path: Path, mirror: Path) -> None:
    run = ["run", "-m", "fake:random", "-d", "tgbi-hindi", "-l", "hi", "--measures", "tgbi", "--set", "root=false"]
    done = CliRunner().invoke(app, [*run, "--limit", "140", "--draws", "100", "-o", str(tmp_path / "out")])
    assert done.exit_code in (0, 3), done.output
    shown = CliRunner().invoke(app, ["repro", "tgbi-hindi-table-2", str(tmp_path / "out"), "--json"])
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert len(rows) == 8 and rows[0]["OpenNMT-tf (paper)"] == "0.7543" and "[" in rows[0]["fake:random"]
    for_others = CliRunner().invoke(app, ["repro", "tgbi-hindi-table-2", str(tmp_path / "out"), "-f", "latex"])
    assert for_others.exit_code == 0 and r"\toprule" in for_others.stdout
