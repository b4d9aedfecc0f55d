"""The user's own file: columns say what it is for, rows become items, and what is wrong is named."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from babelance.core.card import Card, Dataset, to_record
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.datasets import open_user_file
from babelance.run.plan import make_plan


def write_file(folder: Path, content: str, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def test_pairs_without_id_get_their_row_number(tmp_path: Path) -> None:
    dataset = open_user_file(write_file(tmp_path, "more,less,axis\nA cook.,A boss.,job\nAn aunt.,An uncle.,kin\n"))
    assert list(dataset.items("en")) == [
        Item("0", "en", {"more": "A cook.", "less": "A boss."}, {"axis": "job"}),
        Item("1", "en", {"more": "An aunt.", "less": "An uncle."}, {"axis": "kin"}),
    ]
    assert dataset.fields == {"more", "less", "axis"}
    assert dataset.card.groups == ("axis",)
    assert isinstance(dataset, Dataset)


@pytest.mark.parametrize(
    ("header", "texts", "tags"),
    [
        ("text,group", {"text"}, {"group"}),
        ("premise,hypothesis,set", {"premise", "hypothesis"}, {"set"}),
        ("text,set", {"text"}, {"set"}),
        ("context,stereotype,anti,unrelated", {"context", "stereotype", "anti", "unrelated"}, set()),
        ("template,attribute,targets", {"template", "attribute", "targets"}, set()),
        ("word,set", {"word"}, {"set"}),
    ],
)
def test_each_kind_of_file_is_known_by_its_columns(
    tmp_path: Path, header: str, texts: set[str], tags: set[str]
) -> None:
    values = ",".join("x" for _ in header.split(","))
    [item] = open_user_file(write_file(tmp_path, f"{header}\n{values}\n")).items("de")
    assert set(item.texts) == texts
    assert set(item.tags) == tags


def test_ids_of_the_file_are_kept(tmp_path: Path) -> None:
    dataset = open_user_file(write_file(tmp_path, "ID,more,less\n17,a,b\nx-4,c,d\n"))
    assert [item.id for item in dataset.items("en")] == ["17", "x-4"]


def test_language_column_chooses_the_items(tmp_path: Path) -> None:
    dataset = open_user_file(write_file(tmp_path, "id,language,more,less\n1,de,a,b\n1,fi,c,d\n2,de,e,f\n"))
    assert dataset.card.languages == ("de", "fi")
    assert [item.id for item in dataset.items("de")] == ["1", "2"]
    with pytest.raises(InputError, match=r"has no 'th'\. It has: de, fi"):
        dataset.items("th")


def test_without_language_column_any_language_can_be_asked_for(tmp_path: Path) -> None:
    dataset = open_user_file(write_file(tmp_path, "more,less\na,b\n"))
    assert dataset.card.speaks("th")
    assert next(dataset.items("th")).language == "th"


def test_empty_sentence_and_identical_pair_stay_items(tmp_path: Path) -> None:
    items = list(open_user_file(write_file(tmp_path, "more,less\n,b\nsame,same\n")).items("en"))
    assert items[0].texts == {"more": "", "less": "b"}
    assert items[1].texts == {"more": "same", "less": "same"}


def test_blanks_at_the_end_are_kept(tmp_path: Path) -> None:
    assert next(open_user_file(write_file(tmp_path, "more,less\na  ,b\n")).items("fi")).texts["more"] == "a  "


def test_numbers_nulls_and_objects_of_json_become_text(tmp_path: Path) -> None:
    rows = [
        {"id": 7, "template": "[TTT] is [AAA]", "attribute": None, "targets": {"DE": "Bonn"}, "year": 2020},
        {"id": 8, "template": "x", "attribute": "y", "targets": ["a"], "year": None},
    ]
    lines = "\n".join(json.dumps(row) for row in rows)
    first, second = open_user_file(write_file(tmp_path, lines, "mine.jsonl")).items("en")
    assert first.id == "7"
    assert first.texts == {"template": "[TTT] is [AAA]", "attribute": "", "targets": '{"DE": "Bonn"}'}
    assert first.tags == {"year": "2020"}
    assert second.tags == {}


@pytest.mark.parametrize("value", ['["He."]', "{}", "true", "NaN", "-Infinity"])
def test_what_is_no_text_is_not_read_as_a_sentence(tmp_path: Path, value: str) -> None:
    lines = f'{{"more": "He sings.", "less": "She sings."}}\n{{"more": {value}, "less": "x"}}'
    with pytest.raises(DataError, match=r"line 2: 'more' is .*, which is no text"):
        open_user_file(write_file(tmp_path, lines, "mine.jsonl"))


def test_parquet_with_whole_number_ids_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    pq.write_table(pa.table({"id": [3, 5], "more": ["a", "b"], "less": ["c", None]}), path)
    items = list(open_user_file(path).items("en"))
    assert [item.id for item in items] == ["3", "5"]
    assert items[1].texts["less"] == ""


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("more,lesss", r"has the columns 'more', 'lesss'\. For pairs it needs 'more', 'less': 'less' is missing"),
        ("text,word", r"'group' is missing; for utterances it needs 'text', 'set': 'set' is missing"),
        ("premise,hypothesis", r"For NLI it needs 'premise', 'hypothesis', 'set': 'set' is missing"),
        ("eins,zwei", r"It needs 'more', 'less' \(pairs\); or 'text', 'group' \(MBE\)"),
    ],
)
def test_missing_column_names_those_found_and_those_needed(tmp_path: Path, header: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        open_user_file(write_file(tmp_path, f"{header}\na,b\n"))


def test_a_file_without_sets_is_told_what_its_measure_needs_and_nothing_else(tmp_path: Path) -> None:
    file = str(write_file(tmp_path, "text,word\nŐ orvos.,orvos\n"))
    with pytest.raises(DataError) as told:
        make_plan(models=["babelance/tiny-translator"], data=[file], measures=["tgbi"], languages=["hu"])
    needs = "For utterances it needs 'text', 'set': 'set' is missing."
    assert str(told.value) == f"'{file}' has the columns 'text', 'word'. {needs}"


def test_duplicate_id_is_refused_with_the_id(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the id '17' 2 times"):
        open_user_file(write_file(tmp_path, "id,more,less\n17,a,b\n18,a,b\n17,c,d\n"))


def test_row_without_id_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 3: no id"):
        open_user_file(write_file(tmp_path, "id,more,less\n17,a,b\n,c,d\n"))


def test_row_without_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="rows without a language"):
        open_user_file(write_file(tmp_path, "language,more,less\nde,a,b\n,c,d\n"))


def test_json_row_without_a_needed_key_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"line 2: no 'less'\. Found: more"):
        open_user_file(write_file(tmp_path, '{"more": "a", "less": "b"}\n{"more": "c"}\n', "mine.jsonl"))


def test_remarks_are_tags_but_not_groups(tmp_path: Path) -> None:
    rows = "".join(f"a{number},b{number},remark {number},{number % 2}\n" for number in range(40))
    dataset = open_user_file(write_file(tmp_path, f"more,less,remark,half\n{rows}"))
    assert dataset.card.groups == ("half",)
    assert next(dataset.items("en")).tags["remark"] == "remark 0"


@pytest.mark.parametrize("beside", ["mine.card.json", "mine.jsonl.card.json"])
def test_card_beside_the_file_is_used(tmp_path: Path, beside: str) -> None:
    card = Card("built", "Built pairs", "2", ("eu",), "CC0", "Me", "by rule", groups=("axis",), notes=("young",))
    write_file(tmp_path, json.dumps(to_record(card)), beside)
    path = write_file(tmp_path, '{"more": "a", "less": "b", "axis": "job"}\n', "mine.jsonl")
    found = open_user_file(path).card
    assert (found.title, found.version, found.languages, found.notes) == ("Built pairs", "2", ("eu",), ("young",))
    assert found.name == str(path), "the path is what finds the file again"


def test_card_in_the_first_line_is_used_and_allows_any_columns(tmp_path: Path) -> None:
    dataset = open_user_file(write_file(tmp_path, '{"card": {"title": "Odd"}}\n{"sound": "a"}\n', "mine.jsonl"))
    assert dataset.card.title == "Odd"
    assert dataset.fields == {"sound"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"titel": "Mine"}', "A card has no 'titel'"),
        ('{"notes": "one"}', "notes: expected a list, got text"),
    ],
)
def test_broken_card_is_refused(tmp_path: Path, content: str, message: str) -> None:
    write_file(tmp_path, content, "mine.card.json")
    with pytest.raises(DataError, match=message):
        _ = open_user_file(write_file(tmp_path, "more,less\na,b\n")).card


def test_the_word_that_made_a_group_of_mbe_is_no_breakdown(tmp_path: Path) -> None:
    """It is in one group alone, so that nothing is left to compare."""
    rows = "text,group,word,genre\na,female,she,x\nb,female,her,y\nc,male,he,x\nd,male,his,y\n"
    assert open_user_file(write_file(tmp_path, rows)).card.groups == ("genre",)


def test_sets_of_utterances_are_groups_and_those_of_other_files_are_not(tmp_path: Path) -> None:
    utterances = open_user_file(write_file(tmp_path, "text,set,word\nO doktor.,formal,doktor\nO hoş.,positive,hoş\n"))
    assert utterances.card.groups == ("set",)
    pairs = open_user_file(write_file(tmp_path, "premise,hypothesis,set\na,b,pro\na,c,anti\n", "nli.csv"))
    assert pairs.card.groups == ()


def test_fingerprint_follows_the_content(tmp_path: Path) -> None:
    first = open_user_file(write_file(tmp_path, "more,less\na,b\n", "one.csv")).fingerprint("en")
    same = open_user_file(write_file(tmp_path, "more,less\na,b\n", "two.csv")).fingerprint("en")
    other = open_user_file(write_file(tmp_path, "more,less\na,c\n", "three.csv")).fingerprint("en")
    assert first == same != other
