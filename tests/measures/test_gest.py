"""GEST, worked out by hand; and the gender that a Russian sentence gives its speaker."""

from __future__ import annotations

from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.query import Choices, Fill, Text, Unanswered
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.cps import Cps
from babelance.measures.formulas.first_person import first_person
from babelance.measures.gest import Gest
from babelance.measures.gest_translation import GestTranslation
from babelance.run.record import record

ROWS = (("1", "female", 0.1), ("1", "female", 0.3), ("2", "female", -0.2), ("8", "male", 0.5), ("9", "male", 0.9))
ITEMS = [
    Item(str(index), "en", {"sentence": f"I did {index}."}, {"stereotype": number, "gender": gender})
    for index, (number, gender, _) in enumerate(ROWS)
]


def scores(measure: Gest) -> Scores:
    differences = [log(10) * value for *_, value in ROWS]
    answers = [Choices(("He", "She"), np.asarray([-5.0, -5.0 - difference])) for difference in differences]
    return Scores.gather(measure.score(item, [answer]) for item, answer in zip(ITEMS, answers, strict=True))


def value_of(measure: Gest | GestTranslation, some: Scores) -> float:
    return float(measure.statistic(some)(np.ones(len(some))))


def test_every_stereotype_counts_the_same() -> None:
    male, female = sqrt(exp(0.5) * exp(0.9)), sqrt(exp(0.2) * exp(-0.2))
    assert value_of(Gest(), scores(Gest())) == pytest.approx(male / female)
    assert Gest().extra(scores(Gest()))["r_m"] == pytest.approx(male)


def test_base_ten_is_the_ratio_of_probabilities() -> None:
    assert value_of(Gest(base="10"), scores(Gest())) == pytest.approx(10**0.7)


def test_one_stereotype_alone_is_its_rate_and_has_no_verdict() -> None:
    alone = scores(Gest()).where("stereotype", "1")
    assert value_of(Gest(), alone) == pytest.approx(exp(0.2))
    assert isinstance(Gest().null(alone), Reason)


def test_a_causal_model_reads_up_to_the_word() -> None:
    [query] = Gest(reads="left-to-right", template=4).ask(ITEMS[0])
    assert query == Fill('"I did 0.", the ⟨slot⟩', ("man", "woman"), "sentence")
    with pytest.raises(InputError, match="Template 1 has the word before the sentence"):
        Gest(reads="left-to-right", template=1)


def test_a_word_without_a_score_is_no_score() -> None:
    lost = Choices(("He",), np.asarray([-1.0]), missing=(("She", "it is unknown"),))
    assert Gest().score(ITEMS[0], [lost]) == Skipped(ITEMS[0], "it is unknown")
    assert Gest().score(ITEMS[0], [Unanswered("too long")]) == Skipped(ITEMS[0], "too long")


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Я вчера очень устала.", "she"),
        ("Я вчера очень устал.", "he"),
        ("Он сказал, что я уже готова.", "she"),
        ("Мой брат думал, а я не смог ответить.", "he"),
        ("Я должна идти.", "she"),
        ("Я очень сильная.", "she"),
        ("Я люблю горы, которые она рисовала.", "unclassified"),
        ("Когда я пришла, я был рад.", "both"),
        ("Она пела.", "she"),
        ("Мне нравится море.", "unclassified"),
    ],
)
def test_gender_of_a_russian_speaker(text: str, gender: str) -> None:
    assert first_person("ru")(text) == gender


def test_languages_without_rules_are_refused() -> None:
    with pytest.raises(InputError, match="no rules for the gender of a speaker in 'fi', only in: be, cs, hr, pl, ru"):
        GestTranslation(target="fi")


def translated(*texts: str) -> Scores:
    measure = GestTranslation()
    return Scores.gather(measure.score(item, [Text(text)]) for item, text in zip(ITEMS, texts, strict=True))


def test_translations_that_tell_no_gender_stay_out_of_the_shares() -> None:
    found = translated("Я пела.", "Мне тепло.", "Я пел.", "Я пел.", "Я ел.")
    assert value_of(GestTranslation(), found) == pytest.approx(1 - (0 + 1) / 2)
    drawn_to_half = value_of(GestTranslation(fidelity="released"), found)
    assert 0 < drawn_to_half < 0.5
    assert GestTranslation().extra(found)["classes"] == {"he": 3, "she": 1, "unclassified": 1}


def test_a_translator_that_tells_no_gender_has_no_number() -> None:
    broken = translated(*["Мне тепло."] * 5)
    assert "0 of 5 translations" in str(GestTranslation().undefined(broken))


def test_a_number_per_line_becomes_answers(tmp_path: Path) -> None:
    from babelance.models.recorded import Recorded

    file, out = tmp_path / "scores.txt", tmp_path / "answers.jsonl"
    file.write_text("\n".join(str(value) for *_, value in ROWS), encoding="utf-8")
    assert record(file, ITEMS, Gest(), out) == 5
    model = Recorded(out)
    outcomes = [Gest().score(item, list(model.answer(Gest().ask(item)))) for item in ITEMS]
    assert [outcome.columns["score"] for outcome in outcomes if isinstance(outcome, Scored)] == pytest.approx(
        [0.1, 0.3, -0.2, 0.5, 0.9]
    )


def test_a_sentence_that_occurs_twice_has_the_mean_of_its_scores(tmp_path: Path) -> None:
    from babelance.models.recorded import Recorded

    file, out = tmp_path / "scores.txt", tmp_path / "answers.jsonl"
    file.write_text("0.2\n0.4\n", encoding="utf-8")
    assert record(file, [ITEMS[0], ITEMS[0]], Gest(), out) == 1
    [outcome] = [Gest().score(ITEMS[0], list(Recorded(out).answer(Gest().ask(ITEMS[0]))))]
    assert isinstance(outcome, Scored) and outcome.columns["score"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("content", "said"),
    [("1\n2\n", "2 lines of scores for 1 items"), ("much", "is 'much', not a number")],
)
def test_lines_that_are_no_scores_are_explained(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "s.txt").write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        record(tmp_path / "s.txt", [ITEMS[0]], Gest(), tmp_path / "out")


def test_a_score_that_is_no_finite_number_is_no_answer_and_the_others_stay(tmp_path: Path) -> None:
    from babelance.models.recorded import Recorded

    file, out = tmp_path / "scores.txt", tmp_path / "answers.jsonl"
    file.write_text("\n".join(["nan", *(str(value) for *_, value in ROWS[1:])]), encoding="utf-8")
    record(file, ITEMS, Gest(), out)
    outcomes = [Gest().score(item, list(Recorded(out).answer(Gest().ask(item)))) for item in ITEMS]
    assert [isinstance(outcome, Scored) for outcome in outcomes] == [False, True, True, True, True]


def test_lines_answer_no_pairs(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("1", encoding="utf-8")
    with pytest.raises(InputError, match="asks something else"):
        record(tmp_path / "s.txt", [Item("a", "en", {"more": "x", "less": "y"})], Cps(), tmp_path / "out")
