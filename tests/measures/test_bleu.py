"""BLEU is what sacreBLEU says it is, for every weighting of the sentences."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu

from babelance.core.item import Item
from babelance.core.query import Text
from babelance.core.scored import Scores, Skipped
from babelance.measures import bleu
from babelance.measures.bleu import Bleu

PAIRS = [
    ("The nurse went home early today.", "The nurse went home very early today."),
    ("She is a doctor", "He is a physician."),
    ("a", "an apple"),
    ("", "Nobody translated this."),
    ("the same words stand here", "the same words stand here"),
]


def score_pairs(pairs: list[tuple[str, str]], target: str = "en") -> Scores:
    measure = Bleu(target=target)
    return Scores.gather(
        measure.score(Item(str(number), "de", {"text": f"Satz {number}", "reference": reference}), [Text(translation)])
        for number, (translation, reference) in enumerate(pairs)
    )


def released_value(pairs: list[tuple[str, str]], tokenizer: str = "13a") -> float:
    return float(
        sacrebleu.corpus_bleu([one for one, _ in pairs], [[two for _, two in pairs]], tokenize=tokenizer).score
    )


@pytest.mark.parametrize("pairs", [PAIRS, PAIRS[:1], PAIRS[1:3], PAIRS[3:], PAIRS[::2]])
def test_corpus_score_is_that_of_sacrebleu(pairs: list[tuple[str, str]]) -> None:
    value = Bleu().statistic(score_pairs(pairs))(np.ones(len(pairs)))
    assert float(value) == pytest.approx(released_value(pairs), abs=1e-9)


def test_a_weight_of_two_is_a_second_copy() -> None:
    weights = np.array([[2.0, 0, 1, 0, 1], [1, 1, 1, 1, 1]])
    copies = [pair for pair, weight in zip(PAIRS, weights[0], strict=True) for _ in range(int(weight))]
    values = Bleu().statistic(score_pairs(PAIRS))(weights)
    assert values == pytest.approx([released_value(copies), released_value(PAIRS)], abs=1e-9)


def test_the_score_of_a_sentence_is_its_own() -> None:
    for one, (translation, reference) in zip(score_pairs(PAIRS).scored, PAIRS, strict=True):
        wanted = sacrebleu.sentence_bleu(translation, [reference]).score
        assert one.columns["score"] == pytest.approx(wanted, abs=1e-9)


def test_chinese_is_cut_into_characters() -> None:
    pairs = [("护士今天很早回家。", "护士今天早早回家了。")]
    value = float(Bleu(target="zh").statistic(score_pairs(pairs, "zh"))(np.ones(1)))
    assert value == pytest.approx(released_value(pairs, "zh")) and value > released_value(pairs)


def test_who_lacks_sacrebleu_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bleu, "find_spec", lambda _: None)
    [skipped] = score_pairs(PAIRS[:1]).skipped
    assert isinstance(skipped, Skipped) and "pip install 'babelance[mt]'" in skipped.reason
