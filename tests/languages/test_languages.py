"""Every language in the registry keeps the same promises."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

from babelance.core.errors import InputError
from babelance.core.language import Language, parse_words, require
from babelance.core.registry import LANGUAGES
from babelance.text.fill import fill, slots

CODES = LANGUAGES.names()
GENDER_NEUTRAL = {"hi", "tr", "ko", "ja", "zh", "fi", "hu", "eu", "id", "sw", "vi", "fa", "bn", "th"} & set(CODES)
SETS = {"informal", "formal", "impolite", "polite"}


@pytest.fixture(params=CODES)
def language(request: pytest.FixtureRequest) -> Language:
    return LANGUAGES.get(request.param)


def texts(language: Language) -> Iterator[str]:
    for lists in (language.gender_words, language.names, language.pronoun_classes):
        yield from (word for words in lists.values() for word in words)
    yield from (word for pair in language.gender_pairs for word in pair)
    yield from (text for register in language.registers for text in (register.occupation, register.quality))


def test_file_is_named_after_the_code() -> None:
    assert all(LANGUAGES.get(code).code == code for code in CODES)


def test_lists_are_complete(language: Language) -> None:
    assert len(language.gender_words["female"]) >= 20
    assert len(language.gender_words["male"]) >= 20
    assert len(language.gender_pairs) >= 8
    assert language.person is not None
    assert language.sources


def test_names_come_in_pairs(language: Language) -> None:
    assert len(language.names["female"]) == len(language.names["male"]) >= 10


def test_no_word_is_listed_twice(language: Language) -> None:
    for lists in (language.gender_words, language.names, language.pronoun_classes):
        words = [word for entries in lists.values() for word in entries]
        assert sorted({word for word in words if words.count(word) > 1}) == []


def test_gender_words_are_lower_case_and_hold_the_person_pair(language: Language) -> None:
    woman, man = require(language, "person")
    assert woman.lower() in language.gender_words["female"]
    assert man.lower() in language.gender_words["male"]
    # İ is the one letter whose lower case has two characters; lists keep what the language's own rule gives.
    assert all(word == word.lower() for words in language.gender_words.values() for word in words)


def test_pairs_have_the_female_word_first(language: Language) -> None:
    for female, male in language.gender_pairs:
        assert female != male
        assert female.lower() not in language.gender_words["male"]
        assert male.lower() not in language.gender_words["female"]


def test_everything_is_normalised_and_trimmed(language: Language) -> None:
    for text in texts(language):
        assert unicodedata.is_normalized("NFC", text), text
        assert text == " ".join(text.split()) != ""


def test_pronoun_classes_have_all_four_kinds_where_given(language: Language) -> None:
    if language.pronoun_classes:
        assert list(language.pronoun_classes) == ["she", "he", "they", "person"]
        assert all(language.pronoun_classes.values())


@pytest.mark.parametrize("code", sorted({"en", "de", "es", "fr"} & set(CODES)))
def test_targets_of_translation_have_pronoun_classes(code: str) -> None:
    assert require(LANGUAGES.get(code), "pronoun_classes")


@pytest.mark.parametrize("code", sorted(GENDER_NEUTRAL))
def test_gender_neutral_languages_have_registers(code: str) -> None:
    registers = require(LANGUAGES.get(code), "registers")
    assert len({register.name for register in registers}) == len(registers)
    assert all(set(register.sets) <= SETS and register.sets for register in registers)


def test_registers_have_one_slot_for_the_word(language: Language) -> None:
    for register in language.registers:
        for pattern in (register.occupation, register.quality):
            assert [slot.partition(":")[0] for slot in slots(pattern)] == ["word"]


def test_fit_leaves_an_ordinary_sentence_alone(language: Language) -> None:
    assert fill("Xyz {x} xyz.", {"x": "xyz"}, language) == "Xyz xyz xyz."


def test_missing_field_says_where_to_add_it() -> None:
    with pytest.raises(
        InputError, match=r"No pronoun classes for 'xx'\. Add them to languages/xx\.py \(see en\.py\), or give"
    ):
        require(Language(code="xx", name="X", endonym="X"), "pronoun_classes")


def test_listed_keeps_spaces_inside_an_entry() -> None:
    assert parse_words("a  b_c\n d") == ("a", "b c", "d")
