"""Runs all benchmarks, one after the other, and writes `results.json` and the table of the documentation.

    python -m benchmarks [NAME …] [-- arguments for them]

Each benchmark prints one JSON object per claim with `--json`. Run this on a quiet machine.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Ratios against what a user would otherwise run, measured side by side in one run by `make bench`. A ratio travels
between machines; seconds do not. Each claim is explained at the top of its file in `benchmarks/`.

"""


def main() -> None:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    names, arguments = words[:cut], words[cut + 1 :]
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for path in sorted(HERE.glob("[!_]*.py")):
        if not names or path.stem in names:
            known[path.stem] = {"machine": machine(), "claims": run(path, arguments)}
            RESULTS.write_text(json.dumps(known, indent=1) + "\n")
            PAGE.write_text(HEAD + table(known))


def run(path: Path, arguments: list[str]) -> list[dict[str, Any]]:
    print(f"{path.stem} …", flush=True)
    start = time.perf_counter()
    module = f"benchmarks.{path.stem}"
    done = subprocess.run(
        [sys.executable, "-m", module, "--json", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        cwd=HERE.parent,
    )
    claims = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for claim in claims:
        print("  " + ", ".join(f"{key} {_short(value)}" for key, value in claim.items()), flush=True)
    print(f"  {time.perf_counter() - start:.0f} s", flush=True)
    return claims


def machine() -> str:
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def table(results: dict[str, Any]) -> str:
    rows = ["| benchmark | claim | ratio | bar | holds | machine |", "|---|---|---|---|---|---|"]
    for name, one in sorted(results.items()):
        for claim in one["claims"]:
            told = [claim.get("claim", ""), _short(claim.get("ratio")), claim.get("bar", claim.get("wanted", ""))]
            holds = claim.get("holds")
            verdict = "" if holds is None else "yes" if holds else "**no**"
            rows.append(f"| {name} | {told[0]} | {told[1]} | {told[2]} | {verdict} | {one['machine']} |")
    return "\n".join(rows) + "\n"


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    main()
