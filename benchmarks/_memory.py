"""The most memory that a process has held."""

from __future__ import annotations

from pathlib import Path


def peak() -> int:
    """Bytes, of this process since its program started.

    Not `ru_maxrss`: a process starts with that of whoever started it, so a large parent hides what its children need.
    """
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("The kernel does not tell the peak memory of a process (VmHWM in /proc/self/status).")
