"""Pairs through a translator, and sentences by group from pairs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from babelance.build.mbe import Recipe
from babelance.build.pair_groups import build as build_groups
from babelance.build.pair_groups import sentences
from babelance.build.translated import EQUAL, build, translate_items
from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.query import Answer, Query, Text, Translate, Unanswered

GLOSS = {"She sings": "Sie singt", "He sings": "Er singt", "She knows": "Wissen", "He knows": "Wissen", "x": " "}


def answer_all(queries: Sequence[Query]) -> Mapping[Query, Answer]:
    texts = {query: query.text for query in queries if isinstance(query, Translate)}
    return {query: Text(GLOSS[text]) if text in GLOSS else Unanswered("too long") for query, text in texts.items()}


def pair(identity: str, more: str, less: str, direction: str = "stereo") -> Item:
    return Item(identity, "en", {"more": more, "less": less}, {"direction": direction})


PAIRS = [
    pair("1", "She sings", "He sings"),
    pair("2", "She knows", "He knows"),
    pair("3", "She sings", "x"),
    pair("4", "y", "x"),
]


def test_pairs_come_back_with_their_english_or_leave_for_a_reason() -> None:
    done = translate_items(PAIRS, language="de", answer_all=answer_all)
    [item] = done.items
    assert item == Item(
        "1",
        "de",
        {"more": "Sie singt", "less": "Er singt", "more_en": "She sings", "less_en": "He sings"},
        {"direction": "stereo"},
    )
    assert done.left == {EQUAL: 1, "the translation is empty": 1, "too long": 1}


def test_the_file_names_the_translator_and_what_was_lost(tmp_path: Path) -> None:
    card = Card("pairs", "Pairs", "1", ("en",), "-", "-", "Written by people.")
    build(card, PAIRS, tmp_path / "mt.jsonl", language="de", translator="cmd:rev", answer_all=answer_all)
    made = json.loads((tmp_path / "mt.card.json").read_text(encoding="utf-8"))
    assert made["languages"] == ["de"] and "cmd:rev" in made["made"] and not made["validated"]
    assert EQUAL in made["notes"][-1]
    with pytest.raises(DataError, match="No pair came through cmd:rev"):
        build(card, PAIRS[3:], tmp_path / "mt.jsonl", language="de", translator="cmd:rev", answer_all=answer_all)


def test_english_of_a_pair_by_id_by_order_or_not_at_all() -> None:
    german = [Item("1", "de", {"more": "Sie", "less": "Er"}, {"direction": "stereo"})]
    assert sentences(german, PAIRS) == [("She sings", "Sie"), ("He sings", "Er")]
    renamed = [Item("a", "de", {"more": "Sie", "less": "Er"}, {"direction": "stereo"})]
    assert sentences(renamed, PAIRS[:1]) == [("She sings", "Sie"), ("He sings", "Er")]
    with pytest.raises(DataError, match="do not belong together"):
        sentences(renamed, [pair("9", "a", "b", direction="antistereo")])


def test_english_that_the_items_bring_along_comes_first() -> None:
    item = Item("1", "de", {"more": "Sie", "less": "Er", "more_en": "She", "less_en": "He"}, {})
    assert sentences([item], []) == [("She", "Sie"), ("He", "Er")]


def test_sentences_of_pairs_are_grouped_by_their_english(tmp_path: Path) -> None:
    german = [Item("1", "de", {"more": "Sie\nsingt", "less": "Er singt"}, {"direction": "stereo"})]
    built = build_groups(german, tmp_path / "g.jsonl", Recipe(language="de"), english=PAIRS[:1])
    assert {group: rows["text"].to_pylist() for group, rows in built.groups.items()} == {
        "female": ["Sie singt"],
        "male": ["Er singt"],
    }
