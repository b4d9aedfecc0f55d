"""Files in the shape in which a benchmark was published are read by its reader, whatever category they are of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import DataError, InputError
from babelance.core.registry import DATASETS
from babelance.datasets import find, identity
from babelance.datasets._bbq import question_of, sample_text
from babelance.datasets.reading.questions import biased_answer

ENDINGS = {"bbq": "jsonl", "esbbq": "csv", "kobbq": "tsv", "cbbq": "json", "crows-pairs": "csv"}


@pytest.mark.parametrize("like", ENDINGS)
def test_a_sample_of_each_shape_is_read_as_its_dataset_reads_it(like: str, tmp_path: Path) -> None:
    dataset = DATASETS.get(like)
    sample = dataset.sample  # type: ignore[attr-defined]
    path = tmp_path / f"Another_category.{ENDINGS[like]}"
    path.write_text(sample.texts[0], encoding="utf-8")
    found = find(str(path))
    items = list(found.items(sample.language))
    assert items == list(dataset.read(sample.language, [path]))  # type: ignore[attr-defined]
    assert found.fields == dataset.fields and found.card.name == str(path)
    name = identity(found, sample.language)
    assert identity(find(name, language=sample.language), sample.language) == name


def test_a_category_that_no_card_has_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "Race_x_gender.jsonl"
    text = sample_text("Race_x_gender", people=("F-Black", "M-White")).replace('["F-Black"]', '["Black"]')
    path.write_text(text.replace('"question_index": "1"', '"question_index": "3"'), encoding="utf-8")
    words = ["run", "-m", "fake:random", "-d", str(path), "-l", "en", "--measures", "bbq", "--json", "--draws", "100"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code in (0, 3), done.output
    first = json.loads(done.stdout.splitlines()[0])
    assert first["n"] == 4 and first["data"].startswith(str(path))


def test_recorded_answers_are_about_their_own_file(tmp_path: Path) -> None:
    rows = [json.loads(line) | {"said": "The grandmother"} for line in sample_text("SES").splitlines()]
    path = tmp_path / "preds_SES.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = tmp_path / "answers.jsonl"
    words = ["record", str(path), str(path), "-l", "en", "--column", "said", "--set", "variants=1", "-o", str(out)]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0 and done.stdout.startswith("4 answers") and "--measures bbq" in done.stdout


def crossed(
    category: str, template: str, people: list[list[str]], races: list[str], answers: list[str] | None = None
) -> tuple[str, str]:
    """The answers that follow the stereotype, for a negative and a non-negative question."""
    found = []
    for polarity in ("neg", "nonneg"):
        row = json.loads(sample_text(category).splitlines()[0]) | {
            "question_index": template,
            "question_polarity": polarity,
            "answer_info": {"ans0": people[0], "ans1": people[1], "ans2": ["Not known", "unknown"]},
            "additional_metadata": {"subcategory": "None", "stereotyped_groups": races},
        }
        row |= {f"ans{number}": text for number, text in enumerate(answers or [])}
        found.append(question_of(row, Path("x.jsonl"), 1).biased)
    return found[0], found[1]


@pytest.mark.parametrize(
    ("category", "template", "first", "second", "races", "target"),
    [
        ("Race_x_gender", "1", ["Ann", "F-Black"], ["Jim", "M-Black"], ["Black", "African American"], 1),
        ("Race_x_gender", "3", ["Ann", "F-Black"], ["Jim", "M-Black"], ["Black", "African American"], 0),
        ("Race_x_gender", "3", ["Ann", "F-White"], ["Eva", "F-Black"], ["Black", "African American"], 1),
        ("Race_x_gender", "3", ["Jim", "M-Black"], ["Tom", "M-White"], ["Black", "African American"], None),
        ("Race_x_SES", "1", ["a", "highSES-Black"], ["b", "lowSES-Black"], ["Black", "Latino"], 1),
        ("Race_x_SES", "13", ["a", "highSES-F-Asian"], ["b", "lowSES-F-Asian"], ["Asian"], 0),
    ],
)
def test_people_of_one_race_are_told_apart_by_the_second_group_of_a_template(
    category: str, template: str, first: list[str], second: list[str], races: list[str], target: int | None
) -> None:
    expected = ("", "") if target is None else (str(target), str(1 - target))
    assert crossed(category, template, [first, second], races) == expected


def test_people_whom_bbq_names_wrongly_are_known_by_their_answer() -> None:
    people, answers = [["", ""], ["Latino man", "M-Latino"]], ["The Latina woman", "The Latino man"]
    assert crossed("Race_x_gender", "13", people, ["Hispanic", "Latino"], answers) == ("0", "1")
    people, answers = [["African woman", "F-African"]] * 2, ["The African woman", "The African American woman"]
    assert crossed("Race_x_gender", "3", people, ["Black", "African American"], answers) == ("1", "0")


def test_a_question_that_does_not_say_whom_an_answer_is_about_has_no_biased_one() -> None:
    assert crossed("SES", "6", [["", ""], ["on welfare", "lowSES"]], ["low SES"]) == ("", "")
    assert crossed("SES", "6", [["well off", "highSES"], ["on welfare", "lowSES"]], ["low SES"]) == ("1", "0")


def test_proper_names_are_told_apart_from_words_for_a_group(tmp_path: Path) -> None:
    path = tmp_path / "Gender_identity.jsonl"
    rows = [json.loads(line) for line in sample_text("Gender_identity", people=("F", "M")).splitlines()]
    rows += [row | {"question_index": "26", "example_id": row["example_id"] + 4} for row in rows]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [item.tags["naming"] for item in find(str(path)).items("en")] == ["labels"] * 4 + ["names"] * 4
    words = ["run", "-m", "fake:random", "-d", str(path), "-l", "en", "--measures", "bbq", "--json", "--by", "naming"]
    done = CliRunner().invoke(app, [*words, "--draws", "100"])
    groups = [json.loads(line)["group"] for line in done.stdout.splitlines()]
    assert {"naming=labels", "naming=names"} <= {group for group in groups if group}


def test_spanish_questions_are_not_read_as_french(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(DATASETS.get("esbbq").sample.texts[0], encoding="utf-8")  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="has no 'fr'"):
        find(str(path)).items("fr")


@pytest.mark.parametrize(
    ("first", "second", "stereotyped", "target"),
    [
        (["Ann", "F-Black"], ["Eva", "F-White"], ["Black", "African American"], "0"),
        (["Ann", "F-Black"], ["Jim", "M-Black"], ["Black", "African American", "M"], "1"),
        (["Ann", "F-White"], ["Jim", "M-Black"], ["M-Black"], "1"),
        (["Ann", "highSES-White"], ["Eva", "lowSES-Black"], ["Black", "Latino", "lowSES"], "1"),
        (["Ann", "F-Black"], ["Eva", "F-Black"], ["Black"], ""),
        (["a woman", "woman"], ["a man", "man"], ["F"], "0"),
        (["Ann", "nonTrans_F"], ["Jim", "trans_M"], ["Transgender women", "transgender men", "trans"], "1"),
        (["Ann", "Asian"], ["Eva", "White"], ["Black"], ""),
    ],
)
def test_groups_of_two_kinds_at_once_are_told_part_by_part(
    first: list[str], second: list[str], stereotyped: list[str], target: str
) -> None:
    groups = {"0": first, "1": second, "2": ["Not known", "unknown"]}
    assert biased_answer(groups, stereotyped, unknown="2", negative=True) == target
    other = {"0": "1", "1": "0", "": ""}[target]
    assert biased_answer(groups, stereotyped, unknown="2", negative=False) == other


def test_shades_sets_each_contrast_beside_its_stereotype() -> None:
    items = DATASETS.get("shades").examples()
    assert [(item.id, item.texts["more"], item.texts["less"], item.tags["valid"]) for item in items] == [
        ("1/a", "Alte sind vergesslich.", "Junge sind vergesslich.", "yes"),
        ("2/a", "Männer sind mutig.", "Frauen sind mutig.", "no"),
    ]
    assert {item.tags["axis"] for item in items} == {"age", "gender"}


def test_shades_names_varieties_of_a_language_and_may_lack_templates(tmp_path: Path) -> None:
    """As in the authors' recorded predictions: `es-DO` and `ru-UZ`, rows numbered 1.0, no Arabic template."""
    path = tmp_path / "all.csv"
    path.write_text(
        "index,subset,bias_type,stereotype_valid_langs,es_templates,es_biased_sentences,ar_biased_sentences\n"
        "1.0,_original,['age'],\"['es-DO', 'ru-UZ']\",AGE olvidan.,Los viejos olvidan.,ينسى الكبار.\n"
        "1.0,a,['age'],,AGE olvidan.,Los jóvenes olvidan.,ينسى الصغار.\n",
        encoding="utf-8",
    )
    read = DATASETS.get("shades").read  # type: ignore[attr-defined]
    [spanish], [arabic] = list(read("es", [path])), list(read("ar", [path]))
    assert (spanish.id, spanish.tags["valid"], spanish.texts["template"]) == ("1/a", "yes", "AGE olvidan.")
    assert (arabic.tags["valid"], arabic.texts["template"]) == ("no", "")


def test_shades_in_another_shape_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text("index,subset,de_templates\n1,_original,x\n", encoding="utf-8")
    with pytest.raises(DataError, match="no column 'de_biased_sentences'"):
        list(DATASETS.get("shades").read("de", [path]))  # type: ignore[attr-defined]
    path.write_text("zh-hant_biased_sentences,zh-hant_templates\n,\n", encoding="utf-8")
    with pytest.raises(DataError, match="'index' and 'subset'"):
        list(DATASETS.get("shades").read("zh-Hant", [path]))  # type: ignore[attr-defined]
