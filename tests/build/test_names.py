"""Other names in the same sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.build.names import build, english_names, known_local_names, local_names, replace_names
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError
from babelance.core.item import Item

OLD = {"female": ["Mary", "Ann"], "male": ["Tom"]}
NEW = {"female": ["Uta", "Ilse", "Grit"], "male": ["Jens"]}
CARD = Card("x", "X", "1", ("de",), "-", "-", "-")


def pair(more: str, less: str, *, identity: str = "1", language: str = "de") -> Item:
    return Item(identity, language, {"more": more, "less": less, "more_en": "Mary"}, {"axis": "gender"})


def test_a_name_is_replaced_by_one_of_the_same_gender_and_the_same_within_an_item() -> None:
    [item] = replace_names([pair("Tom sah Mary. Mary lief.", "Mary sah Tom.")], old=OLD, new=NEW).items
    first = item.texts["more"].split()[2].rstrip(".")
    assert first in NEW["female"]
    assert item.texts["more"] == f"Jens sah {first}. {first} lief."
    assert item.texts["less"] == f"{first} sah Jens."
    assert item.texts["more_en"] == "Mary"


def test_two_names_of_one_item_stay_two() -> None:
    [item] = replace_names([pair("Mary und Ann", "Ann")], old=OLD, new=NEW).items
    first, _, second = item.texts["more"].split()
    assert first != second and item.texts["less"] == second


def test_only_whole_names_as_written() -> None:
    done = replace_names([pair("Tomate, tom, TOM, Annas", "Marylin")], old=OLD, new=NEW)
    assert done.changed == 0 and done.names == {}


def test_names_inside_text_without_spaces() -> None:
    item = Item("1", "ja", {"text": "トムは医者です。"}, {})
    pytest.importorskip("babelance.languages.ja")
    [done] = replace_names([item], old={"male": ["トム"]}, new={"male": ["翔太"]}).items
    assert done.texts["text"] == "翔太は医者です。"


JAPANESE = {"female": ["愛", "結衣"], "male": ["健太", "蓮"]}
ENGLISH = {"female": ["アン"], "male": ["トム"]}


@pytest.mark.parametrize(
    ("more", "less", "expected"),
    [
        ("愛は蜘蛛を見た。", "健太は蜘蛛を見た。", ("アンは蜘蛛を見た。", "トムは蜘蛛を見た。")),
        ("蓮は愛を知った。", "愛は愛を知った。", ("トムはアンを知った。", "アンはアンを知った。")),
        ("蓮は彼と来た。", "蓮は彼女と来た。", ("トムは彼と来た。", "トムは彼女と来た。")),
        ("彼を愛した。", "彼を憎んだ。", ("彼を愛した。", "彼を憎んだ。")),
        ("恋愛は健太を変えた。", "恋愛は結衣を変えた。", ("恋愛はトムを変えた。", "恋愛はアンを変えた。")),
    ],
)
def test_a_name_of_one_character_counts_where_a_pair_tells_that_it_is_one(
    more: str, less: str, expected: tuple[str, str]
) -> None:
    """愛 is *love* as well: without it in the list, one sentence of a pair had a new name and the other had not."""
    [done] = replace_names([pair(more, less, language="ja")], old=JAPANESE, new=ENGLISH).items
    assert (done.texts["more"], done.texts["less"]) == expected


def test_a_name_of_one_character_in_a_single_sentence_is_a_word() -> None:
    done = replace_names([Item("1", "ja", {"text": "愛は強い。"}, {})], old=JAPANESE, new=ENGLISH)
    assert done.changed == 0


def test_no_russian_name_of_a_woman_is_a_form_of_a_name_of_a_man() -> None:
    """Александра is also the genitive of Александр, and was replaced by the name of a woman."""
    names = known_local_names("ru")
    assert not {f"{name}а" for name in names["male"]} & set(names["female"])


def test_the_seed_decides_and_the_file_says_what_was_done(tmp_path: Path) -> None:
    items = [pair(f"Mary {n}", "Tom", identity=str(n)) for n in range(30)]
    first = build(CARD, items, tmp_path / "a.jsonl", old=OLD, new=NEW, seed=1)
    second = replace_names(items, old=OLD, new=NEW, seed=2)
    assert first.items == replace_names(items, old=OLD, new=NEW, seed=1).items
    assert first.items != second.items
    card = json.loads((tmp_path / "a.card.json").read_text(encoding="utf-8"))
    assert "60 names in 30 of 30 items" in card["notes"][-1]


def test_no_name_at_all_and_no_new_names_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="begins with: Mary, Ann, Tom"):
        build(CARD, [pair("Es regnet.", "Es schneit.")], tmp_path / "a.jsonl", old=OLD, new=NEW)
    with pytest.raises(InputError, match="'male'"):
        replace_names([], old=OLD, new={"female": ["Uta"]})


@pytest.mark.parametrize("language", ["ja", "ru", "zh", "ko", "de"])
def test_english_names_as_written_in_the_language(language: str) -> None:
    names = english_names(language)
    assert set(names) == {"female", "male"}
    assert not set(names["female"]) & set(names["male"])
    assert all(len(part) >= 15 for part in names.values())


def test_local_names() -> None:
    assert "Анна" in local_names("ru")["female"]
