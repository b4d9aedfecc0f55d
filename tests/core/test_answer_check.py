"""What no model may say: numbers that are not finite, log-probabilities above 0."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core import query as queries
from babelance.core.answer_check import (
    ABOVE_ZERO,
    HOPELESS_SHARE,
    MANY_SHARE,
    NOT_FINITE,
    UnsoundCount,
    check_answer,
    check_answers,
    is_unsound,
)
from babelance.core.errors import ModelError
from babelance.core.query import Answer, Query

PLACES = np.arange(2, dtype=np.int32)
ASK, FILL, LABEL = (
    queries.TokenLogprobs("a b"),
    queries.Fill(f"a {queries.SLOT}", ("x", "y", "z")),
    queries.Entails("a", "b"),
)


def floats(*values: float) -> np.ndarray:
    return np.asarray(values, dtype=np.float32)


def tokens(*logprobs: float, **more: np.ndarray) -> queries.Tokens:
    return queries.Tokens(("a", "b"), PLACES, floats(*logprobs), 2, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "answer", "reason"),
    [
        (ASK, tokens(-1, float("nan")), NOT_FINITE),
        (ASK, tokens(-1, float("-inf")), NOT_FINITE),
        (ASK, tokens(-1, 0.01), ABOVE_ZERO),
        (ASK, tokens(-1, -2, attention=floats(0.5, float("nan"))), NOT_FINITE),
        (ASK, tokens(-1, -2, embedding=floats(float("inf"))), NOT_FINITE),
        (ASK, tokens(-1, -2, mean_over_masks=floats(float("nan"), -1)), NOT_FINITE),
        (ASK, tokens(-1, -2, mean_over_masks=floats(3, -1)), ABOVE_ZERO),
        (queries.Embed("a"), queries.Vector(floats(1, float("nan")), "a"), NOT_FINITE),
        (LABEL, queries.Choices(queries.LABELS, np.asarray([-1, float("nan"), -1])), NOT_FINITE),
        (LABEL, queries.Choices(queries.LABELS, np.asarray([-1, 0.5, -1])), ABOVE_ZERO),
        (FILL, queries.Choices(FILL.candidates, np.full(3, np.nan)), NOT_FINITE),
    ],
)
def test_what_is_no_log_probability_is_no_answer(query: Query, answer: Answer, reason: str) -> None:
    checked = check_answer(query, answer)
    assert checked == queries.Unanswered(reason)
    assert is_unsound(checked)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (ASK, tokens(-1, 0)),
        (ASK, tokens(-1, 5e-5)),  # almost certain, rounded
        (ASK, queries.Tokens(("Σ",), PLACES[:1], floats(2e-3), 100, summed=True)),  # rounded a hundred times
        (queries.Embed("a"), queries.Vector(floats(7, -9), "a")),  # a vector is no log-probability
        (queries.Translate("a", "de", "en"), queries.Text("b")),
        (ASK, queries.Unanswered("empty text")),
    ],
)
def test_a_sound_answer_passes_as_it_is(query: Query, answer: Answer) -> None:
    assert check_answer(query, answer) is answer
    assert not is_unsound(answer)


def test_one_unsound_candidate_is_missing_and_the_others_stay() -> None:
    answer = queries.Choices(FILL.candidates, np.asarray([-1.0, np.nan, -3.0]), (1, 2, 1), (("w", "has no tokens"),))
    checked = check_answer(FILL, answer)
    assert isinstance(checked, queries.Choices)
    assert checked.names == ("x", "z")
    assert checked.logprobs.tolist() == [-1, -3]
    assert checked.pieces == (1, 1)
    assert checked.missing == (("w", "has no tokens"), ("y", NOT_FINITE))
    assert is_unsound(checked)


def test_answers_keep_their_order_and_their_number() -> None:
    assert list(check_answers([ASK, queries.Embed("a")], [queries.Unanswered("x"), queries.Unanswered("y")])) == [
        queries.Unanswered("x"),
        queries.Unanswered("y"),
    ]
    with pytest.raises(ValueError, match="shorter"):
        list(check_answers([ASK, ASK], [queries.Unanswered("x")]))


@pytest.mark.parametrize(
    ("unsound", "total", "share", "refused"),
    [
        (9, 9, MANY_SHARE, False),
        (10, 100, MANY_SHARE, False),
        (11, 100, MANY_SHARE, True),
        (10, 10, HOPELESS_SHARE, True),
    ],
)
def test_a_model_is_refused_if_many_of_its_answers_are_unsound(
    unsound: int, total: int, share: float, refused: bool
) -> None:
    count = UnsoundCount()
    count.add([queries.Unanswered(NOT_FINITE)] * unsound + [queries.Unanswered("empty text")] * (total - unsound))
    if not refused:
        return count.refuse("m", share=share)
    words = "With --dtype float16 numbers overflow .*: use float32 or bfloat16. Otherwise its weights are damaged"
    with pytest.raises(ModelError, match=f"{unsound} of {total} answers of m .*{words}"):
        count.refuse("m", share=share)
    return None
