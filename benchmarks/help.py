"""How long it takes until something is on the screen: `babelance --help`, and the help of one verb.

    python -m benchmarks.help [--runs N] [--json]

Claim: `babelance --help` costs at most 8 times a bare start of Python. Beside it, without a bar: `import babelance`,
and `babelance run --help`, which imports the command line's library and the kinds of models. Starts are taken in turn,
and the quickest of each counts, in seconds of the processor: what else the machine does delays, and never speeds up.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

BAR = 8
BARE = "pass"
MAIN = "import sys; sys.argv = ['babelance', *{words!r}]; from babelance.cli import main; main()"
STARTS = {
    "babelance --help / a bare start of Python": (MAIN.format(words=["--help"]), BAR),
    "import babelance / a bare start of Python": ("import babelance", None),
    "babelance run --help / a bare start of Python": (MAIN.format(words=["run", "--help"]), None),
}


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=20)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    codes = {BARE: BARE, **{claim: code for claim, (code, _) in STARTS.items()}}
    seconds: dict[str, list[float]] = {name: [] for name in codes}
    for _ in range(chosen.runs):
        for name, code in codes.items():
            seconds[name].append(cost(code))
    rows = [row(claim, min(seconds[claim]) / min(seconds[BARE]), bar) for claim, (_, bar) in STARTS.items()]
    for fact in rows:
        print(json.dumps(fact, ensure_ascii=False) if chosen.json else f"{fact['claim']}: {fact['ratio']:.1f}")
    sys.exit(0 if all(fact["holds"] is not False for fact in rows) else 1)


def cost(code: str) -> float:
    """Seconds of the processor that a start takes."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def row(claim: str, ratio: float, bar: int | None) -> dict[str, Any]:
    bar_words = f"≤ {bar}" if bar else ""
    return {"claim": claim, "ratio": round(ratio, 2), "bar": bar_words, "holds": ratio <= bar if bar else None}


if __name__ == "__main__":
    main()
