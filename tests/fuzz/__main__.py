"""`python -m tests.fuzz [--cases 10000] [--minutes 60] [--seed N] [--only csv,tmx] [--workers 2]`: many more cases than
in the tests.

With `--minutes` it goes on with new cases until the time is up. Exit code 1 if anything failed; the input of every
failure is kept in the folder `fuzz-failures`.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path

from tests.fuzz.command_line import files, try_command
from tests.fuzz.fuzzer import Failure, fuzz
from tests.fuzz.readers import READERS

COMMANDS = "argv"
NAMES = (*READERS, COMMANDS)
ROUND = 70
"""Cases of each reader, one after another, until there are enough. A process starts with imports and small models of
its own, which take longer than some dozens of cases."""


@dataclass(frozen=True)
class Share:
    """Some cases of one reader, which are tried in a process of their own: a library that ends the whole process
    (Arrow, tokenizers) is a failure, and not the end of the fuzzer."""

    name: str
    cases: range
    seed: int
    folder: Path
    found: Connection
    process: int

    def failures(self) -> list[Failure]:
        """Once `found` has something to say, or has ended."""
        try:
            failures: list[Failure] = self.found.recv()
        except EOFError:
            failures = []
        self.found.close()
        code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        if code:
            left = b"".join(
                path.read_bytes() for path in sorted((self.folder / "damaged").rglob("*")) if path.is_file()
            )
            what = f"the process ended with {code} in one of {self.cases}"
            failures.append(Failure(self.name, self.cases.start, self.seed, what, left))
        return failures


def main() -> int:
    options = _options()
    os.environ.setdefault("BABELANCE_READ_LIMIT", "64")
    end = time.monotonic() + 60 * options.minutes
    tried, failures = 0, list[Failure]()
    with tempfile.TemporaryDirectory() as folder:
        planned = (
            (name, range(first, first + ROUND))
            for first in _rounds(options.cases, len(options.only), end)
            for name in options.only
        )
        for share, found in _in_processes(planned, Path(folder), options.seed, options.workers):
            tried += len(share.cases)
            failures += found
            for one in found:
                print(one, flush=True)
            print(f"{tried:,} cases, {len(failures)} failures ({share.name})", flush=True)
    for number, one in enumerate(failures):
        Path("fuzz-failures").mkdir(exist_ok=True)
        Path("fuzz-failures", f"{one.reader}-{number}").write_bytes(one.data)
    return 1 if failures else 0


def _in_processes(
    planned: Iterator[tuple[str, range]], folder: Path, seed: int, workers: int
) -> Iterator[tuple[Share, list[Failure]]]:
    """So many at a time; each as it ends."""
    running: dict[Connection, Share] = {}
    while True:
        while len(running) < workers and (one := next(planned, None)):
            share = _start(*one, seed, Path(tempfile.mkdtemp(dir=folder)))
            running[share.found] = share
        if not running:
            return
        for ended in wait(list(running)):
            share = running.pop(ended)  # type: ignore[call-overload]
            yield share, share.failures()


def _start(name: str, cases: range, seed: int, folder: Path) -> Share:
    if name != COMMANDS:
        # Good files are made here: what they import (Transformers: five seconds) is then there for all others, too.
        assert READERS[name].files
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if not child:
        try:
            theirs.send(list(_tried(name, folder, cases, seed)))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    theirs.close()
    return Share(name, cases, seed, folder, ours, child)


def _tried(name: str, folder: Path, cases: range, seed: int) -> Iterator[Failure]:
    if name != COMMANDS:
        yield from fuzz(name, folder, cases=cases, seed=seed)
        return
    os.environ["BABELANCE_STORE"] = str(folder / "answers.sqlite")
    with contextlib.chdir(folder):
        files(folder)
        yield from (failure for case in cases if (failure := try_command(case, seed)))


def _rounds(cases: int, readers: int, end: float) -> Iterator[int]:
    first = 0
    while first * readers < cases or time.monotonic() < end:
        yield first
        first += ROUND


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", type=_names, default=NAMES, help="names of readers, separated by commas")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def _names(text: str) -> Sequence[str]:
    names = tuple(text.split(","))
    if unknown := [name for name in names if name not in NAMES]:
        raise argparse.ArgumentTypeError(f"no reader {', '.join(map(repr, unknown))}. There are: {', '.join(NAMES)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
