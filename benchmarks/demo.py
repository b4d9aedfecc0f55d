"""What `make demo` costs after the installation: seconds of the processor, in starts of what it is built on.

    python -m benchmarks.demo [--keep FOLDER] [--json]

Claim: the demo takes at most 35 times what it takes Python to import the masked models of transformers, both in seconds
of the processor. One such start takes some 4 to 5 seconds; 170 seconds of work are 90 on two idle cores. Beside it: the
size of its report, of which 5 MB are allowed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

BAR = 35
MOST_BYTES = 5_000_000
START = "from transformers import AutoModelForMaskedLM, ElectraForMaskedLM"
ROOT = Path(__file__).parents[1]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--keep", type=Path, help="where the demo is written and stays")
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    start = min(cost([sys.executable, "-c", START]) for _ in range(3))
    with tempfile.TemporaryDirectory() as temporary:
        folder = str(given.keep.resolve()) if given.keep else temporary
        whole = sum(cost(command, folder) for command in commands(folder))
        size = (Path(folder) / "demo" / "report.html").stat().st_size
    rows = [
        row("make demo / a start of transformers", whole / start, BAR),
        row("the report of the demo / 5 MB", size / MOST_BYTES, 1),
    ]
    for claim in rows:
        print(json.dumps(claim) if given.json else f"{claim['claim']}: {claim['ratio']:.2f}")
    sys.exit(0 if all(claim["holds"] for claim in rows) else 1)


def commands(folder: str) -> list[list[str]]:
    """Those of the Makefile, as make would run them, but for where the output goes."""
    make = subprocess.run(
        ["make", "--dry-run", "--assume-old=.venv/.demo", "demo"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    script = make.stdout.replace("demo/biased-copy", f"{folder}/biased-copy").replace(
        "--out demo", f"--out {folder}/demo"
    )
    return [["bash", "-c", script]]


def cost(command: Sequence[str], folder: str = "") -> float:
    """Seconds of the processor, of all processes that it starts, with an empty store."""
    environment = {**os.environ, **({"XDG_CACHE_HOME": folder} if folder else {})}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[-1]} ended with {process.returncode}.")
    return usage.ru_utime + usage.ru_stime


def row(claim: str, ratio: float, bar: float) -> dict[str, Any]:
    return {"claim": claim, "ratio": round(ratio, 2), "bar": f"≤ {bar:g}", "holds": ratio <= bar}


if __name__ == "__main__":
    main()
