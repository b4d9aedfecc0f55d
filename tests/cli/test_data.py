"""`babelance data`: tables for people, lines of JSON for machines, exit code 2 when something is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.data import app
from babelance.core.registry import DATASETS

runner = CliRunner()


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty mirror and an empty cache."""
    (tmp_path / "mirror").mkdir()
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path / "mirror"))
    monkeypatch.setenv("BABELANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def test_list_names_every_dataset() -> None:
    result = runner.invoke(app, ["list"])
    assert result.exit_code == 0
    assert all(name in result.stdout for name in DATASETS)


def test_list_as_json_is_one_object_per_dataset() -> None:
    result = runner.invoke(app, ["list", "--json"])
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["name"] for record in records] == DATASETS.names()
    sjsd = next(record for record in records if record["name"] == "sjsd")
    assert sjsd["fingerprints"]["de"] == DATASETS.get("sjsd").fingerprint("de")
    assert sjsd["here"] == 0


def test_show_prints_licence_notes_and_checksums() -> None:
    result = runner.invoke(app, ["show", "sjsd"])
    card = DATASETS.get("sjsd").card
    assert result.exit_code == 0
    for text in (card.licence, card.citation, card.notes[0], card.files[0].sha256):
        assert text in result.stdout


def test_show_counts_the_items_that_are_here() -> None:
    shown = [" ".join(runner.invoke(app, ["show", name]).stdout.split()) for name in ("babel-groups", "sjsd")]
    assert "items 700 in each language" in shown[0]
    assert "items get them first: babelance data get sjsd" in shown[1]


@pytest.mark.parametrize("name", ["shades", "winoqueer", "crows-pairs-multilingual", "eurogest"])
def test_the_card_of_what_has_to_be_fetched_by_hand_is_shown(name: str) -> None:
    card = DATASETS.get(name).card
    shown = runner.invoke(app, ["show", name])
    assert shown.exit_code == 0
    assert all(" ".join(words.split()) in " ".join(shown.stdout.split()) for words in (card.licence, card.citation))
    assert "fetch them by hand" in shown.stdout and "BABELANCE_MIRROR" in shown.stdout
    [line] = [line for line in runner.invoke(app, ["list"]).stdout.splitlines() if line.split()[:1] == [name]]
    assert line.rstrip().endswith("by hand")


def test_what_has_to_be_fetched_by_hand_is_counted_where_it_is_here(folders: Path) -> None:
    (folders / "mirror" / "winoqueer").mkdir()
    table = "Gender_ID_x,Gender_ID_y,sent_x,sent_y\nLGBTQ,Straight,LGBTQ people sing.,Straight people sing.\n"
    (folders / "mirror" / "winoqueer" / "winoqueer_final.csv").write_text(table, encoding="utf-8")
    rows = {line.split("  ")[0]: line.split("  ")[-1].strip() for line in _lines("show", "winoqueer")}
    assert "1" in rows["items"] and rows["files here"] == "here"


@pytest.mark.parametrize("verb", ["get", "verify"])
def test_nothing_can_be_got_or_checked_where_files_have_to_be_fetched_by_hand(verb: str) -> None:
    result = runner.invoke(app, [verb, "shades"])
    assert result.exit_code == 2 and "has no pinned files" in result.stderr


def _lines(*words: str) -> list[str]:
    result = runner.invoke(app, list(words))
    assert result.exit_code == 0
    return [line.rstrip() for line in result.stdout.splitlines() if line.strip()]


def test_show_works_for_an_own_file(folders: Path) -> None:
    path = folders / "mine.csv"
    path.write_text("more,less,axis\na,b,[bold]job\nc,d,kin\n")
    result = runner.invoke(app, ["show", str(path), "--json"])
    assert json.loads(result.stdout)["fields"] == ["axis", "less", "more"]
    assert runner.invoke(app, ["show", str(path)]).exit_code == 0


def test_unknown_name_goes_to_stderr_with_exit_code_2() -> None:
    result = runner.invoke(app, ["show", "sjds"])
    assert result.exit_code == 2
    assert "Did you mean 'sjsd'?" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("verb", ["get", "verify"])
@pytest.mark.parametrize("words", [[], ["sjsd", "--all"]])
def test_names_or_all_must_be_said(verb: str, words: list[str]) -> None:
    result = runner.invoke(app, [verb, *words])
    assert result.exit_code == 2
    assert "or say --all" in result.stderr


def test_verify_of_a_named_dataset_fails_when_files_are_absent() -> None:
    result = runner.invoke(app, ["verify", "crows-pairs", "--json"])
    assert result.exit_code == 2
    [record] = [json.loads(line) for line in result.stdout.splitlines()]
    assert record["state"] == "absent"
    assert record["detail"] == "get it with: babelance data get crows-pairs"


def test_verify_all_passes_when_nothing_is_here() -> None:
    assert runner.invoke(app, ["verify", "--all"]).exit_code == 0


def test_verify_names_both_hashes_of_a_wrong_file(folders: Path) -> None:
    [file] = DATASETS.get("crows-pairs").card.files
    wrong = folders / "mirror" / file.name
    wrong.parent.mkdir()
    wrong.write_text("changed")
    result = runner.invoke(app, ["verify", "--all", "--json"])
    assert result.exit_code == 2
    details = " ".join(json.loads(line)["detail"] for line in result.stdout.splitlines())
    assert file.sha256 in details
    assert wrong.exists()


def test_get_reports_each_file_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    import requests

    def unreachable(*_: object, **__: object) -> None:
        raise requests.ConnectionError

    monkeypatch.setattr(requests, "get", unreachable)
    result = runner.invoke(app, ["get", "crows-pairs", "--json"])
    assert result.exit_code == 2
    record = json.loads(result.stdout)
    assert record["state"] == "failed"
    assert "(no connection)" in record["detail"]


def test_every_verb_has_an_example_in_its_help() -> None:
    for verb in ("list", "show", "get", "verify"):
        assert f"Example: babelance data {verb}" in runner.invoke(app, [verb, "--help"]).stdout


def test_torch_is_not_imported() -> None:
    code = "import sys, babelance.cli.data; sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
