"""NLI sets from captions and occupations: what is kept, what is left out and why, and the grammar at the seams."""

from __future__ import annotations

import json
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.build.material.captions import Persons, sift
from babelance.build.material.occupations import Occupation, classify, read_occupations
from babelance.build.nli import Recipe, build, make
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.datasets import find
from babelance.text.tables import read_table
from tests.expecting import expect_refusal

ENGLISH = Persons("woman", "man")
CAPTIONS = [
    "A woman is feeding the ducks.",
    "a man is feeding the ducks",
    "The man on the ladder is painting a wall.",
    "Woman reading on a bench.",
    "A man and a woman are dancing.",
    "A man with a white beard is walking.",
    "A woman lost her keys.",
    "Two cats sleep.",
    "",
]


def words(*pairs: tuple[str, str]) -> list[Occupation]:
    return [Occupation(word, kind, {"": word}) for word, kind in pairs]


WORDS = words(("nurse", "female"), ("engineer", "male"), ("baker", "neutral"))


@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        ((0.0, 0.6), "male"),
        ((-0.4, -0.9), "female"),
        ((0.0, 0.5), "neutral"),
        ((0.9, 0.9), "neutral"),
        ((0, 0), "neutral"),
    ],
)
def test_scores_make_a_stereotype_as_in_the_paper(scores: tuple[float, float], kind: str) -> None:
    assert classify(*scores) == kind


def test_captions_are_left_out_with_a_reason_and_counted() -> None:
    kept, left = sift(CAPTIONS, ENGLISH, LANGUAGES.get("en"), dependent=["white beard"])
    assert kept == [
        "A {person} is feeding the ducks.",
        "The {person} on the ladder is painting a wall.",
        "{person} reading on a bench.",
    ]
    assert left == {
        "duplicate": 1,
        "more than one person": 1,
        "depends on gender": 1,
        "another gender word": 1,
        "no woman or man": 1,
        "empty": 1,
    }


def test_a_caption_about_both_genders_is_one_duplicate_of_the_other() -> None:
    kept, left = sift(["A woman waits.", "A man waits."], ENGLISH, LANGUAGES.get("en"))
    assert (len(kept), left["duplicate"]) == (1, 1)


def test_every_pair_is_in_its_set_and_the_article_fits() -> None:
    built = make(CAPTIONS, WORDS, Recipe("en", ENGLISH, sentences=None))
    pairs = {
        (item.tags["occupation"], item.tags["gender"]): item for item in built.items if "ducks" in item.texts["premise"]
    }
    assert pairs["engineer", "male"].texts == {
        "premise": "An engineer is feeding the ducks.",
        "hypothesis": "A man is feeding the ducks.",
    }
    assert {key: item.tags["set"] for key, item in pairs.items()} == {
        ("nurse", "female"): "pro", ("nurse", "male"): "anti", ("engineer", "female"): "anti",
        ("engineer", "male"): "pro", ("baker", "female"): "non", ("baker", "male"): "non",
    }  # fmt: skip
    assert built.sets == {"pro": 6, "anti": 6, "non": 6}


def test_a_sentence_that_starts_with_the_person_keeps_its_capital() -> None:
    built = make(["Woman reading on a bench."], WORDS, Recipe("en", ENGLISH, sentences=None))
    assert built.items[0].texts["premise"] == "Nurse reading on a bench."
    assert built.items[1].texts["hypothesis"] == "Man reading on a bench."


def test_as_many_pairs_as_the_paper_has_come_from_ten_sentences() -> None:
    captions = [f"A woman is standing near house number {number}." for number in range(25)]
    many = words(*((f"worker{number}", "male") for number in range(271)))
    built = make(captions, many, Recipe("en", ENGLISH))
    assert len(built.items) == 5420
    assert len({item.id for item in built.items}) == 5420
    assert set(Counter(item.tags["caption"] for item in built.items).values()) == {542}


