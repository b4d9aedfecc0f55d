"""`python -m tests.fuzz.memory [--only csv,tmx]`: how much memory readers take for a large good file, and for a bomb.

Each is read in a process of its own, after the small file of the same format. What it takes beyond that, at its peak,
is at most ten times the file, or `BABELANCE_READ_LIMIT`, and a little for buffers. Linux alone tells the peak.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babelance.core.errors import BabelanceError
from babelance.core.limits import GROWTH, READ_LIMIT
from tests.fuzz.bombs import BOMBS
from tests.fuzz.fuzzer import fresh
from tests.fuzz.large_files import LARGE
from tests.fuzz.reader import Files
from tests.fuzz.readers import READERS

LIMIT = 32
"""MiB, instead of two thousand: that a limit holds is seen with a small one."""
BUFFERS = 40
"""MiB that Arrow, allocators and our own streams keep, whatever the file."""
KINDS = {"large": LARGE, "bomb": BOMBS}


@dataclass(frozen=True)
class Reading:
    name: str
    kind: str
    size: int
    taken: int
    end: str
    """`read`, or the error."""

    @property
    def bound(self) -> int:
        return max(GROWTH * self.size, LIMIT << 20) + (BUFFERS << 20)

    @property
    def fits(self) -> bool:
        return 0 <= self.taken <= self.bound

    def __str__(self) -> str:
        size, taken, bound = (number / 2**20 for number in (self.size, self.taken, self.bound))
        mark = "ok     " if self.fits else "EXCEEDS"
        return (
            f"{mark} {self.name:20} {self.kind:5} {size:7.2f} MiB takes {taken:7.1f} of {bound:6.1f}  {self.end[:150]}"
        )


def measure(name: str, kind: str) -> Reading:
    """In a process of its own, which ends with it. So does that which writes the file: it leaves no freed memory."""
    with tempfile.TemporaryDirectory() as scratch:
        size = int(_apart(lambda: str(_write(KINDS[kind][name](), Path(scratch)))))
        taken, _, end = _apart(lambda: _taken(name, Path(scratch))).partition(" ")
    return Reading(name, kind, size, int(taken), end.replace("\n", " "))


def _apart(work: Callable[[], str]) -> str:
    """What it says, in a process of its own."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        said = "-1 the process ended"
        try:
            said = work()
        except BaseException as error:
            said = f"-1 {type(error).__name__}: {error}"
        finally:
            os.write(theirs, said.encode("utf-8", "replace")[:4000])
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read().decode("utf-8", "replace")
    os.waitpid(child, 0)
    return said or "-1 the process ended"


def _write(files: Files, scratch: Path) -> int:
    for file, content in files.items():
        (scratch / "kept" / file).parent.mkdir(parents=True, exist_ok=True)
        (scratch / "kept" / file).write_bytes(content)
    return sum(map(len, files.values()))


def _taken(name: str, scratch: Path) -> str:
    os.environ[READ_LIMIT] = str(LIMIT)
    reader = READERS[name]
    reader.read(fresh(reader, scratch / "small"))
    folder = fresh(reader, scratch / "large")
    shutil.copytree(scratch / "kept", folder, dirs_exist_ok=True)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here
    before, end = _status("VmRSS"), "read"
    try:
        reader.read(folder)
    except BabelanceError as error:
        end = f"{type(error).__name__}: {str(error).replace(str(folder), '')}"
    return f"{max(0, _status('VmHWM') - before)} {end}"


def _status(field: str) -> int:
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(f"{field}:")]
    return int(line.split()[1]) << 10


def readings(only: str) -> Iterator[Reading]:
    for kind, files in KINDS.items():
        for name in files:
            if not only or name in only.split(","):
                assert READERS[name].files  # what it imports is then there in all children
                yield measure(name, kind)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.memory", description=__doc__)
    parser.add_argument("--only", default="", help="names of readers, separated by commas")
    beyond = 0
    for reading in readings(parser.parse_args().only):
        print(reading, flush=True)
        beyond += not reading.fits
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
