"""Queries and answers survive storing, and equal queries have equal keys."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from babelance.core import query as queries
from babelance.core.codec import decode, encode, from_json, key, to_json
from babelance.core.errors import DataError
from babelance.core.query import Answer, Query

ANSWERS: list[Answer] = [
    queries.Tokens(
        ("a", "##b\n\0"),
        np.asarray([1, 4], dtype=np.int32),
        np.asarray([-0.1, -3.25], dtype=np.float32),
        length=5,
        hits=np.asarray([True, False]),
        attention=np.asarray([0.5, 0.25], dtype=np.float32),
        embedding=np.linspace(0, 1, 7, dtype=np.float32),
    ),
    queries.Tokens(("Σ",), np.zeros(1, dtype=np.int32), np.asarray([-58.06], dtype=np.float32), length=1, summed=True),
    queries.Choices(("x", "y"), np.asarray([-1.123456789012345, -2.0]), (1, 2), (("z", "has an unknown token"),)),
    queries.Text("Sie ist Ärztin."),
    queries.Vector(np.asarray([1, 2, 3], dtype=np.float32), "word"),
    queries.Unanswered("empty text"),
]
QUERIES: list[Query] = [
    queries.TokenLogprobs("a", contrast="b"),
    queries.TokenLogprobs("a", contrast="b", text_is_first=False),
    queries.TokenLogprobs("a", mask="none"),
    queries.TokenLogprobs("a", mask="none", embed=True),
    queries.Fill("a ⟨slot⟩", ("b", "c")),
    queries.Fill("a ⟨slot⟩", ("b, c",)),
    queries.Fill("a ⟨slot⟩", ("b", "c"), hidden="a", hidden_at=0),
    queries.Entails("a", "b"),
    queries.Entails("b", "a"),
    queries.Translate("a", "eu", "en"),
    queries.Embed("a"),
    queries.Embed("a", case="lower-if-missing"),
]


def same(a: Answer, b: Answer) -> bool:
    pairs = [(getattr(a, field.name), getattr(b, field.name)) for field in dataclasses.fields(a)]
    return type(a) is type(b) and all(
        np.array_equal(one, two) and one.dtype == two.dtype if isinstance(one, np.ndarray) else one == two
        for one, two in pairs
    )


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_an_answer_is_the_same_to_the_bit_after_storing(answer: Answer) -> None:
    assert same(decode(encode(answer)), answer)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_an_answer_is_the_same_after_a_journey_as_json(answer: Answer) -> None:
    assert same(from_json(to_json(answer)), answer)


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_a_query_is_the_same_after_a_journey_as_json(query: Query) -> None:
    assert from_json(to_json(query)) == query


def test_different_queries_have_different_keys() -> None:
    assert len({key(query) for query in QUERIES}) == len(QUERIES)


def test_equal_queries_have_equal_keys() -> None:
    assert key(queries.TokenLogprobs("a", contrast="b")) == key(queries.TokenLogprobs("a", "b", "each", True, False))


def test_a_record_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(DataError, match="Kinds: TokenLogprobs"):
        from_json({"kind": "Riddle", "text": "?"})
