"""An examination bears what goes away by itself, and does not take it for what a server lacks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import ALL, READING, Examination, examine
from babelance.backends.endpoint.reply import Overloaded
from babelance.backends.endpoint.tiny import Response
from babelance.core.query import Ability
from tests.backends.endpoint.faults import Change, Clock, Faulty, on_a_clock, serving


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return on_a_clock(monkeypatch)


def examined(server: Faulty) -> Examination:
    with serving(server) as spec:
        return examine(Client(parse_spec(spec), None), start="auto", prompt="auto")


def burst(wanted: str, count: int, response: Response) -> Change:
    """The first answers of one path are these."""
    left = {"": count}

    def change(path: str, body: Any, answer: Response) -> Response:
        left[""] -= path == wanted
        return response if path == wanted and left[""] >= 0 else answer

    return change


@pytest.mark.parametrize("path", ["/v1/completions", "/v1/chat/completions", "/v1/embeddings"])
def test_a_burst_of_faults_spoils_nothing(path: str) -> None:
    for fault in (Response(500, {}), Response(502, b"<html>"), Response(200, b"<html>")):
        assert examined(Faulty(burst(path, 3, fault))).abilities == ALL


def test_a_server_is_known_again_after_a_fault_while_it_told_who_it_is() -> None:
    def tell(path: str, body: Any, answer: Response) -> Response:
        return Response(200, {"version": "7"}) if path == "/version" else answer

    failing = burst("/version", 1, Response(500, {}))

    def tell_later(path: str, body: Any, answer: Response) -> Response:
        return failing(path, body, tell(path, body, answer))

    seen = [examined(Faulty(tell)), examined(Faulty(tell_later))]
    assert [one.identity.server for one in seen] == ["babelance-7"] * 2


def test_a_limit_is_borne_for_longer_than_faults_are() -> None:
    """Forty seconds of limits; faults get ten."""
    limit = burst("/v1/completions", 2, Response(429, {}, {"retry-after": "20"}))
    assert examined(Faulty(limit)).abilities == ALL


@pytest.mark.parametrize("path", ["/v1/completions", "/version", "/v1/chat/completions"])
def test_a_limit_that_does_not_end_is_no_failed_examination(path: str) -> None:
    with pytest.raises(Overloaded, match="allows no more for now"):
        examined(Faulty(burst(path, 10**6, Response(429, {}))))


def test_faults_that_do_not_go_away_are_borne_once_at_each_address() -> None:
    server = Faulty(burst("/v1/completions", 10**6, Response(500, {})))
    examination = examined(server)
    assert examination.failures[Ability.TOKENS_EACH].name == "echo" and examination.abilities == ALL - READING
    bodies = Counter(str(body) for path, body, _ in server.asked if path == "/v1/completions")
    assert sum(count > 1 for count in bodies.values()) == 1, "only the first request is repeated"
