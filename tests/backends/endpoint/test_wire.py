"""Servers that answer in ways that no server should: within bounds they are read or told, and nobody waits for ever."""

from __future__ import annotations

import gzip
import json
import re
import socket
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import pytest

from babelance.backends.endpoint import client as http
from babelance.backends.endpoint import wire
from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import examine
from babelance.core.errors import ModelError
from tests.backends.endpoint.faults import Clock, on_a_clock

KEY = "sk-a/very+secret=0123456789"
FINE = json.dumps({"fine": True}).encode()
Speak = Callable[[socket.socket], None]
"""What a server does with a connection, once a request has come."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return on_a_clock(monkeypatch)


@contextmanager
def listening(speak: Speak, family: socket.AddressFamily = socket.AF_INET) -> Iterator[str]:
    """The address of a server that speaks as it likes, one request for each connection."""
    host = "::1" if family == socket.AF_INET6 else "127.0.0.1"
    with socket.socket(family) as server:
        server.bind((host, 0))
        server.listen(32)
        threading.Thread(target=_accept, args=(server, speak), daemon=True).start()
        shown = f"[{host}]" if family == socket.AF_INET6 else host
        yield f"openai:http://{shown}:{server.getsockname()[1]}/v1#m"


def _accept(server: socket.socket, speak: Speak) -> None:
    while True:
        try:
            line, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(line, speak), daemon=True).start()


def _serve(line: socket.socket, speak: Speak) -> None:
    with line:
        _read_request(line)
        try:
            speak(line)
        except OSError:
            return


def _read_request(line: socket.socket) -> None:
    """Head and body, which may come apart: a connection that is closed on unread bytes is reset, with its answer."""
    received = b""
    while not (head := received.partition(b"\r\n\r\n"))[1] or len(head[2]) < _length(head[0]):
        part = line.recv(65536)
        if not part:
            return
        received += part


def _length(head: bytes) -> int:
    [length] = re.findall(rb"content-length: (\d+)", head, re.IGNORECASE) or [b"0"]
    return int(length)


def said(content: bytes, *headers: str, version: str = "1.1") -> Speak:
    head = "\r\n".join([f"HTTP/{version} 200 OK", "connection: close", *headers, "", ""])
    return lambda line: line.sendall(head.encode() + content)


def ask(spec: str, key: str | None = None, **more: Any) -> Any:
    return Client(parse_spec(spec), key).post("completions", {"prompt": "x"}, **more).value


@pytest.mark.parametrize(
    "speak",
    [
        said(FINE, version="1.0"),
        said(FINE, "content-type: text/html; charset=latin-1"),
        said(gzip.compress(FINE), "content-encoding: gzip", "content-type: application/json"),
        said(b"d\r\n" + FINE[:13] + b"\r\n1\r\n" + FINE[13:] + b"\r\n0\r\n\r\n", "transfer-encoding: chunked"),
    ],
    ids=["HTTP/1.0", "another content type", "gzip", "in chunks"],
)
def test_answers_in_unusual_forms_are_read(speak: Speak) -> None:
    with listening(speak) as spec:
        assert ask(spec) == {"fine": True}


def test_a_server_at_an_address_of_ipv6_is_asked() -> None:
    with listening(said(FINE), socket.AF_INET6) as spec:
        assert ask(spec) == {"fine": True} and parse_spec(spec).is_local


@pytest.mark.parametrize("packing", ["gzip, gzip", "br", "zstd", "compress"])
def test_answers_that_may_unpack_to_any_size_are_not_unpacked(packing: str) -> None:
    content = gzip.compress(gzip.compress(bytes(50 << 20)))
    with listening(said(content, f"content-encoding: {packing}")) as spec, pytest.raises(ModelError, match="packs its"):
        ask(spec)


def test_an_answer_that_unpacks_to_more_than_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LARGEST_ANSWER", 1 << 20)
    content = gzip.compress(bytes(8 << 20))
    with listening(said(content, "content-encoding: gzip")) as spec, pytest.raises(ModelError, match="more than 1 MiB"):
        ask(spec)


def test_an_answer_that_comes_byte_by_byte_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LONGEST_ANSWER", 0.3)

    def drip(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
        for _ in range(2000):
            line.sendall(b" ")
            time.sleep(0.01)

    with listening(drip) as spec, pytest.raises(ModelError, match="seconds to send one answer"):
        ask(spec)


@pytest.mark.parametrize("part", [b"x", b"HTTP/1.1 100 Continue\r\n\r\n"], ids=["a header", "100 Continue"])
def test_a_head_that_comes_bit_by_bit_without_end_is_given_up(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "READ_TIMEOUT", 0.5)

    def drip(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\nx-slow: " if part == b"x" else b"")
        for _ in range(2000):
            line.sendall(part)
            time.sleep(0.01)

    with listening(drip) as spec, pytest.raises(ModelError, match="did not answer in time"):
        ask(spec, patience=0)


ESCAPED = KEY.replace("+", r"\u002B").replace("/", r"\u002f").replace("=", r"\u003d")


QUOTED = "".join(f"%{ord(sign):02x}" for sign in KEY)
LETTERS = "".join(rf"\u{ord(sign):04X}" for sign in KEY)


@pytest.mark.parametrize(
    "written", [KEY, KEY.replace("/", r"\/"), ESCAPED, quote(KEY, safe=""), quote(quote(KEY, safe="")), QUOTED, LETTERS]
)
def test_a_key_that_is_repeated_in_any_spelling_of_json_is_taken_out(written: str) -> None:
    with listening(said(f'{{"model": "{written}"}}'.encode())) as spec:
        assert ask(spec, KEY) == {"model": "[key]"}
        assert ask(spec, KEY, kind=dict[str, str]) == {"model": "[key]"}


@pytest.mark.parametrize(
    "location", [f"http://{KEY}.example/", f"http://{KEY}@[::1/", f"http://{quote(KEY, safe='')}.example/"]
)
def test_a_key_in_a_redirect_is_not_repeated(location: str) -> None:
    head = f"HTTP/1.1 307 There\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n"
    with listening(lambda line: line.sendall(head.encode())) as spec, pytest.raises(ModelError) as told:
        ask(spec, KEY)
    shown = "".join(traceback.format_exception(told.value)).casefold()
    assert "redirects to" in shown and KEY.casefold() not in shown and quote(KEY, safe="").casefold() not in shown


def test_a_server_whose_answers_have_no_end_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LARGEST_ANSWER", 1 << 20)
    with listening(said(gzip.compress(bytes(8 << 20)), "content-encoding: gzip")) as spec:
        client = Client(parse_spec(spec), None)
        with pytest.raises(ModelError, match="more than 1 MiB"):
            examine(client, start="auto", prompt="auto")
    assert client.requests <= 2


@pytest.mark.parametrize("content", [b'{"a": NaN}', b'{"a": "\xff"}', b'{"a": 1e400}'])
def test_what_is_no_strict_json_is_read_all_the_same_whatever_is_expected(content: bytes) -> None:
    with listening(said(content)) as spec:
        assert list(ask(spec, kind=dict[str, float])) == ["a"]


def test_whoever_waits_for_a_silent_server_can_be_stopped_at_once() -> None:
    """Ctrl-C raises in the main thread; those that wait for answers are woken up, and nothing more is asked."""
    enough, waited_out = threading.Event(), list[bool]()
    client: list[Client] = []

    def ask(number: int) -> Any:
        return number if number == 0 else client[0].post("completions", {"prompt": number}).value

    def say_nothing(line: socket.socket) -> None:
        waited_out.append(not enough.wait(60))

    with listening(say_nothing) as spec:
        client.append(Client(parse_spec(spec), None, at_once=4))
        found = client[0].stream(ask, range(100))
        assert isinstance(found, Generator)
        assert next(found) == 0
        with pytest.raises(KeyboardInterrupt):
            found.throw(KeyboardInterrupt())
        assert not waited_out and client[0].requests <= 12
        enough.set()
