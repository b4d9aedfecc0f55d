"""Whole runs through the public way in: all pair measures together, memory, and a rerun on a full store."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from babelance.api import evaluate, execute
from babelance.core.query import TokenLogprobs
from babelance.run.plan import Settings, make_plan
from benchmarks._memory import peak

MEASURES = ("cps", "s-jsd", "b-s-jsd", "aul", "aula", "sss")
"""All measures of sentence pairs; token-prediction accuracy and the share of ties come with them."""


def seconds(model_folder: Path, measures: Sequence[str], *, store: Path, limit: int) -> float:
    """Of one run with an empty store, the weights in memory."""
    plan = make_plan(
        models=[str(model_folder)],
        data=["sjsd"],
        measures=list(measures),
        languages=["de"],
        settings=Settings(limit=limit),
    )
    list(plan.jobs[0].model.answer([TokenLogprobs("Das ist so.")]))
    start = time.perf_counter()
    execute(plan, store=store)
    return time.perf_counter() - start


def command_seconds(model_folder: Path, *, store: Path, limit: int) -> tuple[float, list[dict[str, object]]]:
    """Of `babelance run` from start to end, in a process of its own; and its results."""
    words = [
        "run",
        "--model",
        str(model_folder),
        "--data",
        "sjsd",
        "--languages",
        "de",
        "--measures",
        "s-jsd",
        "--json",
    ]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", "from babelance.cli import main; main()", *words, "--limit", str(limit)],
        env=os.environ | {"BABELANCE_STORE": str(store)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    taken = time.perf_counter() - start
    if done.returncode not in (0, 3):  # 3: some result is undefined, as may be with few pairs
        raise SystemExit(f"babelance run ended with {done.returncode}.")
    return taken, [json.loads(line) for line in done.stdout.splitlines()]


def write_pairs(file: Path, pairs: Sequence[tuple[str, str]], count: int) -> Path:
    """As many different pairs as wanted: the pairs again and again, each time with another number at the end."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["more", "less"])
        for index in range(count):
            more, less = pairs[index % len(pairs)]
            writer.writerow([f"{more} {index}", f"{less} {index}"])
    return file


def peak_memory(model_folder: Path, data: Path) -> int:
    """Bytes, of a process that scores the pairs of a file."""
    module = [sys.executable, "-m", "benchmarks._pairs_runs", str(model_folder), str(data)]
    done = subprocess.run(module, stdout=subprocess.PIPE, text=True, check=True)
    return int(done.stdout.split()[-1])


if __name__ == "__main__":
    model, file = sys.argv[1:]
    evaluate("cps", model=model, data=file, language="de", store=Path(file).with_suffix(".sqlite"))
    print(peak())
