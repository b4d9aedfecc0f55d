"""What this processor can be trusted with.

Some virtual machines announce tile instructions (AMX) that end the process when they are used. oneDNN believes them in
half precision, so one small product is tried in a child process first, and oneDNN is kept from tiles where it dies.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_WITHOUT_TILES = "AVX512_CORE_FP16"


@cache
def avoid_broken_instructions() -> None:
    """Call before the first product of a process: oneDNN reads its limit once."""
    if "ONEDNN_MAX_CPU_ISA" not in os.environ and _announces_tiles() and not _tiles_work():
        os.environ["ONEDNN_MAX_CPU_ISA"] = _WITHOUT_TILES


def _announces_tiles() -> bool:
    try:
        return "amx_tile" in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _tiles_work() -> bool:
    """A child that is ended by a signal says no."""
    child = os.fork()
    if child == 0:
        _multiply_and_leave()
    _, status = os.waitpid(child, 0)
    return status == 0


def _multiply_and_leave() -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        import torch

        torch.set_num_threads(1)
        matrix = torch.ones(64, 64, dtype=torch.bfloat16)
        torch.matmul(matrix, matrix)
    finally:
        os._exit(0)
