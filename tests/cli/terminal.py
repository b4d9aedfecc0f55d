"""A terminal of a given width, and what commands send to it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

DRIVER = """
import json, sys
from babelance.cli import main
for words in json.loads(sys.argv[1]):
    print("\\x02" + json.dumps(words), flush=True)
    sys.argv = ["babelance", *words]
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code
    sys.stderr.flush()
    print(f"\\n\\x03{code}", flush=True)
"""
STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
BAR = re.compile("━{5}")


class Shown(NamedTuple):
    """`lines` are without styles, and without bars that were gone in the end."""

    words: tuple[str, ...]
    lines: list[str]
    code: int


def on_terminal(commands: Sequence[Sequence[str]], *, columns: int, folder: Path) -> Iterator[Shown]:
    """All commands in one process, one after the other, as if each had been typed in `folder`."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    source = Path(__file__).parents[2] / "src"
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, json.dumps(commands)], stdout=child, stderr=child, stdin=child, cwd=folder,
        env={**environment, "TERM": "xterm-256color", "PYTHONPATH": str(source)},
    )  # fmt: skip
    os.close(child)
    sent = STYLE.sub("", read_all(parent)).replace("\r\n", "\n")
    process.wait()
    for part in sent.split("\x02")[1:]:
        shown, _, code = part.partition("\x03")
        words, *lines = shown.split("\n")
        kept = [line.rpartition("\r")[2].rstrip() for line in lines]
        yield Shown(tuple(json.loads(words)), [line for line in kept if not BAR.search(line)], int(code))


def read_all(terminal: int) -> str:
    """All that is sent to a terminal until nobody writes to it any more."""
    sent = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        sent += part
    os.close(terminal)
    return sent.decode()
