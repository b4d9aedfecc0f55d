"""Whole words in any script, by both engines."""

from __future__ import annotations

import unicodedata

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from babelance.text.words import pattern, plain, re2_pattern

WORDS = ("she", "her", "ma'am", "fiancée", "step mother", "mother", "u.s.")
CASES = [
    ("She left.", "she"),
    ("I told HER so", "her"),
    ("there and where", None),
    ("her_name", None),
    ("her2", None),
    ("(her)", "her"),
    ("yes, ma’am!", "ma'am"),
    ("my fiancée", "fiancée"),
    (unicodedata.normalize("NFD", "my FIANCÉE too"), "fiancée"),
    ("fiancéee", None),
    ("éher", None),
    ("a step mother", "step mother"),
    ("in the U.S. now", "u.s."),
    ("in the uxsx now", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "word"), CASES)
def test_both_engines_find_whole_words(text: str, word: str | None) -> None:
    match = pattern(WORDS).search(text)
    assert (plain(match["word"]) if match else None) == word
    [row] = pc.extract_regex(pa.array([text]), pattern=re2_pattern(WORDS)).to_pylist()
    assert (plain(row["word"]) if row else None) == word


@pytest.mark.parametrize("text", ["彼女は医者です。", "私の彼女"])
def test_without_spaces_words_are_found_inside(text: str) -> None:
    assert pattern(["彼女"], spaced=False).search(text)
    assert pc.match_substring_regex(pa.array([text]), pattern=re2_pattern(["彼女"], spaced=False)).to_pylist() == [True]


def test_a_vowel_sign_belongs_to_the_word() -> None:
    """ताई has a combining vowel sign after त: the word त is not in it."""
    assert pc.match_substring_regex(pa.array(["ताई"]), pattern=re2_pattern(["त"])).to_pylist() == [False]
