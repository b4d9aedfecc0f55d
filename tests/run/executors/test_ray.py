"""The same plan on a real Ray cluster of two nodes: same bits, also when a worker or a node is killed on the way."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.api import execute
from babelance.build.mbe import Recipe, build
from babelance.core.errors import BabelanceError, InputError
from babelance.core.model import Options
from babelance.core.registry import DATASETS
from babelance.run.pipeline import Hooks
from babelance.run.plan import Plan, Settings, make_plan
from babelance.stats import bootstrap_draws
from babelance.stats.bootstrap import Bootstrap, bootstrap
from babelance.stats.resample import Design
from babelance.text import streams
from tests.backends.endpoint.faults import Faulty, serving

pytest.importorskip("ray", reason="ray is not installed: pip install 'babelance[ray]'")

from babelance.run.executors.ray import Cluster, Resources

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Two raylets on this machine, one CPU each."""
    import ray
    from ray.cluster_utils import Cluster as Local

    os.environ["RAY_DISABLE_IMPORT_WARNING"] = "1"
    # Else other tests, in other processes, starve the workers.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 (the name is Ray's)
    local = Local(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    local.add_node(num_cpus=1)
    local.wait_for_nodes()
    yield local
    ray.shutdown()
    local.shutdown()


@pytest.fixture(scope="module")
def cluster(nodes: Any) -> Iterator[Cluster]:
    with Cluster(nodes.address, Resources(workers=2)) as joined:
        yield joined


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def grid(progress: Any = None) -> Plan:
    """2 models x 3 languages."""
    return make_plan(
        models=["fake:random#1", "fake:random#2"], data=["babel-pairs"], measures=["cps", "aul"],
        languages=["de", "fi", "sw"], model_options=Options(progress=progress), settings=Settings(draws=100),
    )  # fmt: skip


def test_a_grid_loads_each_model_once_per_worker_and_tells_its_progress(cluster: Cluster, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    before = cluster.workers_started
    hooks = Hooks(answerer=cluster.answer, parallel_map=cluster.map)
    execute(grid(lambda done, total: told.append((done, total))), out=tmp_path / "ray",
            store=tmp_path / "ray.sqlite", hooks=hooks)  # fmt: skip
    assert cluster.workers_started - before == 2 * 2
    execute(grid(), out=tmp_path / "local", store=tmp_path / "local.sqlite")
    assert lines(tmp_path / "ray") == lines(tmp_path / "local")
    assert stored_answers(tmp_path / "ray.sqlite") == stored_answers(tmp_path / "local.sqlite")
    assert sum(done == total for done, total in told) == 2 * 3
    assert all(0 < done <= total for done, total in told)


def stored_answers(store: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(store) as database:
        query = "SELECT fingerprint, query, answer FROM answers JOIN models ON models.id = answers.model ORDER BY 1, 2"
        return database.execute(query).fetchall()


def test_a_corpus_is_read_on_the_cluster_with_the_same_result(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "CHUNK", 20_000)
    corpus = tmp_path / "corpus.tsv"
    rows = (f"{'She' if n % 3 else 'He'} saw {n}.\t{'Sie' if n % 3 else 'Er'} sah {n}.\n" for n in range(3000))
    corpus.write_text("".join(rows), encoding="utf-8")
    recipe = Recipe(language="de", most=100)
    told: list[int] = []
    local = build([str(corpus)], tmp_path / "local.jsonl", recipe)
    spread = build([str(corpus)], tmp_path / "ray.jsonl", recipe, parallel_map=cluster.map, tell=told.append)
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "local.jsonl").read_bytes()
    assert spread.lines == local.lines == told[-1] == 3000
    assert len(told) > 3
    assert sum(spread.left.values()) == sum(local.left.values())


def test_a_large_bootstrap_is_spread_and_draws_the_same(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap_draws, "LARGE", 1)
    monkeypatch.setattr("babelance.stats.resample.CELLS", 2**14)
    values = np.random.default_rng(0).normal(size=500)
    design = Design.of(500, strata=np.where(values > 0.3, "a", "b").tolist())

    def drawn(**options: Any) -> tuple[Bootstrap, float]:
        rng = np.random.default_rng(1)
        sample = bootstrap(lambda weights: weights @ values / weights.sum(-1), design, rng=rng, **options)
        assert isinstance(sample, Bootstrap)
        return sample, float(rng.spawn(1)[0].random())

    (local, after), (spread, after_spread) = drawn(), drawn(parallel_map=cluster.map)
    assert np.array_equal(local.draws, spread.draws)
    assert local.limits == spread.limits and after == after_spread


def test_an_error_in_a_task_is_told_as_ours(cluster: Cluster) -> None:
    with pytest.raises(BabelanceError, match="no such thing"):
        list(cluster.map(_refuse, [1]))


def _refuse(number: int) -> int:
    raise InputError("no such thing")


def test_a_causal_model_gives_the_same_bits_on_a_cluster(fixtures: Path, tmp_path: Path, cluster: Cluster) -> None:
    plan = make_plan(
        models=[str(fixtures / "models" / "causal-gpt2")], data=["babel-pairs"], measures=["cps"], languages=["en"],
        settings=Settings(limit=40, draws=100, nulls=False),
    )  # fmt: skip
    execute(plan, out=tmp_path / "local", store=tmp_path / "local.sqlite")
    execute(plan, out=tmp_path / "ray", store=tmp_path / "ray.sqlite", hooks=Hooks(answerer=cluster.answer, windows=2))
    assert lines(tmp_path / "ray") == lines(tmp_path / "local")
    assert stored_answers(tmp_path / "ray.sqlite") == stored_answers(tmp_path / "local.sqlite")


def test_workers_are_clients_of_one_server_and_ask_nothing_twice(tmp_path: Path, cluster: Cluster) -> None:
    server = Faulty()
    items = {f"<s>{text}" for item in DATASETS.get("babel-pairs").items("en") for text in item.texts.values()}

    def texts() -> list[str]:
        """Of items; every worker examines the server for itself."""
        asked = [body["prompt"] for path, body, _ in server.asked if path == "/v1/completions"]
        found = [text for prompt in asked for text in (prompt if isinstance(prompt, list) else [prompt])]
        server.asked.clear()
        return [text for text in found if text in items]

    with serving(server) as spec:
        plan = make_plan(models=[spec], data=["babel-pairs"], measures=["cps"], languages=["en"],
                         settings=Settings(limit=20, draws=100, nulls=False))  # fmt: skip
        execute(plan, out=tmp_path / "local", store=tmp_path / "local.sqlite")
        alone = texts()
        hooks = Hooks(answerer=cluster.answer, windows=2)
        execute(plan, out=tmp_path / "ray", store=tmp_path / "ray.sqlite", hooks=hooks)
        together = texts()
        execute(plan, store=tmp_path / "ray.sqlite", hooks=hooks)
        again = texts()
    assert lines(tmp_path / "ray") == lines(tmp_path / "local")
    assert stored_answers(tmp_path / "ray.sqlite") == stored_answers(tmp_path / "local.sqlite")
    assert len(set(together)) == len(together) and sorted(together) == sorted(alone) and len(alone) >= 30
    assert again == []


def test_a_cluster_gives_the_same_bits_even_if_a_node_dies(
    fixtures: Path, tmp_path: Path, nodes: Any, cluster: Cluster
) -> None:
    """Last, since it takes a node away. Its worker is asked before anybody knows that it is gone."""
    plan = make_plan(
        models=[str(fixtures / "models" / "mlm-bert")], data=["babel-pairs"], measures=["cps"], languages=["de", "fi"],
        settings=Settings(limit=100, draws=200, nulls=False),
    )  # fmt: skip
    execute(plan, out=tmp_path / "local", store=tmp_path / "local.sqlite")
    hooks = Hooks(answerer=cluster.answer, windows=2)
    for turn in range(50):  # a fast worker may have done everything before the other one is there
        execute(plan, store=tmp_path / f"before{turn}.sqlite", hooks=hooks)
        if cluster.workers_ready == 2:
            break
    nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)
    execute(plan, out=tmp_path / "killed", store=tmp_path / "killed.sqlite", hooks=hooks)
    assert cluster.failures >= 1
    assert lines(tmp_path / "killed") == lines(tmp_path / "local")
    assert stored_answers(tmp_path / "killed.sqlite") == stored_answers(tmp_path / "local.sqlite")
