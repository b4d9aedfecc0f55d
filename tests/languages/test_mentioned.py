"""Words for groups of people are found in every shipped language, in the forms that its grammar gives them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from babelance.core.registry import LANGUAGES
from babelance.datasets import find
from babelance.languages.reading.mentioned import LISTED, groups_in

PEOPLE = {
    "ar": ("وصل العراقيون أمس.", "جارنا مسلم."),
    "bn": ("ইরাকিরা গতকাল এসেছে।", "আমাদের প্রতিবেশী মুসলমান।"),
    "de": ("Die irakischen Gäste kamen gestern.", "Unsere Nachbarn sind Muslime."),
    "el": ("Οι Ιρακινοί ήρθαν χθες.", "Οι γείτονες είναι μουσουλμάνοι."),
    "en": ("The Iraqis came yesterday.", "Our neighbours are Muslims."),
    "es": ("Los iraquíes llegaron ayer.", "Los vecinos son musulmanes."),
    "eu": ("Irakiarrak atzo iritsi ziren.", "Bizilagunak musulmanak dira."),
    "fa": ("عراقی‌ها دیروز آمدند.", "همسایه‌ها مسلمان هستند."),
    "fi": ("Irakilaiset tulivat eilen.", "Naapurimme ovat muslimeja."),
    "fr": ("Les Irakiens sont arrivés hier.", "Nos voisins sont musulmans."),
    "hi": ("इराक़ी कल आए।", "पड़ोसी मुसलमान हैं।"),
    "hu": ("Az irakiak tegnap jöttek.", "A szomszédok muszlimok."),
    "id": ("Orang Irak datang kemarin.", "Tetangga kami muslim."),
    "it": ("Gli iracheni sono arrivati ieri.", "I vicini sono musulmani."),
    "ja": ("イラク人が昨日来た。", "隣人はイスラム教徒だ。"),
    "ko": ("이라크인이 어제 왔다.", "이웃은 무슬림이다."),
    "nl": ("De Irakezen kwamen gisteren.", "Onze buren zijn moslims."),
    "pt": ("Os iraquianos chegaram ontem.", "Os vizinhos são muçulmanos."),
    "ru": ("Иракцы приехали вчера.", "Наши соседи — мусульмане."),
    "sw": ("Wairaki walifika jana.", "Majirani zetu ni Waislamu."),
    "th": ("ชาวอิรักมาถึงเมื่อวาน", "เพื่อนบ้านเป็นมุสลิม"),
    "tr": ("Iraklılar dün geldi.", "Komşularımız Müslümanlar."),
    "vi": ("Người Iraq đến hôm qua.", "Hàng xóm theo Hồi giáo."),
    "zh": ("伊拉克人昨天来了。", "邻居是穆斯林。"),
}


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_country_is_found_in_every_sentence_of_our_own(code: str) -> None:
    """Case forms, articles, elisions and particles included; nothing else is found beside it."""
    items = [item for item in find("babel-mentions").items(code) if item.tags["axis"] == "nationality"]
    wrong = {
        item.texts["text"]
        for item in items
        if groups_in(item.texts["text"], code, "country") != (item.tags["mentions"],)
    }
    assert len(items) > 1000 and not wrong


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_word_for_a_woman_or_a_man_is_found(code: str) -> None:
    """Vowel signs, final sigma, ß and words that are part of longer ones (mẹ chồng) included."""
    words = LANGUAGES.get(code).gender_words
    assert [
        word for kind in ("female", "male") for word in words[kind] if groups_in(word, code, "gender") != (kind,)
    ] == []


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_people_of_a_country_and_of_a_religion_are_found(code: str) -> None:
    country, religion = PEOPLE[code]
    assert groups_in(country, code) == ("IQ",)
    assert groups_in(religion, code) == ("muslim",)


@pytest.mark.parametrize("code", ["en", "hu", "ja"])
@pytest.mark.parametrize("kind", ["nationality", "religion"])
def test_sentences_about_people_mention_who_they_are_about(code: str, kind: str) -> None:
    texts = {item.texts["text"] for item in find(f"babel-sentences-{kind}").items(code)}
    assert texts and {text for text in texts if len(groups_in(text, code)) != 1} == set()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("She lives in Indiana, New England is far.", "en"),
        ("We ate turkey.", "en"),
        ("インドネシアのタイヤ", "ja"),
        ("印度尼西亚很大。", "zh"),
        ("인도네시아는 크다.", "ko"),
        ("Hindi yedik.", "tr"),
        ("درس الهندسة صعب.", "ar"),
        ("Theo ý kiến của tôi, phương pháp này tốt.", "vi"),
        ("Кубики лежат на столе.", "ru"),
    ],
)
def test_words_that_only_look_like_a_country_mention_none(text: str, code: str) -> None:
    assert groups_in(text, code, "country") == ()


def test_a_language_without_a_file_has_no_lists() -> None:
    assert groups_in("Kvinna gjekk.", "nn") == ()


def test_all_languages_have_the_same_groups() -> None:
    lists = tomllib.loads((files("babelance.languages") / "data" / "group_words.toml").read_text(encoding="utf-8"))
    assert set(lists) == set(LANGUAGES)
    for axis in LISTED:
        assert all(set(one[axis]) == set(lists["en"][axis]) for one in lists.values())
