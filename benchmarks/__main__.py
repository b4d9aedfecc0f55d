"""Runs all benchmarks, one after the other, and writes `results.json` and the table of the documentation.

    python -m benchmarks [NAME[,NAME] …] [-- arguments for them]

Each benchmark prints one JSON object per claim with `--json`: `claim`, `ratio`, `bar`, `holds`. Rows are merged into
those of earlier runs, with the day and the machine they are from; one that fails leaves its old rows and the other
benchmarks alone. The exit code is 1 if one failed or a claim does not hold. Run this on a quiet machine.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent / "docs" / "benchmarks.md"
BY_HAND = HERE / "by_hand.md"
"""What needs other people's packages or servers: measured now and then, written by hand."""
NO_CLAIMS = ("albert", "causal", "scale", "search")
"""Run by name: costs for a page of the documentation, or what needs a model, an environment or a site of its own."""
HEAD = """# Benchmarks

Ratios against what a user would otherwise run, measured side by side in one run by `make bench`. A ratio travels
between machines; seconds do not. Each claim is explained at the top of its file in `benchmarks/`. Rows without a bar
are for information.

"""
Row = dict[str, Any]


def main() -> None:
    names, arguments = split(sys.argv[1:])
    known: list[Row] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    failed: list[str] = []
    for name in choose(names):
        fresh, complete = run(name, arguments)
        failed += [] if complete else [name]
        known = merge_rows(known, fresh, whole=name if complete and not arguments else None)
        RESULTS.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(page(known), encoding="utf-8")
    if failed:
        print(f"Failed: {', '.join(failed)}. Their rows are those of an earlier run, if any.", file=sys.stderr)
    sys.exit(1 if failed or any(row["holds"] is False for row in known) else 0)


def split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """(names of benchmarks, what follows `--`)"""
    cut = words.index("--") if "--" in words else len(words)
    return [name for word in words[:cut] for name in word.split(",") if name], list(words[cut + 1 :])


def choose(names: Sequence[str]) -> list[str]:
    stems = sorted(path.stem for path in HERE.glob("[!_]*.py"))
    if unknown := [name for name in names if name not in stems]:
        raise SystemExit(f"No benchmark '{unknown[0]}'. There are: {', '.join(stems)}.")
    return list(names) or [name for name in stems if name not in NO_CLAIMS]


def run(name: str, arguments: Sequence[str]) -> tuple[list[Row], bool]:
    """(its rows, whether it came to its end)"""
    print(f"{name} …", flush=True)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", "--json", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        cwd=HERE.parent,
    )
    rows = [row_of(name, json.loads(line)) for line in done.stdout.splitlines() if line.startswith("{")]
    for row in rows:
        print("  " + ", ".join(f"{key} {_short(row[key])}" for key in ("claim", "ratio", "bar", "holds")), flush=True)
    print(f"  {time.perf_counter() - start:.0f} s", flush=True)
    # A benchmark may also end with 1 to say that a claim does not hold.
    missed = any(row["holds"] is False for row in rows)
    return rows, bool(rows) and (done.returncode == 0 or (done.returncode == 1 and missed))


def row_of(name: str, claimed: Row) -> Row:
    claim, bar = claimed.pop("claim", name), claimed.pop("bar", "")
    named = {"benchmark": name, "claim": str(claim), "ratio": claimed.pop("ratio", None)}
    named |= {"bar": f"≥ {bar:g}" if isinstance(bar, int | float) else bar, "holds": claimed.pop("holds", None)}
    return {**named, "date": datetime.now(UTC).date().isoformat(), "machine": machine(), **claimed}


def merge_rows(known: Sequence[Row], fresh: Sequence[Row], *, whole: str | None) -> list[Row]:
    """Fresh rows take the place of those of the same claim; of a benchmark that ran as a whole, of all its rows."""
    claims = {(row["benchmark"], row["claim"]) for row in fresh}
    kept = [row for row in known if (row["benchmark"], row["claim"]) not in claims and row["benchmark"] != whole]
    return sorted([*kept, *fresh], key=lambda row: row["benchmark"])


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    except OSError:
        named = []
    kind = named[0] if named else platform.machine()
    return f"{os.cpu_count()} cores, {kind}, {platform.system()}, Python {platform.python_version()}"


def page(rows: Sequence[Row]) -> str:
    """The page of the documentation: what was measured by `make bench`, then what was written by hand."""
    return HEAD + table(rows) + BY_HAND.read_text(encoding="utf-8")


def table(rows: Sequence[Row]) -> str:
    lines = ["| benchmark | claim | ratio | bar | holds | date | machine |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        holds = {None: "", True: "yes", False: "**no**"}[row["holds"]]
        cells = [row["benchmark"], row["claim"], _short(row["ratio"]), row["bar"], holds, row["date"], row["machine"]]
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _short(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:,.0f}"


if __name__ == "__main__":
    main()
