"""Who answers: this process, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from babelance.cli._printing import warn
from babelance.core.errors import UnknownName
from babelance.core.parallel import ParallelMap

if TYPE_CHECKING:
    from babelance.cli._options import Answerer
    from babelance.cli._progress import Bar
    from babelance.run.executors.ray import Cluster
    from babelance.run.pipeline import Hooks

WINDOWS_PER_WORKER = 2


@contextmanager
def hooks(answerer: Answerer, bar: Bar) -> Iterator[Hooks]:
    """The hooks of a run; the cluster is left when the run ends."""
    from babelance.run.pipeline import Hooks

    with _join_cluster(answerer.executor, answerer.address, answerer.gpus) as cluster:
        if cluster is None:
            yield Hooks(on_progress=bar.tell, warn=warn)
        else:
            windows = WINDOWS_PER_WORKER * cluster.size
            yield Hooks(
                on_progress=bar.tell, warn=warn, answerer=cluster.answer, windows=windows, parallel_map=cluster.map
            )


@contextmanager
def parallel_map(executor: str, address: str) -> Iterator[ParallelMap | None]:
    """How work that is no model's is spread: not at all (None), or over the cluster."""
    with _join_cluster(executor, address, gpus=0) as cluster:
        yield None if cluster is None else cluster.map


@contextmanager
def _join_cluster(executor: str, address: str, gpus: float) -> Iterator[Cluster | None]:
    if executor == "local":
        yield None
    elif executor == "ray":
        from babelance.run.executors.ray import Cluster, Resources

        with Cluster(address or None, Resources(gpus=gpus)) as cluster:
            yield cluster
    else:
        raise UnknownName("executor", executor, ["local", "ray"])
