"""Answers of a server are given out, and stored, once it is sure that the same model still answers.

Somebody else may answer at an address by now. So a text of the examination is read again after each part of the
answers has come. That look waits in the server's queue like any other request: it is made while the next part comes in,
so that nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from babelance.backends.endpoint.client import Client
from babelance.core.errors import BabelanceError, UnhealthyModel
from babelance.core.query import Answer


@dataclass(frozen=True, slots=True)
class Part:
    """Answers in order; with a problem, those before it, and nothing comes after."""

    answers: Sequence[Answer]
    problem: BabelanceError | None = None


def give_out(
    parts: Generator[Part, None, None],
    *,
    look: Callable[[], None] | None,
    is_another: Callable[[], bool],
    client: Client,
) -> Iterator[Answer]:
    """The answers of all parts, each after a `look` that was made when it had come. `look` raises `UnhealthyModel` if
    another model answers; None if nothing was asked. Where it or a part meets another problem, what came before it is
    given out, unless `is_another`."""
    held, looking = Part(()), None
    with ThreadPoolExecutor(1) as aside:
        try:
            for part in parts:
                yield from _once_sure(held.answers, looking, is_another)
                if part.problem:
                    yield from _before(part.problem, part.answers, is_another)
                held, looking = part, aside.submit(look) if look else None
            yield from _once_sure(held.answers, looking, is_another)
        except BaseException:
            parts.close()  # whoever still asks is stopped
            client.stop(aside, [looking] if looking else [])
            raise


def _once_sure(
    held: Sequence[Answer], looking: Future[None] | None, is_another: Callable[[], bool]
) -> Iterator[Answer]:
    try:
        if looking:
            looking.result()
    except BabelanceError as problem:
        yield from _before(problem, held, is_another)
    yield from held


def _before(problem: BabelanceError, answers: Sequence[Answer], is_another: Callable[[], bool]) -> Iterator[Answer]:
    """What was answered before a problem, which is raised then."""
    if not isinstance(problem, UnhealthyModel) and answers and not is_another():
        yield from answers
    raise problem
