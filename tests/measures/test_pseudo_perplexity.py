"""Pseudo-perplexity: sums that can be checked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.measure import scale_of
from babelance.core.query import TokenLogprobs, Tokens, Unanswered
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.pseudo_perplexity import PseudoPerplexity


def tokens(*probabilities: float) -> Tokens:
    logs = np.log(np.asarray(probabilities)).astype(np.float32)
    return Tokens(tuple("abc"[: len(logs)]), np.arange(len(logs), dtype=np.int32), logs, len(logs))


def score_sentences(measure: PseudoPerplexity) -> Scores:
    first = measure.score(Item("1", "en", {"text": "four"}), [tokens(0.5, 0.25)])
    second = measure.score(Item("2", "en", {"text": "ab"}), [tokens(0.125)])
    return Scores.gather([first, second])


def test_the_mean_is_over_sub_words_of_all_texts() -> None:
    measure = PseudoPerplexity()
    statistic = measure.statistic(score_sentences(measure))
    assert float(statistic(np.ones(2))) == pytest.approx(2 ** ((1 + 2 + 3) / 3))
    assert float(statistic(np.array([1.0, 0.0]))) == pytest.approx(2**1.5)


def test_bits_per_character_need_no_vocabulary() -> None:
    measure = PseudoPerplexity(per="character")
    found = score_sentences(measure)
    assert float(measure.statistic(found)(np.ones(2))) == pytest.approx(6 / 6)
    assert scale_of(measure, found).ideal == 0 and scale_of(PseudoPerplexity(), found).ideal == 1
    assert PseudoPerplexity().extra(found) == {"bits_per_character": pytest.approx(1.0), "tokens": 3}


def test_a_perfect_model_scores_one() -> None:
    measure = PseudoPerplexity()
    observed = Scores.gather([measure.score(Item("1", "en", {"text": "a"}), [tokens(1.0, 1.0)])])
    assert float(measure.statistic(observed)(np.ones(1))) == measure.scale.ideal


def test_a_text_that_cannot_be_scored_is_skipped_with_its_reason() -> None:
    item = Item("1", "en", {"text": "a"})
    assert PseudoPerplexity().score(item, [Unanswered("too long")]) == Skipped(item, "too long")
    assert isinstance(PseudoPerplexity().score(item, [tokens(0.5)]), Scored)
    assert PseudoPerplexity().ask(item) == [TokenLogprobs("a")]


def test_the_unigram_has_not_counted_the_text_that_it_reads() -> None:
    """Twelve texts of words that stand nowhere else: who has counted them all is surprised by log 24 a word, who has
    counted the others alone has never seen them, and log 46 it is. A model in between can read."""
    measure, rows = PseudoPerplexity(), []
    for number in range(12):
        answer = Tokens((f"a{number}", f"b{number}"), np.arange(2, dtype=np.int32), np.full(2, -np.log(35.0)), 2)
        rows.append(measure.score(Item(str(number), "en", {"text": "two words"}), [answer]))
    observed = Scores.gather(rows)
    null = measure.null(observed)
    assert null is not None and null.value == pytest.approx(24 + 24 - 2)
    assert measure.competence(observed) == ""


@pytest.mark.parametrize(("causal", "able"), [(False, "frequent"), (True, None)])
def test_a_model_that_reads_from_left_to_right_is_not_refused_for_what_others_have_counted(
    causal: bool, able: str | None
) -> None:
    """All texts are the same two words, so who has counted them is hardly surprised. Whether a causal model can read is
    told by its own examination; the difference is told all the same."""
    measure, rows = PseudoPerplexity(), []
    for number in range(12):
        answer = Tokens(("a", "b"), np.arange(2, dtype=np.int32), np.full(2, -np.log(9.0)), 2, causal=causal)
        rows.append(measure.score(Item(str(number), "en", {"text": "two words"}), [answer]))
    observed = Scores.gather(rows)
    null = measure.null(observed)
    assert null is not None and null.value < 9
    seen = measure.competence(observed)
    assert seen is None if able is None else able in str(seen)
