"""A server of our own with one fault: it answers as it should, and then something is changed. And a clock of our own:
whoever waits for a server on it waits no time, and is not the less patient where the machine is busy."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from babelance.backends.endpoint import client as http
from babelance.backends.endpoint import examination
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.tiny import Response, Serving, TinyModel, serve

Change = Callable[[str, Any, Response], Response]
"""(path, what was sent, what the server would answer) → what it answers."""


class Clock:
    """Time goes by only where somebody sleeps. Threads may share it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._lock = threading.Lock()

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.now += seconds


def on_a_clock(patch: pytest.MonkeyPatch) -> Clock:
    """Clients and examinations wait on this clock from now on. Answers come over the wire in their own time."""
    clock, sleep = Clock(), Client._sleep

    def pass_by(client: Client, seconds: float) -> None:
        sleep(client, 0)
        clock.sleep(seconds)

    patch.setattr(Client, "_sleep", pass_by)
    patch.setattr(http, "time", SimpleNamespace(monotonic=clock.monotonic, time=time.time, sleep=time.sleep))
    patch.setattr(examination, "monotonic", clock.monotonic)
    patch.setattr(examination, "sleep", clock.sleep)
    return clock


class Faulty:
    """Counts what it is asked; `change` is the fault."""

    def __init__(self, change: Change | None = None, *, seed: int = 0) -> None:
        self.model, self.change = TinyModel(seed), change
        self.asked: list[tuple[str, Any, Mapping[str, str]]] = []
        self._lock = threading.Lock()

    def respond(self, path: str, body: Any, headers: Mapping[str, str]) -> Response:
        with self._lock:
            self.asked.append((path, body, headers))
        answer = self.model.respond(path, body, headers)
        return self.change(path, body, answer) if self.change else answer

    def count(self, path: str) -> int:
        return sum(one == path for one, _, _ in self.asked)


@contextmanager
def serving(server: Faulty) -> Iterator[str]:
    """The spec of its model."""
    running: Serving = serve(server.respond)
    try:
        yield f"openai:{running.url}#tiny"
    finally:
        running.stop()


def of_echoes(change: Callable[[dict[str, Any], Any], None]) -> Change:
    """A fault of echoes alone: changes (choice, body) in place."""

    def changed(path: str, body: Any, answer: Response) -> Response:
        if path != "/v1/completions" or not body.get("echo"):
            return answer
        value = copy.deepcopy(answer.value)
        for choice in value["choices"]:
            change(choice, body)
        return Response(answer.status, value)

    return changed


def of_path(wanted: str, change: Callable[[Any, Any], Any]) -> Change:
    """A fault of one path: (value, body) → value."""

    def changed(path: str, body: Any, answer: Response) -> Response:
        return Response(200, change(copy.deepcopy(answer.value), body)) if path == wanted else answer

    return changed
