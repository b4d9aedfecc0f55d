"""The same plan on a real Ray cluster of two nodes: same bits, also when a worker or a node is killed on the way."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from babelance.evaluate import execute
from babelance.run.pipeline import Hooks
from babelance.run.plan import Plan, Settings, make_plan

pytest.importorskip("ray", reason="ray is not installed: pip install 'babelance[ray]'")

from babelance.run.ray import Cluster, Resources


@pytest.fixture
def nodes() -> Iterator[Any]:
    """Two raylets on this machine, one CPU each."""
    import ray
    from ray.cluster_utils import Cluster as Local

    os.environ["RAY_DISABLE_IMPORT_WARNING"] = "1"
    local = Local(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    local.add_node(num_cpus=1)
    local.wait_for_nodes()
    yield local
    ray.shutdown()
    local.shutdown()


def plan(fixtures: Path, limit: int = 100) -> Plan:
    return make_plan(
        models=[str(fixtures / "models" / "mlm-bert")], data=["sjsd"], measures=["cps"], languages=["de", "fi"],
        settings=Settings(limit=limit, draws=200, nulls=False),
    )  # fmt: skip


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


@pytest.mark.slow
def test_a_cluster_gives_the_same_bits_even_if_a_node_dies(
    fixtures: Path, mirror: Path, tmp_path: Path, nodes: Any
) -> None:
    execute(plan(fixtures), out=tmp_path / "local", store=tmp_path / "local.sqlite")
    with Cluster(nodes.address, Resources(workers=2)) as cluster:
        hooks = Hooks(answering=cluster.answer, windows=2)
        execute(plan(fixtures), out=tmp_path / "ray", store=tmp_path / "ray.sqlite", hooks=hooks)
        assert lines(tmp_path / "ray") == lines(tmp_path / "local")
        killer = threading.Thread(target=_kill_soon, args=(nodes, tmp_path / "killed.sqlite"))
        killer.start()
        execute(plan(fixtures), out=tmp_path / "killed", store=tmp_path / "killed.sqlite", hooks=hooks)
        killer.join()
        assert cluster.failures >= 1
    assert lines(tmp_path / "killed") == lines(tmp_path / "local")


def _kill_soon(nodes: Any, store: Path) -> None:
    """Take the second node away once the first answers are in the store."""
    while not _answers(store):
        time.sleep(0.02)
    nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)


def _answers(store: Path) -> int:
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
            return int(database.execute("SELECT COUNT(*) FROM answers").fetchone()[0])
    except sqlite3.Error:
        return 0
