"""Answers from a Ray cluster: the same plan, the same order, the same bits, on many machines.

Workers are actors that hold the model; each loads it once and keeps it for all datasets and languages of the plan. The
queries of a window go out in small shards to whichever worker is free, and answers come back into the store of the
driver. A worker or node that dies takes nothing with it: its shard goes back to the queue and another worker is
started. A shard is counted once, when its answers arrive, so nothing is lost or doubled. Other work with independent
parts (reading a corpus, a large bootstrap) goes through `Cluster.map`.

The folder of a model must be there on every machine (a shared file system); hub names need nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, TypeVar

from babelance.core.answer_check import is_unsound
from babelance.core.codec import decode
from babelance.core.errors import BabelanceError, InputError
from babelance.core.query import Answer, Query
from babelance.run.executors.ray_worker import Worker, apply, cause_of, import_ray, result_of
from babelance.run.executors.shards import Shards
from babelance.run.plan import Job, Origin
from babelance.run.store import Store

A = TypeVar("A")
B = TypeVar("B")

IN_FLIGHT = 2
"""Shards that a worker has at once: the next one waits there already."""
MOST_FAILURES = 20
"""Lost workers after which something else must be wrong."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What one worker needs. `workers` None: as many as the cluster has room for."""

    workers: int | None = None
    cpus: float = 1
    gpus: float = 0
    threads: int = 1


