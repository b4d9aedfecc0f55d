"""Faults of servers and networks: borne, told apart, and never at the price of a key or of a wrong answer."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from babelance.backends.endpoint import client as http
from babelance.backends.endpoint.address import key_from_environment, parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.reply import Reply
from babelance.backends.endpoint.tiny import Response, serve
from babelance.core.errors import InputError, ModelError
from tests.backends.endpoint.faults import Clock, on_a_clock

KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return on_a_clock(monkeypatch)


def ask(respond: Callable[..., Response], *, key: str | None = None, most: int | None = None) -> tuple[Reply, Client]:
    server = serve(respond)
    try:
        client = Client(parse_spec(f"openai:{server.url}#m"), key, most=most)
        return client.post("completions", {"prompt": "x"}), client
    finally:
        server.stop()


def first(*responses: Response, then: Response) -> Callable[..., Response]:
    """Answers with these once each, then with the last for good."""
    waiting = iter(responses)
    return lambda *_: next(waiting, then)


FINE = Response(200, {"fine": True})


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_fault_of_the_server_is_borne(status: int) -> None:
    reply, client = ask(first(Response(status, {}), Response(status, {}), then=FINE))
    assert reply.ok and client.requests == 3 and client.outages == 2


def test_a_limit_of_the_rate_is_waited_for_as_long_as_it_says_and_is_no_outage(clock: Clock) -> None:
    reply, client = ask(first(Response(429, {}, {"retry-after": "30"}), then=FINE))
    assert reply.ok and client.outages == 0
    assert clock.now == 30


@pytest.mark.parametrize("header", ["0", "-5", "nan", "Mon, 01 Jan 2001 00:00:00 GMT"])
def test_a_limit_without_a_time_to_wait_is_not_asked_about_in_a_loop(clock: Clock, header: str) -> None:
    """`Retry-After: 0` for good: 0.5, 1, 2, 4 … seconds apart, until patience ends after ten minutes."""
    client, asked = asked_at(clock, lambda _: Response(429, {}, {"retry-after": header}))
    with pytest.raises(ModelError, match="allows no more"):
        client.post("completions", {}, patience=120)
    pauses = np.diff(asked)
    assert all(0.5 * 2**n <= pause <= 0.5 * 2**n * 1.25 for n, pause in enumerate(pauses[:5]))
    assert min(pauses[6:]) >= http.LONGEST_WAIT and 550 < asked[-1] <= 600


def asked_at(clock: Clock, respond: Callable[[float], Response]) -> tuple[Client, list[float]]:
    """A client of a server that answers by the second, and when it was asked."""
    import httpx2

    asked = list[float]()

    def answer(_: Any) -> Any:
        asked.append(clock.now)
        said = respond(clock.now)
        return httpx2.Response(said.status, headers=said.headers, json=said.value)

    client = Client(parse_spec("openai:http://127.0.0.1:9/v1#m"), None, most=1000)
    client._http = httpx2.Client(transport=httpx2.MockTransport(answer))
    return client, asked


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("seconds", [1, 300, 900])
def test_a_limit_that_never_ends_is_given_up_after_a_bounded_time(clock: Clock, status: int, seconds: int) -> None:
    """Each answer asks for patience once more; together they do not get more than ten minutes and one pause."""
    client, asked = asked_at(clock, lambda _: Response(status, {}, {"retry-after": str(seconds)}))
    with pytest.raises(ModelError, match=r"allows no more for now .* for \d+ seconds\. What was answered is stored"):
        client.post("completions", {}, patience=120)
    assert 600 - seconds <= asked[-1] <= 600 + seconds


def test_a_limit_and_faults_in_turn_are_given_up_too(clock: Clock) -> None:
    said = itertools.cycle([Response(429, {}, {"retry-after": "60"}), Response(500, {})])
    client, asked = asked_at(clock, lambda _: next(said))
    with pytest.raises(ModelError, match="does not answer"):
        client.post("completions", {}, patience=120)
    assert asked[-1] <= 120 + 60 + 60  # patience, what it asked for, and one more pause


def test_a_server_that_serves_others_meanwhile_is_borne_longer(clock: Clock) -> None:
    def respond(second: float) -> Response:
        client._answered = second if second < 2000 else client._answered  # another thread got an answer
        return Response(429, {}, {"retry-after": "10"})

    client, asked = asked_at(clock, respond)
    with pytest.raises(ModelError, match="allows no more"):
        client.post("completions", {}, patience=120)
    assert 2500 < asked[-1] <= 2000 + 610


def test_a_limit_that_no_patience_helps_against_ends_at_once() -> None:
    with pytest.raises(ModelError, match="allows no more"):
        ask(first(then=Response(429, {"error": {"code": "insufficient_quota"}})))


def test_an_answer_that_is_cut_is_asked_for_again() -> None:
    reply, client = ask(first(Response(200, b'{"choices": [{"te'), then=FINE))
    assert reply.ok and client.outages == 1


def test_an_error_with_status_200_is_a_fault_and_told() -> None:
    error = Response(200, {"error": {"message": "the model is overloaded"}})
    assert ask(first(error, then=FINE))[0].value == {"fine": True}
    with pytest.raises(ModelError, match="status 200 with an error: the model is overloaded"):
        ask(first(then=error))


def test_a_dropped_connection_is_borne() -> None:
    reply, _ = ask(first(Response(200, b"{}", {"content-length": "100", "connection": "close"}), then=FINE))
    assert reply.value == {"fine": True}


def test_a_server_that_does_not_answer_in_time_is_given_up_with_words(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def be_slow(*_: Any) -> Response:
        over.wait(60)
        return FINE

    monkeypatch.setattr(http, "READ_TIMEOUT", 0.01)
    with pytest.raises(ModelError, match="did not answer in time"):
        ask(be_slow)
    over.set()


def test_nobody_at_the_address_is_told_with_the_next_step() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ModelError, match=r"does not answer: .*the same command goes on"):
        Client(parse_spec(f"openai:http://127.0.0.1:{port}/v1#m"), None).get("models", patience=0.1)


def test_a_refusal_is_an_answer_and_not_asked_again() -> None:
    reply, client = ask(first(then=Response(400, {"error": {"message": "no echo"}})))
    assert (reply.status, reply.words, client.requests) == (400, "no echo", 1)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_to_other_hosts_are_refused(status: int) -> None:
    asked: list[Any] = []
    other = serve(lambda *request: asked.append(request) or FINE)  # type: ignore[func-returns-value]
    try:
        with pytest.raises(ModelError, match="redirects to another host"):
            ask(first(then=Response(status, {}, {"location": f"{other.url}/completions"})), key=KEY)
    finally:
        other.stop()
    assert asked == []


def test_a_redirect_on_the_same_host_is_followed_with_what_was_sent() -> None:
    def respond(path: str, body: Any, headers: Any) -> Response:
        there = path == "/v1/completions/"
        return Response(200, body) if there else Response(307, {}, {"location": "/v1/completions/"})

    assert ask(respond)[0].value == {"prompt": "x"}


def test_a_circle_of_redirects_ends() -> None:
    with pytest.raises(ModelError, match="round and round"):
        ask(first(then=Response(307, {}, {"location": "/v1/completions"})))


def test_the_key_is_sent_and_taken_out_of_all_that_comes_back() -> None:
    def repeat(path: str, body: Any, headers: Any) -> Response:
        return Response(401, {"error": {"message": f"Incorrect key: {headers['authorization']}"}})

    reply, _ = ask(repeat, key=KEY)
    assert reply.words == "Incorrect key: Bearer [key]"
    with pytest.raises(ModelError) as told:
        ask(lambda path, body, headers: Response(500, {"seen": dict(headers)}), key=KEY)
    assert KEY not in str(told.value)


def test_no_more_than_so_many_requests_are_sent() -> None:
    with pytest.raises(InputError, match="--max-requests 2 are used up"):
        ask(first(then=Response(500, {})), most=2)


def test_what_is_asked_at_once_comes_in_order_and_the_first_error_stops_the_rest() -> None:
    client = Client(parse_spec("openai:http://127.0.0.1:9/v1#m"), None, at_once=4)
    assert list(client.stream(lambda n: n * n, range(50))) == [n * n for n in range(50)]
    asked = itertools.count()

    def fail(n: int) -> int:
        next(asked)
        if n == 5:
            raise ModelError("no")
        return n

    found = client.stream(fail, range(1000))
    seen: list[int] = []
    with pytest.raises(ModelError):
        seen.extend(found)
    assert seen == list(range(5)) and next(asked) < 100


@pytest.mark.parametrize(
    "spec",
    [
        f"openai:http://user:{KEY}@host/v1#m", f"openai:http://{KEY}@host/v1#m", f"openai:http://host/v1?key={KEY}#m",
    ],
)  # fmt: skip
def test_a_key_in_an_address_is_refused_and_not_repeated(spec: str) -> None:
    with pytest.raises(ModelError, match="--api-key-env") as told:
        parse_spec(spec)
    assert KEY not in str(told.value)


@pytest.mark.parametrize(
    "spec", ["openai:", "openai:x", "openai:ftp://h/v1#m", "openai:http://h/v1", "openai:http://h:99999/v1#m"]
)
def test_what_is_no_address_is_told_with_an_example(spec: str) -> None:
    with pytest.raises(ModelError, match="#NAME"):
        parse_spec(spec)


@pytest.mark.parametrize(
    "spec", ["openai:unix:/run/llm.sock#m", "openai:http+unix://%2Frun%2Fllm/v1#m", "openai:/run/x#m"]
)
def test_a_unix_socket_is_told_to_be_none_of_what_is_asked(spec: str) -> None:
    with pytest.raises(ModelError, match=r"Unix socket.*--port"):
        parse_spec(spec)


def test_the_name_of_a_variable_is_wanted_and_not_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert key_from_environment(None) is None
    monkeypatch.setenv("MY_KEY", f" {KEY}\n")
    assert key_from_environment("MY_KEY") == KEY
    with pytest.raises(InputError, match="not set"):
        key_from_environment("NOT_THERE")
    with pytest.raises(InputError, match="not a key") as told:
        key_from_environment(KEY)
    assert KEY not in str(told.value)
