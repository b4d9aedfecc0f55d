"""A server that is loading its model (503 at `/health`) is waited for; the clock is a fake one."""

from __future__ import annotations

from typing import Any

import pytest

from babelance.backends.endpoint import examination
from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import ALL, examine
from babelance.backends.endpoint.tiny import Response
from babelance.core.errors import ModelError
from tests.backends.endpoint.faults import Clock, Faulty, on_a_clock, serving


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return on_a_clock(monkeypatch)


def loading(clock: Clock, until: float) -> Faulty:
    """As llama.cpp: everything is refused with 503 until the model is there."""

    def change(path: str, body: Any, answer: Response) -> Response:
        if clock.now < until:
            return Response(503, {"error": {"message": "Loading model", "code": 503}})
        return Response(200, {"status": "ok"}) if path == "/health" else answer

    return Faulty(change)


def test_a_server_that_loads_its_model_is_waited_for_and_asked_nothing_meanwhile(clock: Clock) -> None:
    server = loading(clock, until=40)
    with serving(server) as spec:
        examination = examine(Client(parse_spec(spec), None), start="auto", prompt="auto")
    assert examination.abilities == ALL and 40 <= clock.now <= 42
    paths = [path for path, _, _ in server.asked]
    assert paths[:41] == ["/health"] * 41 and paths.count("/health") == 41


def patient(spec: str) -> Client:
    client = Client(parse_spec(spec), None)
    client.patience = 60
    return client


def test_a_server_that_never_ends_loading_is_given_up_with_words(clock: Clock) -> None:
    with (
        serving(loading(clock, until=10**6)) as spec,
        pytest.raises(ModelError, match="still loading its model after 60 seconds"),
    ):
        examine(patient(spec), start="auto", prompt="auto")
    assert clock.now == 60


def test_a_server_whose_page_of_health_is_broken_is_asked_all_the_same(clock: Clock) -> None:
    def broken(path: str, body: Any, answer: Response) -> Response:
        return Response(503, {}) if path == "/health" else answer

    with serving(Faulty(broken)) as spec:
        assert examine(patient(spec), start="auto", prompt="auto").abilities == ALL


def test_nobody_at_a_port_with_503_in_its_number_is_not_waited_for(clock: Clock) -> None:
    examination._wait_until_loaded(patient("openai:http://127.0.0.1:1503/v1#tiny"), 60)
    assert clock.now == 0


def test_a_server_without_such_a_page_is_not_waited_for(clock: Clock) -> None:
    with serving(Faulty()) as spec:
        assert examine(Client(parse_spec(spec), None), start="auto", prompt="auto").abilities == ALL
    assert clock.now == 0
