"""The corpus filter of the CB paper: no numbers, no special characters, every line once."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from babelance.build.corpus import CorpusFilter
from babelance.cli.app import app

LINES = ["In 1984 it cost 5 €!", "한국은 좋다.", "한국은 좋다.", "12 345", "हिन्दी में लिखा है", "It’s fine."]


def test_characters_are_taken_out_and_lines_are_kept_once() -> None:
    made = CorpusFilter()
    assert list(made.lines(LINES)) == ["In it cost !", "한국은 좋다.", "हिन्दी में लिखा है", "It’s fine."]
    assert (made.kept, made.changed) == (4, 1)
    assert made.left_out == {"came before": 1, "no letter is left": 1}


def test_or_whole_lines_are_left_out() -> None:
    made = CorpusFilter("lines")
    assert list(made.lines(LINES)) == ["한국은 좋다.", "हिन्दी में लिखा है", "It’s fine."]
    assert made.left_out["has a number or a special character"] == 1


def test_the_verb_writes_the_text_and_says_what_it_did(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(LINES), encoding="utf-8")
    done = CliRunner().invoke(app, ["build", "corpus", str(tmp_path / "a.txt"), "-o", str(tmp_path / "b.txt")])
    assert done.exit_code == 0, done.output
    assert "4 lines in" in done.stdout and "came before 1" in done.stdout
    assert (tmp_path / "b.txt").read_text(encoding="utf-8").splitlines()[1] == "한국은 좋다."
