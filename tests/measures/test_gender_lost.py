"""What counts as lost, by hand; and that our sentences tell their gender."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.query import Text, Unanswered
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.core.scored import Scores, Skipped
from babelance.datasets.babel_gendered import FRAMES
from babelance.measures.gender_lost import GenderLost


def item(gender: str) -> Item:
    return Item(gender, "tr", {"text": "Bu … bir doktor."}, {"gender": gender, "word": "doktor"})


def lost(*rows: tuple[str, str]) -> float:
    measure = GenderLost()
    scores = Scores.gather(measure.score(item(gender), [Text(text)]) for gender, text in rows)
    return float(measure.statistic(scores)(np.ones(len(scores))))


@pytest.mark.parametrize(
    ("gender", "translation", "value"),
    [
        ("female", "This woman is a doctor.", 0),
        ("female", "She is a doctor.", 0),
        ("male", "That guy is a doctor.", 0),
        ("female", "He is a doctor.", 100),
        ("female", "They are a doctor.", 100),
        ("male", "He or she is a doctor.", 100),
        ("male", "It is a doctor.", 100),
        ("male", "", 100),
    ],
)
def test_a_translation_keeps_the_gender_only_if_it_names_that_and_no_other(
    gender: str, translation: str, value: float
) -> None:
    assert lost((gender, translation)) == value


def test_one_gender_for_all_loses_half_and_always_they_loses_everything() -> None:
    assert lost(("female", "He is x."), ("male", "He is x.")) == 50
    assert lost(("female", "They are x."), ("male", "They are x.")) == 100


def test_an_unknown_gender_and_a_missing_answer_are_skipped() -> None:
    assert "'none' is none of" in str(GenderLost().score(item("none"), [Text("She.")]))
    assert GenderLost().score(item("male"), [Unanswered("no")]) == Skipped(item("male"), "no")


def test_every_language_of_the_utterances_has_its_twin() -> None:
    assert set(FRAMES) == set(DATASETS.get("babel-utterances").card.languages)


@pytest.mark.parametrize("code", sorted(FRAMES))
def test_the_two_frames_differ_in_a_word_for_a_woman_and_a_man(code: str) -> None:
    her, him = FRAMES[code]
    woman, man = LANGUAGES.get(code).person or ("", "")
    assert her != him
    assert woman.lower() in her.lower() and man.lower() in him.lower()
