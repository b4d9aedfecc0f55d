"""Runs a program that reads lines and writes as many: with a time limit, a new start after a crash, and a count.

A program that hangs or dies is started again; one that drops or adds a line is not, since nobody could tell which
translation belongs to which text.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from babelance.core.errors import InputError, ModelError

SECONDS = "BABELANCE_COMMAND_SECONDS"
"""Names the environment variable with the time limit of one start of a program."""
FIRST, EACH = 120.0, 1.0
"""The limit if it does not: seconds to load, and for every line."""
STARTS = 3
_LONGEST = 31_536_000
"""Seconds: a year."""


class _Died(Exception):
    """The program did not come to its end; another start may help."""


@dataclass(frozen=True, slots=True)
class Program:
    """`label` names it in messages."""

    argv: tuple[str, ...]
    label: str
    starts: int = STARTS

    def translate(self, lines: Sequence[str]) -> list[str]:
        """As many lines as were given, in the same order."""
        died = ""
        for _ in range(self.starts):
            try:
                return self._require_a_line_each(
                    self._run("".join(f"{line}\n" for line in lines), limit(len(lines))), lines
                )
            except _Died as error:
                died = str(error)
        raise ModelError(
            f"{self.label} {died} ({self.starts} starts, {len(lines)} lines). Mend it and run the same command again."
        )

    def _run(self, text: str, seconds: float) -> str:
        process = self._start()
        try:
            out, err = process.communicate(text.encode(), timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise _Died(f"gave no answer within {seconds:g} seconds; {SECONDS} sets another limit") from error
        finally:
            _end(process)
        if process.returncode:
            raise _Died(f"ended with exit code {process.returncode}{_last_line(err)}")
        return self._decode(out)

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self.argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ModelError(f"{self.label} cannot be started: {error.strerror or error}.") from error

    def _decode(self, out: bytes) -> str:
        try:
            return out.decode()
        except UnicodeDecodeError as error:
            raise ModelError(f"{self.label} wrote what is not UTF-8: {out[error.start : error.end]!r}.") from error

    def _require_a_line_each(self, out: str, lines: Sequence[str]) -> list[str]:
        output = out.removesuffix("\n").split("\n") if out else []
        if len(output) != len(lines):
            raise ModelError(
                f"{self.label} gave {len(output)} lines for {len(lines)}. It must write one line for each it reads, "
                "empty ones included, and nothing else on standard output."
            )
        return output


def limit(lines: int) -> float:
    """Seconds that one start of a program may take."""
    given = os.environ.get(SECONDS)
    if given is None:
        return FIRST + EACH * lines
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST:
        raise InputError(f"{SECONDS} is a number of seconds above 0, not '{given}'; a year is the most.")
    return seconds


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop the process and all that it has started; nothing to do if it is gone."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def _last_line(err: bytes) -> str:
    lines = err.decode(errors="replace").strip().splitlines()
    return f": {lines[-1][:300]}" if lines else ""
