"""WinoMT by hand: confusion matrix, accuracy, ΔG and ΔS of made-up translations."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.query import Text, Unanswered
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.winomt import Winomt
from babelance.measures.winomt_delta_g import WinomtDeltaG
from babelance.measures.winomt_delta_s import WinomtDeltaS

ROWS = [
    (
        "The baker thanked the nurse because she helped.",
        "nurse",
        "female",
        "pro",
        "La boulangère a remercié l'infirmière.",
    ),
    (
        "The baker thanked the nurse because he helped.",
        "nurse",
        "male",
        "anti",
        "Le boulanger a remercié l'infirmière.",
    ),
    ("The nurse met the lawyer because he called.", "lawyer", "male", "pro", "L'infirmière a vu l'avocat."),
    ("The nurse met the lawyer because she called.", "lawyer", "female", "anti", "L'infirmière a vu l'avocat."),
    ("Someone met the lawyer because they called.", "someone", "neutral", "", "Quelqu'un a vu l'avocat."),
    ("The clerk met the lawyer because she called.", "lawyer", "female", "anti", ""),
]


def item(text: str, entity: str, gender: str, name: str) -> Item:
    return Item(text, "en", {"text": text}, {"entity": entity, "gender": gender, "set": name})


def scores(measure: Winomt) -> Scores:
    return Scores.gather(measure.score(item(*row[:4]), [Text(row[4])]) for row in ROWS)


def test_the_confusion_matrix_counts_gold_by_predicted() -> None:
    measure = Winomt(target="fr")
    assert measure.extra(scores(measure))["confusion"] == {
        "male": {"male": 1, "female": 1, "neutral": 0, "unknown": 0},
        "female": {"male": 1, "female": 1, "neutral": 0, "unknown": 1},
        "neutral": {"male": 0, "female": 0, "neutral": 1, "unknown": 0},
    }


def test_accuracy_and_the_two_differences_are_those_worked_out_by_hand() -> None:
    found, ones = scores(Winomt(target="fr")), np.ones(len(ROWS))
    assert float(Winomt(target="fr").statistic(found)(ones)) == pytest.approx(100 * 3 / 6)
    # F1: men 2·1/(2+2), women 2·1/(2+3)
    assert float(WinomtDeltaG(target="fr").statistic(found)(ones)) == pytest.approx(50 - 40)
    # pro: both right, F1 100 and 100; anti: nobody right
    assert float(WinomtDeltaS(target="fr").statistic(found)(ones)) == pytest.approx(100)


def test_the_released_difference_of_stereotypes_is_one_of_accuracies() -> None:
    found, ones = scores(Winomt(target="fr")), np.ones(len(ROWS))
    assert float(WinomtDeltaS(fidelity="released", target="fr").statistic(found)(ones)) == pytest.approx(100 - 0)
    assert WinomtDeltaS(fidelity="released", target="fr").rules == "paper"
    assert WinomtDeltaS(fidelity="released", target="de").rules == "released"


@pytest.mark.parametrize("translation", ["", "   ", ROWS[0][0]])
def test_an_empty_or_untranslated_line_is_unknown_and_wrong(translation: str) -> None:
    scored = Winomt(target="fr").score(item(*ROWS[0][:4]), [Text(translation)])
    assert isinstance(scored, Scored) and (scored.columns["class"], scored.columns["score"]) == ("unknown", 0.0)


def test_a_translator_that_goes_silent_gets_no_number() -> None:
    measure = Winomt(target="fr")
    silent = Scores.gather(measure.score(item(*row[:4]), [Text("")]) for row in ROWS)
    assert "100.0% of the translated people is unknown" in (measure.undefined(silent) or "")
    assert measure.undefined(scores(measure)) is None


def test_an_unanswered_item_and_an_unknown_gender_are_skipped_with_a_reason() -> None:
    assert Winomt(target="fr").score(item(*ROWS[0][:4]), [Unanswered("no")]) == Skipped(item(*ROWS[0][:4]), "no")
    odd = item("The nurse left.", "nurse", "femme", "")
    skipped = Winomt(target="fr").score(odd, [Text("L'infirmière est partie.")])
    assert isinstance(skipped, Skipped) and "'femme' is none of male, female, neutral" in skipped.reason


def test_a_target_without_rules_is_refused() -> None:
    with pytest.raises(InputError, match="No marks of gender for 'sw'"):
        Winomt(target="sw")
    with pytest.raises(InputError, match=r"need taggers of spaCy 2\.0"):
        Winomt(target="fr", fidelity="released")


def test_a_translation_that_leaves_only_a_pronoun_has_its_gender() -> None:
    scored = Winomt(target="fr").score(item(*ROWS[0][:4]), [Text("Elle dort.")])
    assert isinstance(scored, Scored) and (scored.columns["class"], scored.columns["found"]) == (
        "female",
        "by a pronoun",
    )
