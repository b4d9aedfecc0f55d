"""Servers that give somebody else's answer, or answer for somebody else: found, and nothing of it is stored."""

from __future__ import annotations

import copy
import itertools
import threading
from pathlib import Path
from typing import Any

import pytest

from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.examination import ALL, examine
from babelance.backends.endpoint.tiny import Response
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.model import Options
from babelance.core.query import Ability, TokenLogprobs, Tokens, Translate, Unanswered
from babelance.models.endpoint import Endpoint
from babelance.run.executors.local import _ask
from babelance.run.store import Store
from tests.backends.endpoint.faults import Clock, Faulty, of_echoes, on_a_clock, serving

TEXTS = [TokenLogprobs(f"Number {number} is here.") for number in range(300)]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return on_a_clock(monkeypatch)


class Exchange:
    """Two requests to a path that are there at the same time get each other's answers. `among`: the requests, by their
    number, to which that happens; who has nobody to exchange with after so many `seconds` gets their own."""

    def __init__(self, path: str, *, among: range = range(10**9), seconds: float = 1.0) -> None:
        self.path, self._among, self._seconds = path, among, seconds
        self._numbers = itertools.count()
        self._there, self._waiting = threading.Condition(), list[list[Response]]()

    def __call__(self, path: str, body: Any, answer: Response) -> Response:
        if path != self.path or next(self._numbers) not in self._among:
            return answer
        with self._there:
            other = next((one for one in self._waiting if one[0].value != answer.value), None)
            if other:
                self._waiting.remove(other)
                own, other[0] = other[0], answer
                other.append(answer)
                self._there.notify_all()
                return own
            mine = [answer]
            self._waiting.append(mine)
            self._there.wait_for(lambda: len(mine) == 2, timeout=self._seconds)
            if len(mine) == 1:
                self._waiting.remove(mine)
            return mine[0]


def open_model(spec: str) -> Endpoint:
    return Endpoint(parse_spec(spec), Options())


def test_chats_that_get_each_others_answers_are_found_in_the_examination() -> None:
    """One question is asked twice, then each of three alone, then all of them twice at once."""
    with serving(Faulty(Exchange("/v1/chat/completions", among=range(5, 11), seconds=60))) as spec:
        examination = examine(Client(parse_spec(spec), None), start="auto", prompt="auto")
    assert examination.failures[Ability.TRANSLATE].name == "chat"
    assert "each other's answers" in examination.failures[Ability.TRANSLATE].words
    assert Ability.TOKENS_EACH in examination.abilities


def test_texts_that_get_each_others_numbers_during_a_run_end_it_with_what_to_do() -> None:
    server = Faulty()
    with serving(server) as spec:
        model = open_model(spec)
        assert model.answers == ALL
        server.change = Exchange("/v1/completions")
        with pytest.raises(ModelError, match=r"now fails 'round trip'.*--concurrency 1|answers to \d+ prompts"):
            list(model.answer(TEXTS))


def test_a_text_that_a_tokenizer_writes_otherwise_is_unanswered_and_the_others_go_on() -> None:
    def plain(choice: dict[str, Any], body: Any) -> None:
        """As a tokenizer that takes ligatures apart."""
        choice["text"] = choice["text"].replace("ﬁ", "fi")
        choice["logprobs"]["tokens"] = [token.replace("ﬁ", "fi") for token in choice["logprobs"]["tokens"]]

    asked = [*TEXTS[:20], TokenLogprobs("The ofﬁce is closed."), *TEXTS[20:40]]
    with serving(Faulty(of_echoes(plain))) as spec:
        answers = list(open_model(spec).answer(asked))
    reason = "the text does not come back from the server as it was sent"
    assert answers[20] == Unanswered(reason)
    assert all(isinstance(answer, Tokens) for index, answer in enumerate(answers) if index != 20)


def test_another_model_that_takes_over_without_a_fault_is_noticed_before_its_answers_are_stored(tmp_path: Path) -> None:
    server, seen = Faulty(), threading.Event()

    def take_over(path: str, body: Any, answer: Response) -> Response:
        if path == "/v1/completions" and "Number 200 " in str(body["prompt"]):
            server.model = type(server.model)(seed=1)
            seen.set()
        return answer

    with serving(server) as spec, Store(tmp_path / "store.sqlite") as store:
        model = open_model(spec)
        assert model.fingerprint
        before = copy.deepcopy(server.model.table)
        server.change = take_over
        with pytest.raises(ModelError, match="Another model answers at"):
            _ask(model, store, TEXTS)
        stored = store.get(model.fingerprint, TEXTS)
    assert seen.is_set() and len(stored) in (0, Endpoint.answers_per_commit)
    assert not (server.model.table == before).all()
    assert all(query in TEXTS[: Endpoint.answers_per_commit] for query in stored)


def test_a_chat_without_likelihoods_that_takes_over_after_an_outage_is_noticed() -> None:
    server = Faulty(of_echoes(lambda choice, body: choice.update(logprobs=None)))
    with serving(server) as spec:
        model = open_model(spec)
        assert Ability.TOKENS_EACH not in model.answers
        down = iter([Response(500, {})])

        def other(path: str, body: Any, answer: Response) -> Response:
            if path == "/v1/chat/completions":
                answer.value["choices"][0]["message"]["content"] = "I am somebody else"
            return next(down, answer)

        server.change = other
        with pytest.raises(UnhealthyModel, match="Another model answers at"):
            list(model.answer([Translate("He is a nurse.", "en", "de")]))
