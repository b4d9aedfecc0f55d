"""`babelance report` on files of a run."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from babelance.cli.report import report
from babelance.core.errors import InputError, StoreError
from tests.report import made_up


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_up.write(tmp_path / "out", estimates=made_up.results(), rows=made_up.scored_rows(count=2))


def run(*words: str) -> str:
    app = typer.Typer()
    app.command()(report)
    result = CliRunner().invoke(app, list(words))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.stdout


def test_the_page_is_written_beside_the_results_and_its_path_printed(folder: Path) -> None:
    assert run(str(folder)).strip() == str(folder / "report.html")
    assert (folder / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert not list(folder.glob("*.partial"))


def test_the_model_card_goes_where_it_is_told(folder: Path, tmp_path: Path) -> None:
    wanted = tmp_path / "new" / "card.md"
    assert run(str(folder), "--format", "markdown", "--out", str(wanted)).strip() == str(wanted)
    assert wanted.read_text(encoding="utf-8").startswith("## Social bias")


def test_the_terminal_gets_a_table(folder: Path) -> None:
    text = run(str(folder), "--format", "terminal")
    assert "s-jsd" in text and "[39.3, 52.7]" in text


def test_a_folder_without_results_is_the_user_s_mistake(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="babelance run"):
        run(str(tmp_path))


def test_a_place_that_cannot_be_written_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="name another place"):
        run(str(folder), "--out", str(tmp_path / "file" / "report.html"))
