"""No answer is given out before it is sure that the same model still answers, and nobody waits for that."""

from __future__ import annotations

import threading
from collections.abc import Generator
from typing import Any

import pytest

from babelance.backends.endpoint.address import parse_spec
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.giving_out import Part, give_out
from babelance.core.errors import BabelanceError, ModelError, UnhealthyModel
from babelance.core.query import Text

ANSWERS = [Text(str(number)) for number in range(6)]
PARTS = [Part(ANSWERS[first : first + 2]) for first in (0, 2, 4)]


class Server:
    """Answers part by part; `another` after so many looks."""

    def __init__(self, parts: list[Part] = PARTS, *, another: int = 99, away: int = 99) -> None:
        self.parts, self.another, self.away = parts, another, away
        self.came, self.looks, self.closed = 0, 0, False

    def come(self) -> Generator[Part, None, None]:
        try:
            for part in self.parts:
                self.came += 1
                yield part
        finally:
            self.closed = True

    def look(self) -> None:
        self.looks += 1
        if self.looks > self.another:
            raise UnhealthyModel("Another model answers.")
        if self.looks > self.away:
            raise ModelError("Nobody answers.")

    def given(self, *, is_another: bool = False) -> tuple[list[Any], BabelanceError | None]:
        client = Client(parse_spec("openai:http://127.0.0.1:9/v1#m"), None)
        out: list[Any] = []
        try:
            out.extend(give_out(self.come(), look=self.look, is_another=lambda: is_another, client=client))
        except BabelanceError as error:
            return out, error
        return out, None


def test_every_part_is_given_out_in_order_after_a_look_of_its_own() -> None:
    server = Server()
    assert server.given() == (ANSWERS, None) and server.looks == 3


@pytest.mark.parametrize("another", [0, 1, 2])
def test_a_part_that_another_model_may_have_answered_is_held_back(another: int) -> None:
    given, error = Server(another=another).given()
    assert isinstance(error, UnhealthyModel) and given == ANSWERS[: 2 * another]


def test_a_server_that_is_away_when_it_is_looked_at_has_answered_what_it_has_answered() -> None:
    given, error = Server(away=1).given()
    assert isinstance(error, ModelError) and given == ANSWERS[:4]
    given, _ = Server(away=1).given(is_another=True)
    assert given == ANSWERS[:2]


def test_what_came_before_a_problem_is_given_out_and_nothing_of_a_part_that_is_unsound() -> None:
    for problem, count in ((ModelError("gone"), 3), (UnhealthyModel("wrong"), 2)):
        given, error = Server([PARTS[0], Part(ANSWERS[2:3], problem)]).given()
        assert error is problem and given == ANSWERS[:count]


def test_the_next_part_comes_in_while_the_last_is_looked_at() -> None:
    server, looked = Server(), threading.Event()
    inner = server.look

    def slowly() -> None:
        assert looked.wait(20)
        inner()

    server.look = slowly  # type: ignore[method-assign]
    answers = give_out(
        server.come(), look=server.look, is_another=lambda: False,
        client=Client(parse_spec("openai:http://127.0.0.1:9/v1#m"), None),
    )  # fmt: skip
    taken: list[Any] = []
    taker = threading.Thread(target=lambda: taken.extend(answers))
    taker.start()
    for _ in range(2000):
        if server.came == 2:
            break
        threading.Event().wait(0.01)
    assert server.came == 2 and not taken, "two parts are there, and none is given out"
    looked.set()
    taker.join(20)
    assert taken == ANSWERS


def test_whoever_stops_taking_answers_stops_the_asking() -> None:
    server = Server()
    answers = give_out(
        server.come(), look=server.look, is_another=lambda: False,
        client=Client(parse_spec("openai:http://127.0.0.1:9/v1#m"), None),
    )  # fmt: skip
    assert next(answers) == ANSWERS[0] and isinstance(answers, Generator)
    answers.close()
    assert server.closed and server.came == 2
