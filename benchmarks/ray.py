"""Ray: two workers with one thread each against the local executor with two threads.

    python -m benchmarks.ray [--quick] [--pairs N] [--json]

The German pairs of `babel-pairs`, `cps`, on a BERT-base-shaped model with random weights, which is loaded on both sides
before the clock starts. Claim: at least 0.9 of the local throughput, so that a cluster of small machines is no worse
than one large one. Both ways take turns, the best of `--repeat` counts, and their results must agree. Times are
wall-clock: run it on a quiet machine with two cores.
--quick has a model of two layers: it shows that the benchmark works, not what it claims.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

import torch

from babelance.api import execute
from babelance.core.estimate import Estimate
from babelance.core.query import TokenLogprobs
from babelance.core.registry import DATASETS
from babelance.run.executors.ray import Cluster, Resources
from babelance.run.pipeline import Hooks
from babelance.run.plan import Plan, Settings, make_plan
from benchmarks import _pairs_models
from benchmarks._pairs_models import Shape

BAR = 0.9
CORES = 2


def main() -> None:
    options = _parse_arguments()
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 (the name is Ray's): the other side is not nice either
    torch.set_num_threads(CORES)
    with tempfile.TemporaryDirectory() as name, Cluster(resources=Resources(workers=CORES)) as cluster:
        ratio, seconds = compare_with_local(Path(name), cluster, options)
    row = {
        "claim": "throughput of two single-thread Ray workers / local with two threads", "ratio": round(ratio, 3),
        "bar": f"≥ {BAR}", "holds": None if options.quick else ratio >= BAR, "pairs": options.pairs,
        "local_seconds": round(seconds, 2),
    }  # fmt: skip
    print(json.dumps(row) if options.json else "\n".join(f"{key:14} {value}" for key, value in row.items()))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--pairs", type=int, default=80)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def compare_with_local(folder: Path, cluster: Cluster, options: argparse.Namespace) -> tuple[float, float]:
    """Local seconds by Ray's, and local seconds."""
    shape = Shape(6000, layers=2, width=128) if options.quick else Shape(119_547)
    model_folder = _pairs_models.write(folder / "model", shape, _texts())
    here, there = Hooks(), Hooks(answerer=cluster.answer, windows=2 * CORES)
    plan, values = _plan(model_folder, options.pairs), set[str]()
    list(plan.jobs[0].model.answer([TokenLogprobs("Das ist so.")]))
    _time_run(_plan(model_folder, 2 * CORES), folder, there)  # workers of the same model are kept
    best = {here: float("inf"), there: float("inf")}
    for _ in range(options.repeat):
        for hooks in best:
            seconds, value = _time_run(plan, folder, hooks)
            best[hooks] = min(best[hooks], seconds)
            values.add(f"{value:.6f}")
    if len(values) > 1:
        raise SystemExit(f"The two ways disagree: {values}")
    return best[here] / best[there], best[here]


def _plan(model_folder: Path, pairs: int) -> Plan:
    settings = Settings(limit=pairs, draws=100, nulls=False, by=())
    return make_plan(
        models=[str(model_folder)], data=["babel-pairs"], measures=["cps"], languages=["de"], settings=settings
    )


def _time_run(plan: Plan, folder: Path, hooks: Hooks) -> tuple[float, float]:
    """(seconds with an empty store, the score)"""
    store = folder / "answers.sqlite"
    start = time.perf_counter()
    [result] = execute(plan, store=store, hooks=hooks)
    seconds = time.perf_counter() - start
    for file in folder.glob("answers.sqlite*"):
        file.unlink()
    return seconds, result.value if isinstance(result, Estimate) else float("nan")


def _texts() -> list[str]:
    pairs = [(item.texts["more"], item.texts["less"]) for item in DATASETS.get("babel-pairs").items("de")]
    return [text for pair in pairs for text in pair]


if __name__ == "__main__":
    main()
