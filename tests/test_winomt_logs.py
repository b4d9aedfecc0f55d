"""The classes behind the authors' logs: an example that can be worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks._winomt_logs import System, by_article, classes_of_words, throughout

GOLD = ["male", "female", "male", "female", "female"]
WORDS = ["il medico", "la guardia", "l'ingegnere", "l'ingegnere", ""]
SYSTEM = System(
    words=WORDS,
    gold=GOLD,
    occupations=["physician", "guard", "engineer", "engineer", "nurse"],
    ours=["male", "neutral", "male", "male", "female"],
    cells={
        ("male", "male"): 1,
        ("male", "neutral"): 1,
        ("female", "female"): 1,
        ("female", "neutral"): 1,
        ("female", "unknown"): 1,
    },
    throughout={"male": ["physician"]},
)


def test_a_word_without_an_article_has_the_class_that_the_log_needs() -> None:
    assert classes_of_words([SYSTEM], "it") == {
        "il medico": "male",
        "la guardia": "female",
        "l'ingegnere": "neutral",
    }


def test_where_the_log_leaves_it_open_our_own_class_is_taken() -> None:
    both = replace(
        SYSTEM,
        words=["il medico", "l'ingegnere", "l'addetto"],
        gold=["male", "male", "male"],
        occupations=["physician", "engineer", "attendant"],
        ours=["male", "male", "neutral"],
        cells={("male", "male"): 2, ("male", "neutral"): 1},
    )
    assert classes_of_words([both], "it") == {"il medico": "male", "l'ingegnere": "male", "l'addetto": "neutral"}


def test_the_list_of_occupations_binds() -> None:
    listed = replace(SYSTEM, cells={**SYSTEM.cells}, throughout={"female": ["engineer"]})
    with pytest.raises(ValueError, match="No class per group of words gives the it logs"):
        classes_of_words([listed], "it")


def test_of_two_articles_that_are_equally_frequent_the_first_decides() -> None:
    assert by_article("la il pulitore", "it") == "female"
    assert by_article("al pedone", "it") is None


def test_occupations_are_read_from_a_log() -> None:
    log = "male professions = ['physician', 'chef']\nneutral professions = []\nambiguous professions = ['nurse']"
    assert throughout(log) == {"male": ["physician", "chef"], "neutral": []}
