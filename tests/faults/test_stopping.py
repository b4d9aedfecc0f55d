"""A signal is heard wherever the program is, also while it destroys an object, where exceptions go no further."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

DESTROYED = """
import signal, sys, time

class Held:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)

def work():
    Held()
    time.sleep({seconds})
    print("worked to the end")
"""
COMMAND = f"""
from babelance.cli import _stopping
{DESTROYED.format(seconds=30)}
_stopping.stop_in_order()
try:
    work()
except _stopping.Stopped as stopped:
    sys.exit(stopped.exit_code)
"""
WORKER = f"""
from babelance.run.executors.processes import _leave_signals_to_the_parent
{DESTROYED.format(seconds=0)}
_leave_signals_to_the_parent()
work()
signal.raise_signal(signal.SIGTERM)  # the parent asks again
"""


@pytest.mark.parametrize("program, worked", [(COMMAND, ""), (WORKER, "worked to the end\n")])
def test_a_signal_while_an_object_is_destroyed_ends_the_program_and_shows_nothing(program: str, worked: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, worked, "")
