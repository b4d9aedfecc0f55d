"""Ctrl-C, `kill` and a closed terminal end a command in order: what was computed is written, nothing half is left.

A signal becomes an exception at the next step of the program, so that every `with` and `finally` does its work. The
second one ends it at once, as everywhere.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType

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
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    for caught in SIGNALS:
        if signal.getsignal(caught) is _stop:
            signal.signal(caught, signal.SIG_DFL)
    raise Stopped(number)
