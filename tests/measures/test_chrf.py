"""chrF is what sacreBLEU says it is, for every weighting of the sentences."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu

from babelance.core.item import Item
from babelance.core.query import Text, Unanswered
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.chrf import Chrf

PAIRS = [
    ("The nurse went home early.", "The nurse left for home early."),
    ("She is a doctor", "He is a physician."),
    ("a", "an apple"),
    ("", "Nobody translated this."),
    ("ありがとう ございます", "どうも ありがとう"),
    ("same words here", "same words here"),
]


def score_pairs(pairs: list[tuple[str, str]]) -> Scores:
    outcomes = []
    for number, (translation, reference) in enumerate(pairs):
        item = Item(str(number), "de", {"text": f"Satz {number}", "reference": reference})
        outcomes.append(Chrf().score(item, [Text(translation)]))
    return Scores.gather(outcomes)


def released_value(pairs: list[tuple[str, str]]) -> float:
    return float(sacrebleu.corpus_chrf([one for one, _ in pairs], [[two for _, two in pairs]]).score)


@pytest.mark.parametrize("pairs", [PAIRS, PAIRS[:1], PAIRS[2:3], PAIRS[5:], PAIRS[::2]])
def test_corpus_score_is_that_of_sacrebleu(pairs: list[tuple[str, str]]) -> None:
    value = Chrf().statistic(score_pairs(pairs))(np.ones(len(pairs)))
    assert float(value) == pytest.approx(released_value(pairs), abs=1e-9)


def test_a_weight_of_two_is_a_second_copy() -> None:
    weights = np.array([[2.0, 0, 1, 0, 1, 3], [1, 1, 1, 1, 1, 1]])
    copies = [pair for pair, weight in zip(PAIRS, weights[0], strict=True) for _ in range(int(weight))]
    values = Chrf().statistic(score_pairs(PAIRS))(weights)
    assert values == pytest.approx([released_value(copies), released_value(PAIRS)], abs=1e-9)


def test_the_score_of_a_sentence_is_its_own() -> None:
    for one, pair in zip(score_pairs(PAIRS).scored, PAIRS, strict=True):
        assert one.columns["score"] == pytest.approx(released_value([pair]), abs=1e-9)


def test_empty_translations_count_and_are_told() -> None:
    scores = score_pairs(PAIRS)
    assert Chrf().extra(scores) == {"empty": 1}
    assert scores.scored[3].columns["score"] == 0


def test_without_a_reference_or_an_answer_there_is_a_reason() -> None:
    empty = Chrf().score(Item("0", "de", {"text": "Satz", "reference": " "}), [Text("sentence")])
    broken = Chrf().score(Item("1", "de", {"text": "Satz", "reference": "sentence"}), [Unanswered("the engine died")])
    assert isinstance(empty, Skipped) and empty.reason == "the reference is empty"
    assert isinstance(broken, Skipped) and broken.reason == "the engine died"
    assert not isinstance(empty, Scored)
