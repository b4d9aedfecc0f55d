"""Tmp: word pairs × templates × occupations, as the paper has them or as the user does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.build.material.occupation_words import occupation_words
from babelance.build.templates import design_for, items
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError


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


WIKITEXT = """== あ ==
[[アイドル]] - [[インタープリター (自然)]] - [[医師|医者]] - [[医師#資格|医者]]
[[Category:職業|*]] [[en:List of occupations]]
"""
CATEGORY = {
    "query": {
        "categorymembers": [
            {"ns": 0, "title": "Повар"},
            {"ns": 0, "title": "Стилист (профессия)"},
            {"ns": 14, "title": "Категория:Медики"},
        ]
    }
}
TABLE = "En\tJa\tType\nnurse\t看護師\tfemale\nadjunct_professor\t非常勤教授\tneutral\n"


@pytest.mark.parametrize(
    ("name", "content", "language", "words"),
    [
        ("page.txt", WIKITEXT, "ja", ["アイドル", "インタープリター", "医者"]),
        ("category.json", json.dumps(CATEGORY), "ru", ["повар", "стилист"]),
        ("coal.tsv", TABLE, "ja", ["看護師", "非常勤教授"]),
        ("by-type.json", json.dumps({"female-stereo": ["看護師"], "neutral": ["会計士"]}), "ja", ["看護師", "会計士"]),
        ("scores.json", json.dumps([["adjunct_professor", 0.0, 0.5]]), "en", ["adjunct professor"]),
        ("jobs.txt", "# mine\nnurse\n\nnurse\njudge\n", "en", ["nurse", "judge"]),
        ("title.txt", "[[Bäcker]]", "de", ["Bäcker"]),
    ],
)
def test_occupations_come_from_any_list_that_has_them(
    tmp_path: Path, name: str, content: str, language: str, words: list[str]
) -> None:
    """The pages that the paper names, the tables of NLI-CoAL and of Bolukbasi et al., a word per line."""
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert occupation_words(str(tmp_path / name), language) == words


def test_a_file_without_occupations_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text("[[Category:職業]]", encoding="utf-8")
    with pytest.raises(DataError, match="has no words for occupations"):
        occupation_words(str(tmp_path / "page.txt"), "ja")
    with pytest.raises(InputError, match=r"No file '.*nothing.txt' with words"):
        occupation_words(str(tmp_path / "nothing.txt"), "ja")