@dataclass
class Cluster:
    """`with Cluster("auto") as cluster:` — use `cluster.answer` as the `answerer` hook of a run."""

    address: str | None = None
    resources: Resources = field(default_factory=Resources)
    failures: int = 0
    workers_started: int = 0
    """Workers started so far; each loads one model, once."""
    _workers: list[Any] = field(default_factory=list)
    _starting: dict[Any, Any] = field(default_factory=dict)
    _origin: Origin | None = None

    def __enter__(self) -> Cluster:
        ray = import_ray()
        if not ray.is_initialized():
            try:
                ray.init(address=self.address, log_to_driver=False, configure_logging=False)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise InputError(f"Cannot join a Ray cluster at '{self.address}': {error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._dismiss()
        import_ray().shutdown()

    @property
    def size(self) -> int:
        """How many workers there is room for."""
        total = import_ray().cluster_resources()
        room = total.get("CPU", 1) / max(self.resources.cpus, 1e-9)
        if self.resources.gpus:
            room = min(room, total.get("GPU", 0) / self.resources.gpus)
        wanted = self.resources.workers or int(room)
        if wanted < 1 or room < 1:
            raise InputError(
                f"The cluster has {total.get('CPU', 0):g} CPUs and {total.get('GPU', 0):g} GPUs: no room for a worker "
                f"with {self.resources.cpus:g} CPUs and {self.resources.gpus:g} GPUs. Ask for less."
            )
        return min(wanted, int(room)) if self.resources.workers is None else wanted

    @property
    def workers_ready(self) -> int:
        """Workers that hold the model and can be asked now."""
        return len(self._workers)

    def answer(self, job: Job, store: Store, queries: Sequence[Query]) -> dict[Query, Answer]:
        """One answer for every query, in the order of the queries."""
        fingerprint = job.model.fingerprint
        known = store.get(fingerprint, queries)
        missing = [query for query in queries if query not in known]
        for shard, blobs in self._run(job.origin, missing, progress=job.origin.options.progress):
            answers = dict(zip(shard, map(decode, blobs), strict=True))
            sound = ((query, blob) for query, blob in zip(shard, blobs, strict=True) if not is_unsound(answers[query]))
            store.put_encoded(fingerprint, sound)
            known.update(answers)
        return {query: known[query] for query in queries}

    def map(self, function: Callable[[A], B], arguments: Iterable[A], /) -> Iterator[B]:
        """`function` of each thing, in order, on the cluster; lost tasks are run again by Ray.

        The function may hold a lot (all sentences of a bootstrap): it goes to each machine once.
        """
        ray = import_ray()
        held = ray.put(function)
        # Workers that hold a model have nothing to do meanwhile but keep their CPUs: waiting for these takes forever.
        # Loading the model again is cheap beside work that is worth sending.
        self._dismiss()
        task = ray.remote(num_cpus=self.resources.cpus, max_retries=MOST_FAILURES)(apply)
        waiting: deque[Any] = deque()
        room = IN_FLIGHT * self.size
        for argument in arguments:
            waiting.append(task.remote(held, argument))
            if len(waiting) >= room:
                yield result_of(waiting.popleft())
        while waiting:
            yield result_of(waiting.popleft())

    def _run(
        self, origin: Origin, queries: Sequence[Query], progress: Callable[[int, int], None] | None
    ) -> Iterator[tuple[Sequence[Query], list[bytes]]]:
        """(some of the queries, their answers as bytes) as they come."""
        ray = import_ray()
        if not queries:
            return
        self._hire(origin)
        shards = Shards(queries, self.size)
        flying: dict[Any, _Flight] = {}
        while shards.done < len(queries):
            self._send(shards, flying)
            [first], _ = ray.wait([*flying, *self._starting], num_returns=1)
            if first in self._starting:
                self._welcome(first)
                continue
            flight = flying.pop(first)
            try:
                blobs = ray.get(first)
            except ray.exceptions.RayActorError:
                shards.mark_lost(flight.shard)
                self._replace(flight.worker)
                continue
            except ray.exceptions.RayTaskError as error:
                raise cause_of(error) from error
            shards.mark_answered(flight.shard, time.monotonic() - flight.sent)
            # The worker that just came back has its next shard before its answers are stored.
            self._send(shards, flying)
            if progress:
                progress(shards.done, len(queries))
            yield flight.shard, blobs

    def _send(self, shards: Shards, flying: dict[Any, _Flight]) -> None:
        """Give every worker the shards it has room for."""
        for busy in range(IN_FLIGHT):
            for worker in self._workers:
                if sum(flight.worker is worker for flight in flying.values()) <= busy and (shard := shards.next()):
                    flying[worker.answer.remote(list(shard))] = _Flight(shard, worker, time.monotonic())

    def _hire(self, origin: Origin) -> None:
        bare = replace(origin, options=replace(origin.options, progress=None))
        if self._origin == bare and (self._workers or self._starting):
            return
        self._dismiss()
        self._origin = bare
        for _ in range(self.size):
            self._start(bare)

    def _start(self, origin: Origin) -> None:
        """A worker gets no shards before it is there: one that finds no room would keep them forever."""
        options = {"num_cpus": self.resources.cpus, "num_gpus": self.resources.gpus, "max_restarts": 0}
        threads = {"env_vars": {"OMP_NUM_THREADS": str(self.resources.threads)}}
        worker = import_ray().remote(**options, runtime_env=threads)(Worker).remote(origin)
        self.workers_started += 1
        self._starting[worker.ready.remote()] = worker

    def _welcome(self, ready: Any) -> None:
        ray = import_ray()
        worker = self._starting.pop(ready)
        try:
            ray.get(ready)
            self._workers.append(worker)
        except ray.exceptions.RayActorError as error:
            if isinstance(getattr(error, "cause", None), BabelanceError):
                raise cause_of(error) from error
            self._count_failure()
        except ray.exceptions.RayTaskError as error:
            raise cause_of(error) from error

    def _replace(self, worker: Any) -> None:
        """A worker died. Its shards come back one by one; it is replaced once."""
        if worker in self._workers:
            self._workers.remove(worker)
            self._count_failure()

    def _count_failure(self) -> None:
        self.failures += 1
        if self.failures > MOST_FAILURES:
            raise BabelanceError(
                f"{self.failures} workers were lost. Answers so far are stored: look at Ray's logs, then run again."
            )
        assert self._origin is not None
        self._start(self._origin)

    def _dismiss(self) -> None:
        for worker in [*self._workers, *self._starting.values()]:
            import_ray().kill(worker)
        self._workers, self._starting = [], {}


@dataclass(frozen=True, slots=True, eq=False)
class _Flight:
    """A shard that a worker has; `sent` is a time of this machine's clock."""

    shard: Sequence[Query]
    worker: Any
    sent: float
