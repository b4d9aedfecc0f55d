"""What the pinned files turn into. Sizes and facts are those of the papers and of the files' own headers."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from babelance.core.errors import DataError, UnknownName
from babelance.core.item import Item
from babelance.core.registry import DATASETS
from babelance.datasets import find
from babelance.datasets.reading.pinned import Pinned
from tests.datasets.test_cards import NOT_MIRRORED

WITH_ITEMS = [
    (name, language)
    for name in DATASETS
    if isinstance(DATASETS.get(name), Pinned) and DATASETS.get(name).fields and name not in ("ner", *NOT_MIRRORED)
    for language in DATASETS.get(name).card.languages
]


def items_of(name: str, language: str) -> list[Item]:
    return list(find(name).items(language))


@pytest.mark.parametrize(("name", "language"), WITH_ITEMS)
def test_items_have_unique_ids_and_the_fields_they_promise(name: str, language: str, mirror: Path) -> None:
    items = items_of(name, language)
    assert len({item.id for item in items}) == len(items) > 0
    for item in items:
        assert item.language == language
        assert {*item.texts, *item.tags} == find(name).fields
        assert all(isinstance(value, str) for value in (*item.texts.values(), *item.tags.values()))


@pytest.mark.parametrize(
    ("name", "language", "count"),
    [
        ("crows-pairs", "en", 1508),
        ("crows-pairs-fr-nl", "nl", 1463),
        ("crows-pairs-ja-ru", "ja", 262),
        ("sjsd", "th", 212),
        ("stereoset-pt", "pt", 2106 + 2123),
        ("nli-coal", "en", 5420),
        ("nli-coal", "zh", 5320),
        ("nli-coal-downsampled", "ja", 600),
        ("ethnic-bias", "ko", 700),
        ("ethnic-bias", "zh", 350),
        ("ntrex", "sw", 1997),
        ("professions", "en", 320),
        ("gest", "en", 3565),
        ("bbq", "en", 3680 + 3080 + 1200),
        ("kobbq", "ko", 2280),
        ("esbbq", "ca", 4832),
    ],
)
def test_number_of_items_is_that_of_the_paper(name: str, language: str, count: int, mirror: Path) -> None:
    assert len(items_of(name, language)) == count


def test_sjsd_hands_on_the_cells_of_the_file(mirror: Path) -> None:
    with (mirror / "sjsd" / "cps_translated_fi_formatted.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    items = items_of("sjsd", "fi")
    assert [(item.id, item.texts["more"], item.texts["less"], item.tags["direction"]) for item in items] == [
        (row["ID"], row["A_x"], row["B_x"], row["stereo_antistereo"]) for row in rows
    ]
    assert sum(item.texts["more"].endswith(" ") for item in items) == 91


def test_sjsd_indonesian_has_one_identical_pair(mirror: Path) -> None:
    same = [item.id for item in items_of("sjsd", "id") if item.texts["more"] == item.texts["less"]]
    assert same == ["29"]


def test_antistereo_pairs_are_not_swapped(mirror: Path) -> None:
    with (mirror / "crows-pairs" / "crows_pairs_anonymized.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["stereo_antistereo"] == "antistereo"]
    items = [item for item in items_of("crows-pairs", "en") if item.tags["direction"] == "antistereo"]
    assert len(items) == 218
    assert [(item.id, item.texts["more"], item.tags["axis"]) for item in items] == [
        (row[""], row["sent_more"], row["bias_type"]) for row in rows
    ]


def test_japanese_stereotype_is_more_and_the_row_is_the_id(mirror: Path) -> None:
    rows = json.loads((mirror / "crows-pairs-ja-ru" / "japanese.json").read_text(encoding="utf-8"))
    items = items_of("crows-pairs-ja-ru", "ja")
    assert items[5].id == "5"
    assert items[5].texts == {"more": rows[5]["stereotype"], "less": rows[5]["anti-stereotype"]}


def test_dutch_letters_of_both_encodings_come_out_right(mirror: Path) -> None:
    items = {item.id: item for item in items_of("crows-pairs-fr-nl", "nl")}
    assert " één " in items["1367"].texts["more"], "the one row in UTF-8"
    letters = {letter for item in items.values() for text in item.texts.values() for letter in text if letter > "\x7f"}
    assert letters == set("èéëï’")


def test_stereoset_portuguese_keeps_the_ids_that_predictions_refer_to(mirror: Path) -> None:
    recorded = json.loads(find("recorded").path("stereoset-pt/predictions_tucano_1b1.json").read_text())  # type: ignore[attr-defined]
    for task in ("intrasentence", "intersentence"):
        items = [item for item in items_of("stereoset-pt", "pt") if item.tags["task"] == task]
        ids = {item.tags[f"id_{name}"] for item in items for name in ("stereotype", "anti", "unrelated")}
        assert ids == {one["id"] for one in recorded[task]}


def test_stereoset_english_has_the_ids_of_the_portuguese(mirror: Path, own_cache: Path) -> None:
    if copy := os.environ.get("BABELANCE_STEREOSET"):
        cached = own_cache / "stereoset" / "dev.json"
        cached.parent.mkdir(parents=True)
        cached.write_bytes(Path(copy).read_bytes())
    elif not (mirror / "stereoset" / "dev.json").is_file():
        pytest.skip("no copy of StereoSet's dev.json: set BABELANCE_STEREOSET to one, or put it into the mirror")
    english, portuguese = (
        {item.id: (item.tags["id_stereotype"], item.tags["axis"], item.tags["task"]) for item in items}
        for items in (items_of("stereoset", "en"), items_of("stereoset-pt", "pt"))
    )
    assert english == portuguese


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_nli_genders_follow_from_stereotype_and_set(language: str, mirror: Path) -> None:
    other = {"female": "male", "male": "female"}
    for item in items_of("nli-coal", language):
        stereotype, gender = item.tags["stereotype"], item.tags["gender"]
        if item.tags["set"] == "pro":
            assert gender == stereotype
        if item.tags["set"] == "anti":
            assert gender == other[stereotype]


def test_nli_genders_are_balanced_even_where_a_caption_has_both_words(mirror: Path) -> None:
    neutral = [item for item in items_of("nli-coal", "en") if item.tags["set"] == "non"]
    assert Counter(item.tags["gender"] for item in neutral) == {"female": 1710, "male": 1710}


def test_downsampled_nli_is_a_part_of_all_words(mirror: Path) -> None:
    every = {item.id: item for item in items_of("nli-coal", "zh")}
    assert all(every[item.id] == item for item in items_of("nli-coal-downsampled", "zh"))


def test_country_names_are_those_of_the_released_lists(mirror: Path) -> None:
    released = json.loads((mirror / "ethnic-bias" / "targets.json").read_text(encoding="utf-8"))
    for language in find("ethnic-bias").card.languages:
        targets = json.loads(items_of("ethnic-bias", language)[0].texts["targets"])
        assert list(targets.values())[: len(released[language])] == released[language]
        assert len(targets) == 35


def test_characters_that_cannot_be_seen_are_on_the_card(mirror: Path) -> None:
    """Two Spanish templates hold them, as the note says."""
    held = {item.tags["template"] for item in items_of("ethnic-bias", "es") if "\u200b" in item.texts["template"]}
    assert held == {"people", "they-are"}
    assert "U+200B" in " ".join(find("ethnic-bias").card.notes)


def test_countries_are_joined_by_key_not_by_position(mirror: Path) -> None:
    english, korean = (json.loads(items_of("ethnic-bias", code)[0].texts["targets"]) for code in ("en", "ko"))
    assert (english["SO"], korean["KH"]) == ("somalia", "캄보디아")
    assert "SO" not in korean


def test_korean_plural_templates_have_the_key_of_the_english_ones(mirror: Path) -> None:
    english, korean = (
        {i.tags["template"]: i.texts["template"] for i in items_of("ethnic-bias", c)} for c in ("en", "ko")
    )
    assert {key for key, text in english.items() if "[AAAs]" in text} == {
        key for key, text in korean.items() if "들은" in text
    }


def test_hindi_sets_have_the_sizes_of_table_2(mirror: Path) -> None:
    assert Counter(item.tags["set"] for item in items_of("tgbi-hindi", "hi")) == {
        "informal": 2628,
        "formal": 5286,
        "impolite": 2628,
        "polite": 2658,
        "negative": 2212,
        "positive": 2460,
        "occupation": 3242,
    }


def test_korean_translations_stand_beside_their_source(mirror: Path) -> None:
    items = items_of("tgbi-korean", "ko")
    assert Counter(item.tags["set"] for item in items)["occupation"] == 2940
    assert all(item.texts["google"] and "\r" not in item.texts["google"] for item in items)


def test_weat_queries_name_sets_that_exist(mirror: Path) -> None:
    from babelance.datasets.weat_words import QUERIES, sets

    words = sets()
    for targets, attributes in QUERIES.values():
        assert all(words[name] for name in (*targets, *attributes))
    assert "naïve" in words["negative"]
    assert len(words["career"]) == 8


def test_gender_words_are_paired_by_line(mirror: Path) -> None:
    from babelance.datasets.gender_words import pairs

    assert len(pairs()) == 222
    assert ("actress", "actor") in pairs()


def test_professions_have_their_two_scores(mirror: Path) -> None:
    from babelance.datasets.professions import scores

    assert scores()["actress"] == (-1.0, 0.0)
    assert "adjunct professor" in scores()


def test_ner_sentences_are_tokens_with_labels(mirror: Path) -> None:
    from babelance.datasets.ner import sentences

    listed = list(sentences("pt", "dev"))
    assert len(listed) == 10_000
    assert {label for sentence in listed for _, label in sentence} == {
        "O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG",
    }  # fmt: skip
    assert not any(token.startswith("pt:") for sentence in listed for token, _ in sentence)


def test_recorded_scores_are_files_and_no_items(mirror: Path) -> None:
    recorded = find("recorded")
    assert recorded.path("crows-pairs/results_bert.csv").is_file()  # type: ignore[attr-defined]
    with pytest.raises(DataError, match="holds scores of models, not items"):
        list(recorded.items("en"))
    with pytest.raises(UnknownName, match="results_bert"):
        recorded.path("crows-pairs/results_brt.csv")  # type: ignore[attr-defined]
