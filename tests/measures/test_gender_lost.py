"""What counts as lost, by hand; and that our sentences tell their gender."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.query import Text, Unanswered
from babelance.core.reason import Reason
from babelance.core.registry import DATASETS, LANGUAGES, MODELS
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


def scored(*rows: tuple[str, str]) -> Scores:
    return Scores.gather(GenderLost().score(item(gender), [Text(text)]) for gender, text in rows)


def translations_of(she: str, he: str, times: int = 30) -> list[tuple[str, str]]:
    """What a translator makes of women and of men; a stroke parts sentences that it takes turns with."""
    turns = {"female": she.split("|"), "male": he.split("|")}
    return [(gender, texts[number % len(texts)]) for gender, texts in turns.items() for number in range(times)]


def test_a_translator_whose_genders_have_nothing_to_do_with_the_source_cannot_do_the_task() -> None:
    dice = "She is x.|He is x.|They are x."
    assert "luck would tie" in str(GenderLost().competence(scored(*translations_of(dice, dice))))


def test_no_random_translator_of_forty_is_said_to_lose_gender() -> None:
    measure, items = GenderLost(), list(DATASETS.get("babel-gendered").items("tr"))
    for seed in range(40):
        model = MODELS.get("fake").open(f"fake:random#{seed}", Options())
        scores = Scores.gather(measure.score(item, list(model.answer(measure.ask(item)))) for item in items)
        assert "luck would tie" in str(measure.competence(scores)), seed


@pytest.mark.parametrize("habit", ["They are x.", "He is x.", "She is x."])
def test_one_gender_or_none_for_all_is_a_habit_and_is_judged(habit: str) -> None:
    assert GenderLost().competence(scored(*translations_of(habit, habit))) == ""


def test_reading_the_gender_most_of_the_time_is_enough() -> None:
    scores = scored(*translations_of("She is x.|She is x.|He is x.", "He is x.|They are x."))
    assert GenderLost().competence(scores) == ""


def test_a_few_sentences_do_not_say_whether_the_gender_is_read() -> None:
    assert (
        GenderLost().competence(scored(*translations_of("She is x.|He is x.", "He is x.|She is x.", times=4))) is None
    )


def test_one_gender_alone_has_no_verdict() -> None:
    found = GenderLost().null(scored(*[("female", "They are x.")] * 20))
    assert isinstance(found, Reason) and "one gender" in found


def test_every_language_of_the_utterances_has_its_twin() -> None:
    assert set(FRAMES) == set(DATASETS.get("babel-utterances").card.languages)


@pytest.mark.parametrize("code", sorted(FRAMES))
def test_the_two_frames_differ_in_a_word_for_a_woman_and_a_man(code: str) -> None:
    her, him = FRAMES[code]
    woman, man = LANGUAGES.get(code).person or ("", "")
    assert her != him
    assert woman.lower() in her.lower() and man.lower() in him.lower()
