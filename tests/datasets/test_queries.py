"""Queries of word embeddings: the user's own JSON, the ten public tests, and our own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babelance.core.errors import DataError
from babelance.core.registry import DATASETS
from babelance.datasets import find, identity

CAREER: dict[str, Any] = {
    "name": "career",
    "target_sets": {"women": ["she", "her"], "men": ["he", "him"]},
    "attribute_sets": {"career": ["office"], "family": ["home", "wedding"]},
}


def write_queries(folder: Path, *queries: dict[str, Any]) -> str:
    path = folder / "queries.json"
    path.write_text(json.dumps(queries, ensure_ascii=False), encoding="utf-8")
    return str(path)


def changed_query(**parts: Any) -> dict[str, Any]:
    return {**CAREER, **parts}


def test_every_word_is_an_item_with_its_role(tmp_path: Path) -> None:
    items = list(find(write_queries(tmp_path, CAREER)).items("en"))
    assert [item.texts["word"] for item in items] == ["she", "her", "he", "him", "office", "home", "wedding"]
    assert items[3].id == "career/men/him"
    assert dict(items[3].tags) == {"query": "career", "role": "target", "set": "men", "side": "2", "position": "2"}


def test_the_file_has_a_card_and_an_identity(tmp_path: Path) -> None:
    path = write_queries(tmp_path, CAREER)
    dataset = find(path)
    assert dataset.card.groups == ("query",)
    assert dataset.card.languages == ()
    assert list(find(identity(dataset, "en")).items("en")) == list(dataset.items("en"))


def test_queries_of_several_languages_are_kept_apart(tmp_path: Path) -> None:
    german = changed_query(name="Beruf", language="de", attribute_sets={"a": ["Büro"], "b": ["Heim"]})
    dataset = find(write_queries(tmp_path, changed_query(language="en"), german))
    assert dataset.card.languages == ("de", "en")
    assert {item.tags["query"] for item in dataset.items("de")} == {"Beruf"}


def test_a_single_query_needs_no_list(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(CAREER))
    assert len(list(find(str(tmp_path / "one.json")).items("en"))) == 7


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (changed_query(target_sets={"a": ["x", "y"], "b": ["y"]}), "'a' and 'b' share 'y'"),
        (changed_query(target_sets={"a": ["x", "x"], "b": ["y"]}), "'a' has 'x' more than once"),
        (changed_query(target_sets={"a": [], "b": ["y"]}), "'a' in 'target_sets' is a list of one or more words"),
        (changed_query(attribute_sets=["office"]), "'attribute_sets' is an object of named word lists"),
        (changed_query(name=""), "no 'name'"),
        (changed_query(language=["en"]), "'language' is .*, not the code of a language"),
        (changed_query(targets={}), "unknown 'targets'"),
        ({key: value for key, value in CAREER.items() if key != "attribute_sets"}, "'attribute_sets' is an object"),
    ],
)
def test_queries_that_cannot_work_are_refused_with_what_to_change(
    tmp_path: Path, query: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        find(write_queries(tmp_path, query))


def test_two_queries_need_two_names(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="more than one query 'career'"):
        find(write_queries(tmp_path, CAREER, CAREER))


def test_a_set_that_is_named_twice_does_not_vanish(tmp_path: Path) -> None:
    text = '[{"name": "q", "target_sets": {"a": ["x"], "a": ["y"]}, "attribute_sets": {"c": ["z"]}}]'
    (tmp_path / "q.json").write_text(text)
    with pytest.raises(DataError, match="the key 'a' stands twice"):
        find(str(tmp_path / "q.json"))


def test_the_ten_public_tests_have_two_sets_of_each_role(mirror: Path) -> None:
    items = list(DATASETS.get("weat-queries").items("en"))
    sets = {(item.tags["query"], item.tags["role"], item.tags["side"]) for item in items}
    assert len(sets) == 40
    assert len({item.id for item in items}) == len(items)


def test_our_own_words_are_pairs_of_sets_too() -> None:
    items = list(DATASETS.get("babel-words").items("en"))
    assert {item.tags["side"] for item in items} == {"1", "2"}
    assert all(item.tags["position"].isdigit() for item in items)
