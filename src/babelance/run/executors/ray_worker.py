"""What runs on the machines of a cluster, and how its results and errors come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from babelance.core.answer_check import check_answers
from babelance.core.codec import encode
from babelance.core.errors import BabelanceError, MissingExtra
from babelance.core.query import Query
from babelance.run.plan import Origin

A = TypeVar("A")
B = TypeVar("B")


class Worker:
    """Holds one model in a process of its own."""

    def __init__(self, origin: Origin) -> None:
        self._model = origin.open()

    def ready(self) -> bool:
        return True

    def answer(self, queries: Sequence[Query]) -> list[bytes]:
        return [encode(answer) for answer in check_answers(queries, self._model.answer(queries))]


def apply(function: Callable[[A], B], argument: A) -> B:
    """A task of the cluster must be a function of its own name: others cannot be sent."""
    return function(argument)


def result_of(result: Any) -> Any:
    """What a task returned; what it raised is raised here."""
    ray = import_ray()
    try:
        return ray.get(result)
    except ray.exceptions.RayTaskError as error:
        raise cause_of(error) from error


def cause_of(error: Any) -> BaseException:
    """What the worker raised, if it was one of ours."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, BabelanceError) else BabelanceError(f"A worker failed: {error}")


def import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("ray", "ray") from error
    return ray
