"""Chats whose own tokens have log-probabilities: equal to chats that are written out, refused where they are wrong."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from babelance.backends.endpoint.chat_reading import ReadChat, word_sums
from babelance.backends.endpoint.tiny import Response, TinyModel
from babelance.core.errors import UnhealthyModel
from babelance.core.model import Options
from babelance.core.query import Choices, Entails
from babelance.models.endpoint import Endpoint
from babelance.models.endpoint import kind as endpoint
from tests.backends.endpoint.faults import Faulty, serving

PAIR = Entails("A woman is teaching.", "A person is teaching.")
Places = list[dict[str, dict[str, Any]] | None]


def server(change: Callable[[Places, Any], Places] | None = None) -> Faulty:
    """Chats, and does not show its template; the log-probabilities of a chat are changed."""

    def changed(path: str, body: Any, answer: Response) -> Response:
        if path == "/apply-template":
            return Response(404, {})
        if path != "/v1/chat/completions" or "prompt_logprobs" not in body or change is None:
            return answer
        value = copy.deepcopy(answer.value)
        value["prompt_logprobs"] = change(value["prompt_logprobs"], body)
        return Response(200, value)

    found = Faulty(changed)
    found.model = TinyModel(reads_chats=True)
    return found


def opened(spec: str) -> Endpoint:
    model_opened = endpoint.open(spec, Options())
    assert isinstance(model_opened, Endpoint)
    return model_opened


def test_label_words_are_as_likely_as_after_a_chat_that_is_written_out() -> None:
    with serving(Faulty()) as spec:
        written = opened(spec)
        [expected] = written.answer([PAIR])
        assert "labels" not in written.choices
    with serving(server()) as spec:
        model = opened(spec)
        [found] = model.answer([PAIR])
        assert model.choices["labels"] == "read-chat"
    assert isinstance(expected, Choices) and isinstance(found, Choices)
    np.testing.assert_allclose(found.logprobs, expected.logprobs, atol=1e-6)


def test_the_likeliest_token_told_beside_the_one_that_stands_there_is_left_out() -> None:
    def add(places: Places, body: Any) -> Places:
        return [None if index is None else {"0": {"logprob": -0.1, "decoded_token": "x"}, **index} for index in places]

    with serving(server()) as spec:
        [expected] = opened(spec).answer([PAIR])
    with serving(server(add)) as spec:
        [found] = opened(spec).answer([PAIR])
    np.testing.assert_array_equal(found.logprobs, expected.logprobs)  # type: ignore[union-attr]


def shift(places: Places, body: Any) -> Places:
    """Each token has the number of the one before it."""
    numbers = [-1.0, *(next(iter(place.values()))["logprob"] for place in places if place)]
    for place, number in zip(places[1:], numbers, strict=False):
        next(iter((place or {}).values()))["logprob"] = number
    return places


def heat(places: Places, body: Any) -> Places:
    for index in places[1:]:
        for told in (index or {}).values():
            told["logprob"] /= 1 + body["temperature"]
    return places


def lose_one(places: Places, body: Any) -> Places:
    return [*places[:5], None, *places[6:]]


def ignore_the_answer(places: Places, body: Any) -> Places:
    return places[: -len(body["messages"][-1]["content"])]


def leave_out(places: Places, body: Any) -> Places:
    return []


@pytest.mark.parametrize("fault", [shift, heat, lose_one, ignore_the_answer, leave_out], ids=lambda one: one.__name__)
def test_a_chat_that_is_read_wrongly_is_not_believed(fault: Callable[[Places, Any], Places]) -> None:
    with serving(server(fault)) as spec:
        model = opened(spec)
        assert model.choices["labels"] == "first-token", "the next way that works"
        [found] = model.answer([PAIR])
    with serving(server(leave_out)) as spec:
        [expected] = opened(spec).answer([PAIR])
    np.testing.assert_array_equal(found.logprobs, expected.logprobs)  # type: ignore[union-attr]


def test_without_its_check_a_shifted_chat_would_be_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the check is for: everything else about the shifted chat looks right."""
    monkeypatch.setattr("babelance.backends.endpoint.labels.problem_of_chats", lambda reader: None)
    with serving(server(shift)) as spec:
        assert opened(spec).choices["labels"] == "read-chat"


def test_a_fault_that_comes_later_ends_the_run_and_other_ways_have_other_fingerprints() -> None:
    running = server()
    with serving(running) as spec:
        model = opened(spec)
        assert model.choices["labels"] == "read-chat"
        running.change = server(lose_one).change
        with pytest.raises(UnhealthyModel, match="now fails 'labels'"):
            list(model.answer([PAIR]))
        assert opened(spec).fingerprint != model.fingerprint


def test_words_that_go_on_with_the_same_token_cannot_be_told_apart() -> None:
    def chat(*ids: str) -> ReadChat:
        return ReadChat(ids, ids, np.asarray([np.nan, *(-1.0 for _ in ids[1:])]))

    assert word_sums([chat("a", "b", "x"), chat("a", "b", "x", "y"), chat("a", "b", "z")]) is None
    assert word_sums([chat("a", "b"), chat("a", "b", "x")]) is None
    found = word_sums([chat("a", "b", "x"), chat("a", "b", "y", "z")])
    assert found is not None and found.tolist() == [-1.0, -2.0]