def test_the_seed_decides_which_captions_are_drawn() -> None:
    captions = [f"A woman is standing near house number {number}." for number in range(25)]
    drawn = [make(captions, WORDS, Recipe("en", ENGLISH, sentences=3, seed=seed)).items for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_korean_particles_follow_the_occupation() -> None:
    recipe = Recipe("ko", Persons("여자", "남자"), sentences=None)
    built = make(["한 여자가 공원에 있다."], words(("선생님", "female")), recipe)
    assert built.items[0].texts["premise"] == "한 선생님이 공원에 있다."
    assert built.items[1].texts["hypothesis"] == "한 남자가 공원에 있다."


def test_where_nouns_have_a_gender_the_whole_phrase_is_replaced() -> None:
    recipe = Recipe("fr", Persons("une femme", "un homme"), "une personne dont le métier est de {occupation:work}",
                    sentences=None, agreement="female")  # fmt: skip
    work = [Occupation("infirmier", "female", {"": "infirmier", "work": "soigner les malades"})]
    built = make(["Une femme lit le journal.", "{person} est {assise|assis} sur un banc."], work, recipe)
    premises = [item.texts["premise"] for item in built.items]
    assert premises[0] == "Une personne dont le métier est de soigner les malades lit le journal."
    assert [item.texts["hypothesis"] for item in built.items] == [
        "Une femme lit le journal.",
        "Un homme lit le journal.",
        "Une femme est assise sur un banc.",
        "Un homme est assis sur un banc.",
    ]


def test_a_form_that_the_occupations_do_not_have_is_asked_for() -> None:
    recipe = Recipe("fr", Persons("une femme", "un homme"), "une personne qui {occupation:work}", sentences=None)
    with pytest.raises(DataError, match=r"needs the form 'work'.*Add a column 'work'"):
        make(["Une femme lit."], words(("infirmier", "female")), recipe)


def test_too_few_captions_are_refused_with_both_numbers() -> None:
    with pytest.raises(DataError, match="10 captions are asked for and 3 can be used"):
        make(CAPTIONS, WORDS, Recipe("en", ENGLISH))
    with pytest.raises(DataError, match="None of the 1 captions can be used: no woman or man 1"):
        make(["Two cats sleep."], WORDS, Recipe("en", ENGLISH))


def test_a_worker_phrase_needs_a_place_for_the_occupation() -> None:
    with pytest.raises(InputError, match=r"has no \{occupation\}"):
        make(CAPTIONS, WORDS, Recipe("en", ENGLISH, "a worker", sentences=None))


def test_the_file_is_a_dataset_with_a_card(tmp_path: Path) -> None:
    build(CAPTIONS, WORDS, tmp_path / "own.jsonl", Recipe("en", ENGLISH, sentences=None))
    dataset = find(str(tmp_path / "own.jsonl"))
    assert {"premise", "hypothesis", "set", "occupation", "stereotype", "gender"} <= dataset.fields
    assert len(list(dataset.items("en"))) == 18
    assert json.loads(dataset.card.extra["left"])["duplicate"] == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("o.csv", "word,s1,s2\nnurse,-0.1,-0.9\nboss,0,0.9\n"),
        ("o.tsv", "word\tstereotype\nnurse\tfemale\nboss\tmale-stereo\n"),
        ("o.json", '[["nurse", -0.1, -0.9], ["boss", 0.0, 0.9]]'),
        (
            "o.jsonl",
            '{"word": "nurse", "definition_score": -0.1, "stereotype_score": -0.9}\n{"word": "boss", "s1": 0, "s2": 1}',
        ),
    ],
)
def test_occupations_are_read_in_several_shapes(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [(occupation.word, occupation.stereotype) for occupation in read_occupations(tmp_path / name)] == [
        ("nurse", "female"),
        ("boss", "male"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word,s1,s2\nnurse,x,-0.9\n", "line 2: no number in 'definition_score' or 's1'"),
        ("word,s1,s2\nnurse,0,-9\n", "-9.0 is not between -1 and 1"),
        ("word,stereotype\nnurse,girlish\n", "'girlish' is none of female, male, neutral"),
        ("word,gender,stereotype\nnurse,-0.1,-0.9\n", "Scores have columns of their own: definition_score and"),
        ("name,s1,s2\nnurse,0,0\n", "no 'word'"),
        ("word,s1,s2\nnurse,0,0\nnurse,0,0\n", "'nurse' more than once"),
    ],
)
def test_what_is_wrong_with_the_occupations_is_named(tmp_path: Path, text: str, message: str) -> None:
    expect_refusal(read_occupations, tmp_path / "o.csv", text, message)


def test_the_271_words_of_the_paper_get_the_types_of_the_paper(mirror: Path) -> None:
    scores = import_module("babelance.datasets.professions").scores()
    table = read_table(DATASETS.get("nli-coal").path("en_v1.1/occupation-words/occup_en_v1.1.tsv"))  # type: ignore[attr-defined]
    types = {row.cells["En"]: row.cells["Type"].removesuffix("-stereo") for row in table.rows}
    assert Counter(types.values()) == {"female": 13, "male": 87, "neutral": 171}
    assert {word: classify(*scores[word]) for word in types} == types


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["build", "nli", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_builds_from_the_published_occupations(tmp_path: Path, mirror: Path) -> None:
    captions = tmp_path / "captions.txt"
    captions.write_text("\n".join(CAPTIONS), encoding="utf-8")
    facts = json.loads(
        run(str(captions), "-l", "en", "--occupations", "professions", "--out", str(tmp_path / "nli.jsonl"),
            "--sentences", "2", "--json")
    )  # fmt: skip
    assert facts["occupations"] == {"neutral": 209, "female": 17, "male": 94}
    assert facts["pairs"] == 4 * 320
    assert "businessman" in facts["gendered"]


def test_the_command_takes_phrases_where_the_language_needs_them(tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("Eine Frau wartet.\n", encoding="utf-8")
    (tmp_path / "o.csv").write_text("word,stereotype,work\nPfleger,female,Kranke pflegt\n", encoding="utf-8")
    run(str(tmp_path / "c.txt"), "-l", "de", "--occupations", str(tmp_path / "o.csv"), "-o", str(tmp_path / "n.jsonl"),
        "--sentences", "0")  # fmt: skip
    first = json.loads((tmp_path / "n.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["premise"] == "Ein Mensch, der beruflich Kranke pflegt, wartet."


def test_a_language_of_which_nothing_is_known_is_refused_with_what_to_say(tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"not known for 'xx'.*--worker"):
        run(str(tmp_path / "c.txt"), "-l", "xx", "--occupations", "professions", "-o", str(tmp_path / "n.jsonl"))
