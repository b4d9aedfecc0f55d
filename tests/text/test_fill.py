"""Template filling: slots, forms, alternatives by gender, and grammar at the seams."""

from __future__ import annotations

import pytest

from babelance.core.errors import DataError
from babelance.core.language import Language
from babelance.languages.en import language as english
from babelance.languages.ko import language as korean
from babelance.languages.tr import language as turkish
from babelance.text.fill import fill, fill_with_spans, form_of, slots, swap

PLAIN = Language(code="xx", name="Plain", endonym="Plain")


def test_slot_takes_the_first_form_and_a_named_form_on_request() -> None:
    word = {"one": "thief", "many": "thieves"}
    assert fill("the {x} and the {x:many}", {"x": word}, PLAIN) == "The thief and the thieves"


def test_alternatives_are_chosen_by_gender() -> None:
    frame = "{name} lost {her|his} keys."
    assert fill(frame, {"name": "Anna"}, PLAIN, gender="female") == "Anna lost her keys."
    assert fill(frame, {"name": "Otto"}, PLAIN, gender="male") == "Otto lost his keys."


@pytest.mark.parametrize("gender", [None, "other"])
def test_alternatives_without_a_gender_are_refused(gender: str | None) -> None:
    with pytest.raises(DataError, match="needs a female and a male part"):
        fill("{her|his}", {}, PLAIN, gender=gender)


def test_slot_without_a_word_names_the_slots_it_has() -> None:
    with pytest.raises(DataError, match=r"Slot '\{job\}' has no word\. Known slots: name"):
        fill("{name} is a {job}.", {"name": "Anna"}, PLAIN)


def test_unknown_form_names_the_forms_there_are() -> None:
    with pytest.raises(DataError, match=r"has no form 'dual' in 'xx'\. It has: one, many"):
        form_of({"one": "a", "many": "b"}, "dual", PLAIN)


def test_spans_point_at_the_words_after_the_article_has_grown() -> None:
    done = fill_with_spans("A {job} from [TTT].", {"job": "engineer"}, english)
    start, end = done.spans["job"]
    assert done.text == "An engineer from [TTT]."
    assert done.text[start:end] == "engineer"


@pytest.mark.parametrize(
    ("word", "phrase"),
    [
        ("engineer", "an engineer"),
        ("nurse", "a nurse"),
        ("university", "a university"),
        ("hour", "an hour"),
        ("heir", "an heir"),
        ("European", "a European"),
        ("umbrella", "an umbrella"),
        ("one-off", "a one-off"),
    ],
)
def test_english_article_follows_the_sound(word: str, phrase: str) -> None:
    assert fill("this is a {x}", {"x": word}, english) == f"This is {phrase}"
    assert fill("this is an {x}", {"x": word}, english) == f"This is {phrase}"


def test_english_article_inside_a_word_is_left_alone() -> None:
    assert fill("Visa {x}", {"x": "engineer"}, english) == "Visa engineer"


def test_swap_replaces_whole_words_and_puts_the_article_right() -> None:
    assert swap("a man and a manager", "man", "engineer", english) == "an engineer and a manager"


@pytest.mark.parametrize(
    ("template", "word", "expected"),
    [
        ("{x}는 왔다", "지은", "지은은 왔다"),
        ("{x}은 왔다", "영희", "영희는 왔다"),
        ("{x}이다", "의사", "의사다"),
        ("{x}다", "경찰관", "경찰관이다"),
        ("{x}이에요", "의사", "의사예요"),
        ("{x}를 봤다", "군인", "군인을 봤다"),
        ("{x}로 간다", "서울", "서울로 간다"),
        ("{x}로 일한다", "군인", "군인으로 일한다"),
        ("{x}들이 왔다", "군인", "군인들이 왔다"),
        ("{x}는", "[TTT]", "[TTT]는"),
    ],
)
def test_korean_particles_follow_the_final_consonant(template: str, word: str, expected: str) -> None:
    assert fill(template, {"x": word}, korean) == expected


@pytest.mark.parametrize(
    ("form", "word", "expected"),
    [
        ("'abl", "Japonya", "Japonya'dan"),
        ("'abl", "Fas", "Fas'tan"),
        ("'abl", "Türkiye", "Türkiye'den"),
        ("'gen", "Ayşe", "Ayşe'nin"),
        ("'gen", "Murat", "Murat'ın"),
        ("'gen", "Özlem", "Özlem'in"),
        ("'acc", "Osman", "Osman'ı"),
        ("'dat", "Burak", "Burak'a"),
        ("plural", "doktor", "doktorlar"),
        ("plural", "göçmen", "göçmenler"),
        ("cop", "kasap", "kasaptır"),
        ("cop", "editör", "editördür"),
    ],
)
def test_turkish_suffixes_follow_vowel_harmony(form: str, word: str, expected: str) -> None:
    assert form_of(word, form, turkish) == expected


def test_turkish_sentence_begins_with_a_dotted_capital() -> None:
    assert fill("{x} geldi.", {"x": "itfaiyeci"}, turkish) == "İtfaiyeci geldi."


def test_slots_leave_alternatives_out() -> None:
    assert slots("{name} {her|his} {job:many}") == ("name", "job:many")
