"""Many ask at once, and now and then somebody asks alone: what a server mixes up it mixes up only among several."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Threads share it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asking = 0
        self._alone: int | None = None
        """The thread that asks alone."""

    @contextmanager
    def one_of_many(self) -> Iterator[None]:
        me = threading.get_ident()
        with self._changed:
            self._changed.wait_for(lambda: self._alone in (None, me))
            self._asking += 1
        try:
            yield
        finally:
            with self._changed:
                self._asking -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Waits until nobody else asks; whoever wants to ask then waits, too."""
        with self._changed:
            self._changed.wait_for(lambda: self._alone is None)
            self._alone = threading.get_ident()
            self._changed.wait_for(lambda: not self._asking)
        try:
            yield
        finally:
            with self._changed:
                self._alone = None
                self._changed.notify_all()
