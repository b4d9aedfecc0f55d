"""Pairs for training translators: read from the formats of parallel corpora, cleaned, and counted."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from babelance.text.translation_pairs import Limits, Pair, paper, read_pairs, read_texts, usual

LINES = [
    ("The cat sleeps.", "A macska  alszik."),
    ("The cat sleeps.", "A macska alszik."),
    ("", "Üres."),
    ("Same", "Same"),
    ("No", "Ez a mondat sokkal hosszabb, mint a másik oldalon álló szó."),
    ("Long " * 200, "Hosszú " * 200),
    ("The dog runs!", "A kutya fut!"),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "en-hu.tsv.gz"
    path.write_bytes(gzip.compress("".join(f"{one}\t{other}\n" for one, other in LINES).encode()))
    return path


def test_every_line_is_kept_or_left_out_for_a_reason(corpus: Path) -> None:
    pairs_read = read_pairs([str(corpus)], source="hu", target="en")
    assert pairs_read.kept == (Pair("A macska alszik.", "The cat sleeps."), Pair("A kutya fut!", "The dog runs!"))
    assert pairs_read.left == {
        "a side is missing or empty": 1,
        "both sides are the same": 1,
        "longer than 400 characters": 1,
        "one side more than 9 times as long as the other": 1,
        "twice in the corpus": 1,
    }
    assert pairs_read.lines == len(LINES)


def test_the_papers_cleaning_leaves_lower_case_words(corpus: Path) -> None:
    pairs_read = read_pairs([str(corpus)], source="hu", target="en", cleaning="paper")
    assert pairs_read.kept[1] == Pair("a kutya fut", "the dog runs")


def test_two_files_have_the_target_language_first(tmp_path: Path) -> None:
    for name, text in (("a.en", "The dog runs!\n"), ("a.hu", "A kutya fut!\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    pairs_read = read_pairs([str(tmp_path / "a.en"), str(tmp_path / "a.hu")], source="hu", target="en")
    assert pairs_read.kept == (Pair("A kutya fut!", "The dog runs!"),)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("“Hello”, she said – twice!", "hello she said twice"),
        ("वह डॉक्टर है।", "वह डॉक्टर है"),
        ("می‌روم؟", "می‌روم"),
        ("ﬁne № 5", "fine no 5"),
    ],
)
def test_marks_and_joiners_belong_to_words_and_other_signs_do_not(text: str, wanted: str) -> None:
    assert paper(text) == wanted


def test_usual_cleaning_composes_letters_and_keeps_the_rest() -> None:
    assert usual("  Cafe\u0301,  OK! ") == "Café, OK!"


def test_texts_are_different_lines_that_are_not_too_long(tmp_path: Path) -> None:
    path = tmp_path / "text.en"
    path.write_text("One.\n\nTwo.\nOne.\nToo long to be kept.\n", encoding="utf-8")
    assert read_texts(str(path), limits=Limits(longest=10)) == ["One.", "Two."]
