"""Sentences are not grouped by one name while another, unknown one stands beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.build.material.given_names import given_names
from babelance.build.material.groups import groups_for
from babelance.build.material.matching import DOUBTFUL, SEVERAL
from babelance.build.mbe import Recipe, build
from babelance.core.errors import InputError

CORPUS = {
    "Tom loves Mary.": None,
    "Zorbax loves Mary.": None,
    "Mary met Zorbax.": None,
    "Chris met Mary.": None,
    "Jack left her.": None,
    "Mary will mark it.": "female",
    "Will Mary come on Monday?": "female",
    "Yesterday Mary Zorbax flew to Boston.": "female",
    "Mary's TV and I speak French.": "female",
    "She lives in Zorbaxia.": "female",
    "Is that Tom's car?": "male",
    "Tom'll pay in May.": "male",
    "The bill is on the table.": None,
}


def corpus(folder: Path) -> str:
    lines = [f"{english}\tSatz {number}" for number, english in enumerate(CORPUS)]
    (folder / "c.tsv").write_text("\n".join(lines), encoding="utf-8")
    return str(folder / "c.tsv")


def test_a_sentence_with_a_name_that_is_not_known_is_left_out_and_counted(tmp_path: Path) -> None:
    recipe = Recipe(language="de", names=given_names("en"), equal=False)
    built = build([corpus(tmp_path)], tmp_path / "out.jsonl", recipe)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["source"]: row["group"] for row in rows} == {text: group for text, group in CORPUS.items() if group}
    assert (built.left[DOUBTFUL], built.left[SEVERAL]) == (4, 1)
    assert built.strangers == {"Zorbax": 2, "Chris": 1, "Jack": 1}
    card = json.loads((tmp_path / "out.card.json").read_text(encoding="utf-8"))
    assert json.loads(card["extra"]["unknown names"]) == built.strangers


NEIGHBOURS = {
    "Mary Zorbax left.": [],
    "Mary J. Zorbax left.": [],
    "Mary, Zorbax and I left.": ["Zorbax"],
    "I like Mary. Zorbax left.": ["Zorbax"],
    "“Mary,” Zorbax said.": ["Zorbax"],
    "Mary's Zorbax left.": ["Zorbax"],
    "Mary (Zorbax) left.": ["Zorbax"],
    "Mary – Zorbax – left.": ["Zorbax"],
    "Mary & Zorbax left.": ["Zorbax"],
    "JACK left Mary.": ["JACK"],
    "NATO left Mary.": [],
    "OK, Mary left for the U.S. on TV.": [],
    "J. Zorbax left Mary.": ["Zorbax"],
    "Mark loves Mary.": ["Mark"],
    "Mark wanted to leave Jessica.": ["Mark"],
    "Dick threw Lucy the ball.": ["Dick"],
    "Mark the page for Mary.": [],
    "Bill and Mary left.": ["Bill"],
    "Eve didn't ask Mary.": ["Eve"],
    "Mary came on Christmas Eve and left.": [],
}


@pytest.mark.parametrize("text", NEIGHBOURS)
def test_who_else_is_named_beside_a_known_name(text: str) -> None:
    assert given_names("en").strangers(text, "female") == NEIGHBOURS[text]


def test_own_names_join_those_that_ship(tmp_path: Path) -> None:
    recipe = Recipe(language="de", names=given_names("en", {"male": ["Zorbax"]}), equal=False)
    built = build([corpus(tmp_path)], tmp_path / "out.jsonl", recipe)
    assert (built.left[DOUBTFUL], built.left[SEVERAL]) == (2, 4)
    with pytest.raises(InputError, match="'Mary' is in the groups 'female' and 'male'"):
        given_names("en", {"male": ["Mary"]})


def test_the_shipped_names_tell_one_gender() -> None:
    names = given_names("en").groups
    assert len(names["female"]) > 3000 and len(names["male"]) > 900 and not names["female"] & names["male"]
    assert {"Mary", "Layla", "Anna"} <= names["female"] and {"Tom", "John", "Sami"} <= names["male"]
    assert not {"Chris", "Jordan", "Mark", "May", "Paris"} & (names["female"] | names["male"])


def test_names_need_groups_that_they_tell_and_a_script_with_capitals() -> None:
    with pytest.raises(InputError, match="Names tell female and male, and the groups are"):
        Recipe(language="de", groups=groups_for("religion"), names=given_names("en"))
    with pytest.raises(InputError, match="written like other words"):
        given_names("ja")
