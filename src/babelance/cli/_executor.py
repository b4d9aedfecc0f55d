"""Who answers: this process, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from babelance.core.errors import UnknownName

if TYPE_CHECKING:
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks

WINDOWS_PER_WORKER = 2


@contextmanager
def hooks(executor: str, address: str, gpus: float, bar: Bar) -> Iterator[Hooks]:
    """The hooks of a run; the cluster is left when the run ends."""
    from babelance.run.pipeline import Hooks

    if executor == "local":
        yield Hooks(tell=bar.tell)
    elif executor == "ray":
        from babelance.run.ray import Cluster, Resources

        with Cluster(address or None, Resources(gpus=gpus)) as cluster:
            yield Hooks(tell=bar.tell, answering=cluster.answer, windows=WINDOWS_PER_WORKER * cluster.size)
    else:
        raise UnknownName("executor", executor, ["local", "ray"])
