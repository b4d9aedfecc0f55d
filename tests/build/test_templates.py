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

JAPANESE_PAGE = """'''職業一覧'''は、[[職業]]の一覧。
== あ行 ==
* [[アイドル]]<!-- [[消した]] --> - [[医師]]
* {{仮リンク|アートバイヤー|en|Art buyer}}
=== い ===
[[DJ]] - [[Webデザイナー]]
== 関連項目 ==
* [[日本標準職業分類]]
"""
JAPANESE_HTML = """<html><body><ul><li><a href="/wiki/メインページ">メインページ</a></li></ul>
<div id="mw-content-text"><div><p><a href="/wiki/職業">職業</a></p><h2>あ行</h2>
<ul><li><a href="/wiki/医師">医師</a> - <a href="/w/index.php?title=X&amp;action=edit&amp;redlink=1">詩人</a></li></ul>
<h2>関連項目</h2><ul><li><a href="/wiki/労働">労働</a></li></ul></div></div>
<ul><li><a href="/wiki/Y">後</a></li></ul></body></html>"""
CATEGORY_HTML = """<html><div id="mw-subcategories"><ul><li><a href="/wiki/Категория:Медики">Медики</a></li></ul></div>
<div id="mw-pages"><div><h3>П</h3><ul><li><a href="/wiki/Повар">Повар</a></li>
<li><a href="/wiki/X">Стилист (профессия)</a></li>
<li><a href="/wiki/Z">Список профессий</a></li></ul></div></div></html>"""
TITLES = "Повар\nСтилист (профессия)\nКатегория:Медики\nIT-специалист\n"


@pytest.mark.parametrize(
    ("name", "content", "language", "words"),
    [
        ("page.txt", WIKITEXT, "ja", ["アイドル", "インタープリター", "医者"]),
        ("category.json", json.dumps(CATEGORY), "ru", ["повар", "стилист"]),
        ("list.txt", JAPANESE_PAGE, "ja", ["アイドル", "医師", "アートバイヤー", "DJ", "Webデザイナー"]),
        ("list.html", JAPANESE_HTML, "ja", ["医師", "詩人"]),
        ("category.html", CATEGORY_HTML, "ru", ["повар", "стилист"]),
        ("answers.json", json.dumps([{**CATEGORY, "continue": {}}, CATEGORY]), "ru", ["повар", "стилист"]),
        ("titles.txt", TITLES, "ru", ["повар", "стилист", "IT-специалист"]),
        ("own.txt", "Nurse\nJudge\n", "en", ["Nurse", "Judge"]),
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


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("part.json", json.dumps({**CATEGORY, "continue": {"cmcontinue": "page|1"}})),
        ("part.html", CATEGORY_HTML.replace("<h3>", '<a href="/w/index.php?title=К&amp;pagefrom=Р">далее</a><h3>')),
    ],
)
def test_a_part_of_a_category_is_no_category(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match="has a part of the category"):
        occupation_words(str(tmp_path / name), "ru")


def test_the_output_says_how_many_occupations_the_paper_had(tmp_path: Path) -> None:
    (tmp_path / "titles.txt").write_text(TITLES, encoding="utf-8")
    shown = run("-l", "ru", "--occupations", str(tmp_path / "titles.txt"), "-o", str(tmp_path / "t.jsonl"))
    assert "3 occupations" in shown and "the paper had 154" in shown
    assert "the paper had 644" in run("-l", "ja", "-o", str(tmp_path / "ja.jsonl"))
