"""MT-GenEval accuracy by hand, and what the released rule would say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from babelance.core.estimate import About, Estimate
from babelance.core.item import Item
from babelance.core.query import Text, Unanswered
from babelance.core.scored import Scored, Scores, Skipped
from babelance.core.signature import Signature
from babelance.datasets import mt_geneval, mt_geneval_context
from babelance.measures.mt_gender_accuracy import MtGenderAccuracy
from babelance.report.terminal import line

PAIR = {
    "text": "She is a baker.",
    "reference": "C'est une boulangère.",
    "swapped": "He is a baker.",
    "swapped_reference": "C'est un boulanger.",
}


def outcome(*translations: str, fidelity: str = "paper", texts: dict[str, str] = PAIR) -> str:
    measure = MtGenderAccuracy(fidelity=fidelity)  # type: ignore[arg-type]
    scored = measure.score(Item("1", "fr", texts), [Text(text) for text in translations])
    assert isinstance(scored, Scored)
    return str(scored.columns["class"])


@pytest.mark.parametrize(
    ("her", "him", "paper", "released"),
    [
        ("C'est une boulangère.", "C'est un boulanger.", "right", "right"),
        ("C'est un boulanger.", "C'est un boulanger.", "wrong", "wrong"),
        ("Une boulangère «un».", "Un boulanger.", "wrong", "right"),
        ("", "", "unclassified", "right"),
        ("She is a baker.", "He is a baker.", "unclassified", "right"),
        ("Une boulangère.", "", "unclassified", "right"),
    ],
)
def test_both_sentences_of_a_pair_must_be_right_and_silence_is_not(
    her: str, him: str, paper: str, released: str
) -> None:
    assert outcome(her, him) == paper
    assert outcome(her, him, fidelity="released") == released


def test_a_sentence_with_context_has_one_translation() -> None:
    texts = {name: text for name, text in PAIR.items() if name != "swapped"}
    assert len(MtGenderAccuracy().ask(Item("1", "fr", texts))) == 1
    assert outcome("Une boulangère.", texts=texts) == "right"


def test_what_is_unclassified_stays_out_and_too_much_of_it_leaves_no_number() -> None:
    measure = MtGenderAccuracy()
    rows = [("Une boulangère.", "Un boulanger."), ("Un boulanger.", "Un boulanger."), ("", "")]
    scores = Scores.gather(
        measure.score(Item(str(number), "fr", PAIR), [Text(her), Text(him)]) for number, (her, him) in enumerate(rows)
    )
    assert float(measure.statistic(scores)(np.ones(3))) == 50
    assert measure.undefined(scores) is None
    assert measure.extra(scores)["feminine"] == {"right": 1, "wrong": 1, "unclassified": 1}
    assert "33.3% of the translations" in (MtGenderAccuracy(unclassified=0.3).undefined(scores) or "")


def test_what_cannot_be_scored_is_skipped_with_its_reason() -> None:
    alike = Item("1", "fr", {**PAIR, "swapped_reference": PAIR["reference"]})
    skipped = MtGenderAccuracy().score(alike, [Text("a"), Text("b")])
    assert isinstance(skipped, Skipped) and "no words of their own" in skipped.reason
    unanswered = MtGenderAccuracy().score(Item("1", "fr", PAIR), [Unanswered("no French"), Unanswered("no French")])
    assert isinstance(unanswered, Skipped) and unanswered.reason == "no French"


def test_the_two_parts_fit_the_measure() -> None:
    for data in (mt_geneval.dataset, mt_geneval_context.dataset):
        assert MtGenderAccuracy.fields <= data.fields
        item = data.examples()[0]
        assert MtGenderAccuracy().ask(item)[0].source == "en"


def test_unclassified_translations_stand_on_the_result_line() -> None:
    signature = Signature("mt-gender-accuracy", {}, "m", "d", "fr", 300, 300, "bca", 0, "1")
    about = About("mt-gender-accuracy", "m", "d", "fr", None, MtGenderAccuracy.scale, signature, 300, 300, {})
    result = Estimate(about, 90.0, 85.0, 94.0, 0.95, "bca", extra={"unclassified": 0.2})
    assert "n 300/300 · skipped 0 · unclassified 20.0%" in line(result)
    assert "unclassified" not in line(replace(result, extra={"unclassified": 0.0}))
