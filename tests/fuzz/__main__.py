"""`python -m tests.fuzz [--cases 10000] [--minutes 60] [--seed N] [--only csv,tmx]`: many more cases than in the tests.

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
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.command_line import files, try_command
from tests.fuzz.fuzzer import Failure, fuzz
from tests.fuzz.readers import READERS

COMMANDS = "argv"
ROUND = 20
"""Cases of each reader, one after another, until there are enough."""


def main() -> int:
    options = _options()
    os.environ.setdefault("BABELANCE_READ_LIMIT", "64")
    names = options.only.split(",") if options.only else [*READERS, COMMANDS]
    end = time.monotonic() + 60 * options.minutes
    tried, failures = 0, list[Failure]()
    with tempfile.TemporaryDirectory() as folder:
        for first in _rounds(options.cases, len(names), end):
            for name in names:
                found = _in_a_process(name, Path(folder) / name, range(first, first + ROUND), options.seed)
                failures += found
                tried += ROUND
                for one in found:
                    print(one, flush=True)
            print(f"{tried:,} cases, {len(failures)} failures", flush=True)
    for number, one in enumerate(failures):
        Path("fuzz-failures").mkdir(exist_ok=True)
        Path("fuzz-failures", f"{one.reader}-{number}").write_bytes(one.data)
    return 1 if failures else 0


def _in_a_process(name: str, folder: Path, cases: range, seed: int) -> list[Failure]:
    """A library that ends the whole process (Arrow, tokenizers) is a failure, and not the end of the fuzzer."""
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
    try:
        found: list[Failure] = ours.recv()
    except EOFError:
        found = []
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        left = b"".join(path.read_bytes() for path in sorted((folder / "damaged").rglob("*")) if path.is_file())
        found.append(Failure(name, cases.start, seed, f"the process ended with {code} in one of {cases}", left))
    return found


def _tried(name: str, folder: Path, cases: range, seed: int) -> Iterator[Failure]:
    if name != COMMANDS:
        yield from fuzz(name, folder, cases=cases, seed=seed)
        return
    folder.mkdir(exist_ok=True)
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
    parser.add_argument("--only", default="")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
