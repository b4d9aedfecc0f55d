"""Ctrl-C, `kill` and a closed terminal end a command in order: what was computed is written, nothing half is left.

A signal becomes an exception at the next step of the program, so that every `with` and `finally` does its work. The
second one ends it at once, as everywhere.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

_MOMENT = 0.01
"""Seconds until a program is asked again that could not hear."""
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stopped(BaseException):
    """Someone asked the program to end. Not an `Exception`: nobody may take it for a fault and go on."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


def stop_in_order() -> None:
    """From now on signals raise `Stopped`; those that the caller ignores (`nohup`) stay ignored. Threads other than the
    main one cannot take signals."""
    if threading.current_thread() is not threading.main_thread():
        return
    _ask_again_after_destructors()
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    for caught in SIGNALS:
        if signal.getsignal(caught) is _stop:
            signal.signal(caught, signal.SIG_DFL)
    raise Stopped(number)


def _ask_again_after_destructors() -> None:
    """What is raised while an object is destroyed goes no further than that: the program would go on, and show it."""
    if getattr(sys.unraisablehook, "asks_again", False):
        return
    otherwise: Callable[[Any], object] = sys.unraisablehook

    def ask_again(swallowed: Any) -> None:
        if isinstance(swallowed.exc_value, Stopped):
            number = swallowed.exc_value.exit_code - 128
            signal.signal(number, _stop)
            threading.Timer(_MOMENT, _ask_main_thread, [number]).start()
        else:
            otherwise(swallowed)

    ask_again.asks_again = True  # type: ignore[attr-defined]
    sys.unraisablehook = ask_again


def _ask_main_thread(number: int) -> None:
    """Who sleeps there is woken up, where the system can do that."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)
