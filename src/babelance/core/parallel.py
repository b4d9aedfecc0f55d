"""How work that has many independent parts is spread: over nothing (`map`), or over a cluster (`Cluster.map`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

A = TypeVar("A")
B = TypeVar("B")


class ParallelMap(Protocol):
    """`function` of each thing, in their order. Things may be many: results come as they are asked for."""

    def __call__(self, function: Callable[[A], B], arguments: Iterable[A], /) -> Iterator[B]: ...


def map_locally(function: Callable[[A], B], arguments: Iterable[A], /) -> Iterator[B]:
    """One after the other, in this process."""
    return map(function, arguments)
