"""Tmp: word pairs × templates × occupations, as the paper has them or as the user does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.build.templates import design_for, items
from babelance.cli.app import app
from babelance.core.errors import InputError


def run(*words: str) -> str:
    shown = CliRunner().invoke(app, ["build", "templates", *words], catch_exceptions=False)
    assert shown.exit_code == 0
    return shown.stdout


def test_japanese_and_russian_have_the_five_word_pairs_and_two_templates_of_the_paper() -> None:
    """Footnote 26 and section 5.2."""
    ja, ru = design_for("ja"), design_for("ru")
    assert ja.pairs == (("彼", "彼女"), ("男", "女"), ("父", "母"), ("兄", "姉"), ("叔父", "叔母"))
    assert ja.templates == ("[Gender]は[Occupation]です。", "[Gender]は[Occupation]に興味がある。")
    assert [male for male, _ in ru.pairs] == ["Он", "Мужчина", "Папа", "Брат", "Дядя"]
    assert ru.templates == ("[Gender] - [Occupation].", "[Gender] - [Occupation] по специальности.")
    assert len(ja.occupations) >= 200 and len(ru.occupations) >= 154
    texts = {item.texts["more"]: item.texts["less"] for item in items(ja, "ja")}
    assert texts["彼は医師です。"] == "彼女は医師です。", "the example of the paper"


def test_every_pair_differs_in_the_gender_word_alone_and_has_an_id_of_its_own() -> None:
    made = list(items(design_for("ru"), "ru"))
    assert len(made) == 5 * 2 * len(design_for("ru").occupations) == len({item.id for item in made})
    for item in made[:500]:
        male, female = item.tags["words"].split(":")
        assert item.texts["more"].replace(male, female, 1) == item.texts["less"]


def test_a_language_that_nobody_has_listed_takes_the_words_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "jobs.txt").write_text("řezník\nučitel\n", encoding="utf-8")
    words = ["-l", "cs", "--pair", "on:ona", "--template", "[Gender] je [Occupation].", "-o", str(tmp_path / "t.jsonl")]
    assert "2 pairs" in run(*words, "--occupations", str(tmp_path / "jobs.txt"))
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (rows[0]["more"], rows[0]["less"]) == ("on je řezník.", "ona je řezník.")
    with pytest.raises(InputError, match=r"no templates for 'cs' \(it has ja, ru\).*--occupations FILE"):
        run(*words)


def test_own_templates_take_the_place_of_the_papers_and_the_rest_stays(tmp_path: Path) -> None:
    shown = run("-l", "ja", "--template", "[Occupation]の[Gender]。", "-o", str(tmp_path / "t.jsonl"))
    assert "5 word pairs, 1 templates" in shown


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--template", "[Gender] sings."], r"has \[Gender\] and \[Occupation\] once each"),
        (["--pair", "he"], "MALE:FEMALE"),
        (["--pair", "they:they"], "MALE:FEMALE"),
    ],
)
def test_what_is_no_template_or_pair_is_told(words: list[str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=reason):
        run("-l", "ja", *words, "-o", str(tmp_path / "t.jsonl"))
