"""Damages files and words, and sees that readers say what is wrong: no traceback, no hang, no silent change."""

from __future__ import annotations

import random
import shutil
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babelance.core.errors import BabelanceError
from tests.fuzz.mutations import ALL, DAMAGE, mutate
from tests.fuzz.reader import Reader, same
from tests.fuzz.readers import READERS

SECONDS = 10
"""Of the processor: more than any reader needs for a few kilobytes."""
ASLEEP = 12
"""So many times as much on the clock, for those who wait instead of working; machines may be busy."""
BUSY = 0.2
"""Seconds of the processor in that time: who has had so much does not wait."""


class Hang(BaseException):
    """A reader took longer than it may."""


@dataclass(frozen=True)
class Failure:
    reader: str
    case: int
    seed: int
    what: str
    data: bytes

    def __str__(self) -> str:
        return f"{self.reader}, seed {self.seed}, case {self.case}: {self.what}\n  input: {self.data[:200]!r}"


def fuzz(name: str, folder: Path, *, cases: range, seed: int = 0) -> Iterator[Failure]:
    """What went wrong with these cases of a reader. A case is the same whenever its number and seed are."""
    reader = READERS[name]
    # Also where nothing is compared: what is imported the first time takes seconds, which are not the reader's.
    before = reader.read(fresh(reader, folder / "whole"))
    for case in cases:
        rng = random.Random(f"{name} {seed} {case}")
        target = rng.choice(reader.targets)
        data = mutate(reader.files[target], rng, DAMAGE if reader.exact else ALL)
        start = fresh(reader, folder / "damaged")
        (start / target).write_bytes(data)
        if what := _trouble(reader, start, before if reader.exact else None):
            yield Failure(name, case, seed, what, data)


def _trouble(reader: Reader, folder: Path, before: Any) -> str | None:
    try:
        with alarm(SECONDS):
            after = reader.read(folder)
    except BabelanceError:
        return None
    except Hang:
        return f"no end after {SECONDS} s"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        last = traceback.extract_tb(error.__traceback__)[-3:]
        return f"{type(error).__name__}: {str(error)[:200]} at " + " < ".join(
            f"{one.filename}:{one.lineno}" for one in last
        )
    return None if before is None or same(before, after) else f"silently changed: {str(after)[:200]}"


def fresh(reader: Reader, folder: Path) -> Path:
    """The folder with the good files of a reader, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in reader.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Hang` after so many seconds of work, or many times as many without any."""
    worked = time.process_time()

    def ring(number: int, _: Any) -> None:
        nonlocal worked
        before, worked = worked, time.process_time()
        if number == signal.SIGPROF or worked - before < BUSY:
            raise Hang
        # It has worked a little: on a busy machine that may be all it was let to.
        signal.setitimer(signal.ITIMER_REAL, ASLEEP * seconds)

    before = [(name, signal.signal(name, ring)) for name in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, ASLEEP * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for name, handler in before:
            signal.signal(name, handler)
